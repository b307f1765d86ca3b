import type { MembershipDetails } from '@academy/contract/memberships';
import { useMembership } from '../../api/memberships.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './dashboard.late.module.css';
import { Voucher } from './voucher.tsx';

/** Days of membership are days of UTC: administrators grant them so, and read the same. */
const day = (time: string): string => new Date(time).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });

/** What Pro membership is, or how it stands with the learner's own. */
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
        // Whoever is a member already should not be shown for a moment what could be bought.
        details !== null && details.membership?.state !== 'ended' && <p className={css.muted}>{pro.text}</p>
      )}
      {isMember && details.voucher && <Voucher voucher={details.voucher} />}
    </section>
  );
}

function Standing({ membership }: { membership: NonNullable<MembershipDetails['membership']> }) {
  switch (membership.state) {
    case 'active':
      return (
        <p>
          <Tag look="accent">Active</Tag> Your membership runs until {day(membership.endsAt)}.
        </p>
      );
    case 'upcoming':
      return <p>Your membership begins on {day(membership.startsAt)}.</p>;
    case 'ended':
      return (
        <p>
          Your membership ended on {day(membership.endsAt)}. Your progress is kept, and what is open to everybody stays
          open to you.
        </p>
      );
  }
}
