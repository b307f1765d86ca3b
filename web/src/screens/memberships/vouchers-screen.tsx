import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { VoucherRequests } from './voucher-requests.tsx';

export const head = () => ({ title: 'Exam vouchers', noIndex: true });

/** Who waits for an exam voucher. */
export default function VouchersScreen() {
  return (
    <AcademyScreen title="Exam vouchers" content={<VoucherRequests />}>
      What Pro members of this academy asked for. Vouchers are sent by hand; who got one is marked here, and the mark
      can be taken back.
    </AcademyScreen>
  );
}
