import { Suspense } from 'react';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'Exam vouchers', noIndex: true });

const VoucherRequests = lazyPart(async () => (await import('./vouchers/voucher-requests.tsx')).VoucherRequests, {
  withScreen: false,
});

/** Who waits for an exam voucher. */
export default function VouchersScreen() {
  return (
    <div className="page">
      <AdminHead title="Exam vouchers">
        What Pro members of this academy asked for. Vouchers are sent by hand; who got one is marked here, and the mark
        can be taken back.
      </AdminHead>
      <Suspense>
        <VoucherRequests />
      </Suspense>
    </div>
  );
}
