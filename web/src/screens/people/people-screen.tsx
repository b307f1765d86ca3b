import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { PeopleList } from './people-list.tsx';

export const head = () => ({ title: 'Users', noIndex: true });

/** All people: search, administrator's role, Pro membership. */
export default function PeopleScreen() {
  return (
    <div className="page">
      <AdminHead title="Users">
        Everybody who is known, in all academies. Each change of rights is written down, and the other administrators
        are told by mail.
      </AdminHead>
      <PeopleList />
    </div>
  );
}
