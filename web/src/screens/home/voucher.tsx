import type { MembershipDetails } from '@academy/contract/memberships';
import { useEffect, useRef, useState } from 'react';
import { useRequestVoucher } from '../../api/memberships.ts';
import { useMe } from '../../api/people.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { utcDay } from './utc-day.ts';

/** The exam voucher of this year of membership: to be requested after a question, or requested. */
export function Voucher({ voucher }: { voucher: NonNullable<MembershipDetails['voucher']> }) {
  const request = useRequestVoucher();
  const address = useMe()?.email ?? 'your address';
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  const { requestedAt } = voucher;
  // The button is gone then: its replacement gets the focus.
  useEffect(() => {
    if (requestedAt !== null && asked.current) outcome.current?.focus();
  }, [requestedAt]);
  const confirm = async () => {
    setIsAsking(false);
    asked.current = true;
    setBusy(true);
    await request();
    setBusy(false);
  };
  return (
    <>
      <p ref={outcome} role="status" tabIndex={-1}>
        {requestedAt === null
          ? `This membership year's exam voucher can be requested until ${utcDay(voucher.availableUntil)} (UTC).`
          : `You requested this year's exam voucher on ${utcDay(requestedAt)} (UTC). It will be sent to ${address}.`}
      </p>
      {requestedAt === null && (
        <Button look="primary" aria-disabled={busy} onClick={() => busy || setIsAsking(true)}>
          Request exam voucher
        </Button>
      )}
      <Modal
        open={isAsking}
        title="Request this year’s exam voucher?"
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button data-first onClick={() => setIsAsking(false)}>
              Not now
            </Button>
            <Button look="primary" onClick={() => void confirm()}>
              Request the voucher
            </Button>
          </>
        }
      >
        <p>
          There is one voucher for each year of your membership. Your request goes to the academy by mail, with your
          name, and the voucher will be sent to {address}.
        </p>
        <p>This cannot be undone.</p>
      </Modal>
    </>
  );
}
