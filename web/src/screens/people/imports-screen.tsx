import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { ImportsList } from './imports-list.tsx';

export const head = () => ({ title: 'Imports of users', noIndex: true });

/** Past imports of people, with their undo. */
export default function ImportsScreen() {
  return (
    <div className="page">
      <AdminHead title="Imports of users">
        Files with people that administrators imported, and what each of them did. An import can be taken back for 24
        hours, as far as nobody has used or changed it since.
      </AdminHead>
      <ImportsList />
    </div>
  );
}
