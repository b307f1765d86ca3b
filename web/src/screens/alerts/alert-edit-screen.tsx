import { OtherAcademy } from '../../features/admin-head/academy-choice.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { alertFormTexts } from './alert-form-texts.ts';
import { EditAlertOfId } from './edit-alert.tsx';

export const head = () => ({ title: alertFormTexts.editAlert, noIndex: true });

/** Changes an alert. */
export default function AlertEditScreen({ params }: ScreenProps<'/admin/alerts/:alertId/edit'>) {
  return (
    <div className="page">
      <AdminHead title={alertFormTexts.editAlert} below={<OtherAcademy />}>
        {alertFormTexts.editIntro}
      </AdminHead>
      <EditAlertOfId id={params.alertId} />
    </div>
  );
}
