import { Suspense } from 'react';
import { OtherAcademy } from '../../features/admin-head/academy-choice.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { ScreenProps } from '../../lib/screen.ts';

export const head = () => ({ title: 'Alert', noIndex: true });

const AlertOfId = lazyPart(async () => (await import('./alert-view.tsx')).AlertOfId, { withScreen: false });

/** An alert with everything that is known of it, to be read only. */
export default function AlertViewScreen({ params }: ScreenProps<'/admin/alerts/:alertIdRead'>) {
  return (
    <div className="page">
      <AdminHead title="Alert" below={<OtherAcademy />}>
        As readers see it, and what else is known of it.
      </AdminHead>
      <Suspense>
        <AlertOfId id={params.alertIdRead} />
      </Suspense>
    </div>
  );
}
