import { Suspense } from 'react';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'New alert', noIndex: true });

const EmptyAlert = lazyPart(async () => (await import('./new-alert.tsx')).EmptyAlert, { withScreen: false });

/** Writes an alert for one or several academies. */
export default function AlertCreateScreen() {
  return (
    <div className="page">
      <AdminHead title="New alert">
        A sentence or two above the content of every page. Readers can dismiss it; they see it again after you change
        it.
      </AdminHead>
      <Suspense>
        <EmptyAlert />
      </Suspense>
    </div>
  );
}
