import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { VoucherRequests } from './voucher-requests.tsx';
import { voucherTexts } from './voucher-texts.ts';

export const head = () => ({ title: voucherTexts.vouchers, noIndex: true });

/** Who waits for an exam voucher. */
export default function VouchersScreen() {
  return (
    <AcademyScreen title={voucherTexts.vouchers} content={<VoucherRequests />}>
      {voucherTexts.intro}
    </AcademyScreen>
  );
}
