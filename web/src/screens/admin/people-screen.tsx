import { Suspense } from 'react';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'Users', noIndex: true });

const PeopleList = lazyPart(async () => (await import('./people-list.tsx')).PeopleList, { withScreen: false });

/** Everybody who is known: found, made an administrator, given Pro membership. */
export default function PeopleScreen() {
  return (
    <div className="page">
      <AdminHead title="Users">
        Everybody who is known, in all academies. Each change of rights is written down, and the other administrators
        are told by mail.
      </AdminHead>
      <Suspense>
        <PeopleList />
      </Suspense>
    </div>
  );
}
