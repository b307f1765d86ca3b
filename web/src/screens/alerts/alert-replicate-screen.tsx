import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { alertFormTexts } from './alert-form-texts.ts';
import { AlertLikeId } from './new-alert.tsx';

export const head = () => ({ title: alertFormTexts.replicateAlert, noIndex: true });

/** A new alert that begins as another one. */
export default function AlertReplicateScreen({ params }: ScreenProps<'/admin/alerts/:alertId/replicate'>) {
  return (
    <div className="page">
      <AdminHead title={alertFormTexts.replicateAlert}>{alertFormTexts.replicateIntro}</AdminHead>
      <AlertLikeId id={params.alertId} />
    </div>
  );
}
