import { Suspense } from 'react';
import { OtherAcademy } from '../../features/admin-head/academy-choice.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { ScreenProps } from '../../lib/screen.ts';

export const head = () => ({ title: 'Edit alert', noIndex: true });

const EditAlertOfId = lazyPart(async () => (await import('./edit-alert.tsx')).EditAlertOfId, { withScreen: false });

/** Changes an alert. */
export default function AlertEditScreen({ params }: ScreenProps<'/admin/alerts/:alertId/edit'>) {
  return (
    <div className="page">
      <AdminHead title="Edit alert" below={<OtherAcademy />}>
        People who dismissed this alert will see it again after you change it.
      </AdminHead>
      <Suspense>
        <EditAlertOfId id={params.alertId} />
      </Suspense>
    </div>
  );
}
