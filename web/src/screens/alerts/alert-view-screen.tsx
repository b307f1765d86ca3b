import { OtherAcademy } from '../../features/admin-head/academy-choice.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { AlertOfId } from './alert-view.tsx';

export const head = () => ({ title: 'Alert', noIndex: true });

/** An alert with everything that is known of it, to be read only. */
export default function AlertViewScreen({ params }: ScreenProps<'/admin/alerts/:alertId'>) {
  return (
    <div className="page">
      <AdminHead title="Alert" below={<OtherAcademy />}>
        As readers see it, and what else is known of it.
      </AdminHead>
      <AlertOfId id={params.alertId} />
    </div>
  );
}
