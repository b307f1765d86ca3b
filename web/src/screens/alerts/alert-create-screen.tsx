import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { EmptyAlert } from './new-alert.tsx';

export const head = () => ({ title: 'New alert', noIndex: true });

/** Writes an alert for one or several academies. */
export default function AlertCreateScreen() {
  return (
    <div className="page">
      <AdminHead title="New alert">
        A sentence or two above the content of every page. Readers can dismiss it; they see it again after you change
        it.
      </AdminHead>
      <EmptyAlert />
    </div>
  );
}
