import type { MembershipDetails } from '@academy/contract/memberships';
import { useEffect, useRef, useState } from 'react';
import { useMembership, useRequestVoucher } from '../../api/memberships.ts';
import { useMe } from '../../api/people.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './dashboard.late.module.css';

const day = (time: string): string => new Date(time).toLocaleDateString('en', { dateStyle: 'long' });

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

/** The exam voucher of this year of membership: to be asked for, or asked for. */
function Voucher({ voucher }: { voucher: NonNullable<MembershipDetails['voucher']> }) {
  const request = useRequestVoucher();
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  const { requestedAt } = voucher;
  // The button is gone then: the focus goes to what stands in its place.
  useEffect(() => {
    if (requestedAt !== null && asked.current) outcome.current?.focus();
  }, [requestedAt]);
  const onClick = async () => {
    asked.current = true;
    setBusy(true);
    await request();
    setBusy(false);
  };
  return (
    <>
      <p ref={outcome} role="status" tabIndex={-1}>
        {requestedAt === null
          ? `This membership year's exam voucher can be requested until ${day(voucher.availableUntil)}.`
          : `You requested this year's exam voucher on ${day(requestedAt)}. It will be sent to ${me?.email ?? 'your address'}.`}
      </p>
      {requestedAt === null && (
        <Button look="primary" aria-disabled={busy} onClick={() => busy || void onClick()}>
          Request exam voucher
        </Button>
      )}
    </>
  );
}
