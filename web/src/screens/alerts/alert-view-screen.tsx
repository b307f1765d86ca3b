import { OtherAcademy } from '../../features/admin-head/academy-choice.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { alertListTexts } from './alert-list-texts.ts';
import { AlertOfId } from './alert-view.tsx';

export const head = () => ({ title: alertListTexts.alert, noIndex: true });

/** An alert with everything that is known of it, to be read only. */
export default function AlertViewScreen({ params }: ScreenProps<'/admin/alerts/:alertId'>) {
  return (
    <div className="page">
      <AdminHead title={alertListTexts.alert} below={<OtherAcademy />}>
        {alertListTexts.viewIntro}
      </AdminHead>
      <AlertOfId id={params.alertId} />
    </div>
  );
}
