import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { PeopleList } from './people-list.tsx';
import { peopleTexts } from './people-texts.ts';

export const head = () => ({ title: peopleTexts.users, noIndex: true });

/** All people: search, administrator's role, Pro membership. */
export default function PeopleScreen() {
  return (
    <div className="page">
      <AdminHead title={peopleTexts.users}>{peopleTexts.usersIntro}</AdminHead>
      <PeopleList />
    </div>
  );
}
