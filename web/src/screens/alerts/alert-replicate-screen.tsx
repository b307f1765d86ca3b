import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { AlertLikeId } from './new-alert.tsx';

export const head = () => ({ title: 'Replicate alert', noIndex: true });

/** A new alert that begins as another one. */
export default function AlertReplicateScreen({ params }: ScreenProps<'/admin/alerts/:alertId/replicate'>) {
  return (
    <div className="page">
      <AdminHead title="Replicate alert">
        A new alert that begins as this one, for the same academy or others.
      </AdminHead>
      <AlertLikeId id={params.alertId} />
    </div>
  );
}
