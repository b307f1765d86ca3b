import { Suspense } from 'react';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { ScreenProps } from '../../lib/screen.ts';

export const head = () => ({ title: 'Replicate alert', noIndex: true });

const AlertLikeId = lazyPart(async () => (await import('./new-alert.tsx')).AlertLikeId, { withScreen: false });

/** A new alert that begins as another one. */
export default function AlertReplicateScreen({ params }: ScreenProps<'/admin/alerts/:alertId/replicate'>) {
  return (
    <div className="page">
      <AdminHead title="Replicate alert">
        A new alert that begins as this one, for the same academy or others.
      </AdminHead>
      <Suspense>
        <AlertLikeId id={params.alertId} />
      </Suspense>
    </div>
  );
}
