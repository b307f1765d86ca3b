import type { MembershipDetails } from '@academy/contract/memberships';
import { useMembership } from '../../api/memberships.ts';
import { ProLink } from '../../features/access-lock/pro-link.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard-texts.ts';
import { utcDay } from './utc-day.ts';
import { Voucher } from './voucher.tsx';

/** What Pro membership is, or the state of the learner's own. */
export function Membership() {
  const { details, failed, retry } = useMembership();
  const { pro, signedInIsPro } = useTenant();
  const isMember = details?.membership != null;
  return (
    <section className={`${css.section} ${css.membership}`} id="membership" aria-labelledby="membership-title">
      <h2 id="membership-title" tabIndex={-1}>
        {isMember || details === null ? dashboardTexts.membership : pro.title}
      </h2>
      {details?.membership && <Standing membership={details.membership} />}
      {failed ? (
        <div role="alert">
          <p className={css.muted}>{dashboardTexts.membershipFailed}</p>
          <Button onClick={retry}>{dashboardTexts.tryAgain}</Button>
        </div>
      ) : (
        // Members must not see the offer for a moment.
        details !== null && details.membership?.state !== 'ended' && <p className={css.muted}>{pro.text}</p>
      )}
      {isMember && details.voucher && <Voucher voucher={details.voucher} />}
      {details !== null && !signedInIsPro && (!isMember || details.membership?.state === 'ended') && (
        <ProLink look="plain" />
      )}
    </section>
  );
}

/** The days are those of UTC: administrators grant membership by them, and read the same. */
function Standing({ membership }: { membership: NonNullable<MembershipDetails['membership']> }) {
  switch (membership.state) {
    case 'active':
      return (
        <p>
          <Tag look="accent">{dashboardTexts.activeTag}</Tag>{' '}
          {dashboardTexts.activeUntil({ day: utcDay(membership.endsAt) })}
        </p>
      );
    case 'upcoming':
      return <p>{dashboardTexts.upcomingFrom({ day: utcDay(membership.startsAt) })}</p>;
    case 'ended':
      return <p>{dashboardTexts.endedOn({ day: utcDay(membership.endsAt) })}</p>;
  }
}
