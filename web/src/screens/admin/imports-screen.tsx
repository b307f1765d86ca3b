import { Suspense } from 'react';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'Imports of users', noIndex: true });

const ImportsList = lazyPart(async () => (await import('./imports-list.tsx')).ImportsList, { withScreen: false });

/** What was imported by whom, and what can be taken back of it. */
export default function ImportsScreen() {
  return (
    <div className="page">
      <AdminHead title="Imports of users">
        Files with people that administrators imported, and what each of them did. An import can be taken back for 24
        hours, as far as nobody has used or changed it since.
      </AdminHead>
      <Suspense>
        <ImportsList />
      </Suspense>
    </div>
  );
}
