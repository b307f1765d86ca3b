import { OtherAcademy } from '../../features/admin-head/academy-choice.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { EditAlertOfId } from './edit-alert.tsx';

export const head = () => ({ title: 'Edit alert', noIndex: true });

/** Changes an alert. */
export default function AlertEditScreen({ params }: ScreenProps<'/admin/alerts/:alertId/edit'>) {
  return (
    <div className="page">
      <AdminHead title="Edit alert" below={<OtherAcademy />}>
        People who dismissed this alert will see it again after you change it.
      </AdminHead>
      <EditAlertOfId id={params.alertId} />
    </div>
  );
}
