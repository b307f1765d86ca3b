import type { MembershipDetails } from '@academy/contract/memberships';
import { useMembership } from '../../api/memberships.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './dashboard.module.css';
import { utcDay } from './utc-day.ts';
import { Voucher } from './voucher.tsx';

/** What Pro membership is, or the state of the learner's own. */
export function Membership() {
  const { details, failed, retry } = useMembership();
  const { pro } = useTenant();
  const isMember = details?.membership != null;
  return (
    <section className={`${css.section} ${css.membership}`} id="membership" aria-labelledby="membership-title">
      <h2 id="membership-title" tabIndex={-1}>
        {isMember || details === null ? 'Pro membership' : pro.title}
      </h2>
      {details?.membership && <Standing membership={details.membership} />}
      {failed ? (
        <div role="alert">
          <p className={css.muted}>Your membership could not be loaded.</p>
          <Button onClick={retry}>Try again</Button>
        </div>
      ) : (
        // Members must not see the offer for a moment.
        details !== null && details.membership?.state !== 'ended' && <p className={css.muted}>{pro.text}</p>
      )}
      {isMember && details.voucher && <Voucher voucher={details.voucher} />}
    </section>
  );
}

/** Administrators grant membership by days of UTC, and read the same. */
const ZONE = 'Its days begin and end at midnight UTC.';

function Standing({ membership }: { membership: NonNullable<MembershipDetails['membership']> }) {
  switch (membership.state) {
    case 'active':
      return (
        <p>
          <Tag look="accent">Active</Tag> Your membership runs until {utcDay(membership.endsAt)}. {ZONE}
        </p>
      );
    case 'upcoming':
      return (
        <p>
          Your membership begins on {utcDay(membership.startsAt)}. {ZONE}
        </p>
      );
    case 'ended':
      return (
        <p>
          Your membership ended on {utcDay(membership.endsAt)}. Your progress is kept, and what is open to everybody
          stays open to you.
        </p>
      );
  }
}
