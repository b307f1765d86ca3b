import type { MembershipDetails } from '@academy/contract/memberships';
import { useEffect, useRef, useState } from 'react';
import { useRequestVoucher } from '../../api/memberships.ts';
import { useMe } from '../../api/people.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { utcDay } from './utc-day.ts';

/** The exam voucher of this year of membership: to be requested after a question, or requested. */
export function Voucher({ voucher }: { voucher: NonNullable<MembershipDetails['voucher']> }) {
  const request = useRequestVoucher();
  const address = useMe()?.email;
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
          ? dashboardTexts.voucherAvailable({ day: utcDay(voucher.availableUntil) })
          : address === undefined
            ? dashboardTexts.voucherRequestedUnknown({ day: utcDay(requestedAt) })
            : dashboardTexts.voucherRequested({ day: utcDay(requestedAt), address })}
      </p>
      {requestedAt === null && (
        <Button look="primary" aria-disabled={busy} onClick={() => busy || setIsAsking(true)}>
          {dashboardTexts.requestVoucher}
        </Button>
      )}
      <Modal
        open={isAsking}
        title={dashboardTexts.voucherQuestion}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button data-first onClick={() => setIsAsking(false)}>
              {dashboardTexts.notNow}
            </Button>
            <Button look="primary" onClick={() => void confirm()}>
              {dashboardTexts.confirmVoucher}
            </Button>
          </>
        }
      >
        <p>{address === undefined ? dashboardTexts.voucherTermsUnknown : dashboardTexts.voucherTerms({ address })}</p>
        <p>{dashboardTexts.voucherIsFinal}</p>
      </Modal>
    </>
  );
}
