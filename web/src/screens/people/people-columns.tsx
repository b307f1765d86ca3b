import type { Person } from '../../api/people-admin.ts';
import { utcDayText } from '../../lib/moments.ts';
import { Address } from '../../ui/address.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import css from './people.module.css';

export type PeopleColumn = 'firstName' | 'lastName' | 'login' | 'isAdmin' | 'isPro' | 'verified' | 'id';

/** Name of a person, or their address where they have none. */
export const nameOf = ({ firstName, lastName, login }: Person): string => `${firstName} ${lastName}`.trim() || login;

/** The columns of the list of people, in their order. @param onToggle called with the person whose role is to change */
export const peopleColumns = (onToggle: (person: Person) => void): readonly Column<Person, PeopleColumn>[] => [
  {
    name: 'firstName',
    title: 'First name',
    isSortable: true,
    cell: ({ firstName }) => <strong dir="auto">{firstName}</strong>,
  },
  {
    name: 'lastName',
    title: 'Last name',
    isSortable: true,
    cell: ({ lastName }) => <strong dir="auto">{lastName}</strong>,
  },
  { name: 'login', title: 'E-mail', isSortable: true, cell: ({ login }) => <Address email={login} /> },
  {
    name: 'isAdmin',
    title: 'Administrator',
    isSortable: true,
    cell: (person) => (
      <label className={css.toggle}>
        <input
          type="checkbox"
          role="switch"
          aria-label={`${nameOf(person)} is an administrator`}
          aria-checked={person.isAdmin}
          checked={person.isAdmin}
          onChange={() => onToggle(person)}
        />
        {person.isAdmin ? 'Yes' : 'No'}
      </label>
    ),
  },
  { name: 'isPro', title: 'Pro', isSortable: true, cell: (person) => membershipText(person) },
  {
    name: 'verified',
    title: 'Address',
    isHidden: true,
    cell: ({ userVerified }) => (userVerified ? 'Confirmed' : 'Not confirmed'),
  },
  { name: 'id', title: 'Id', isHidden: true, cell: ({ userId }) => <code>{userId}</code> },
];

/** The state of a membership, in a few words. */
export function membershipText({ isPro, membership }: Pick<Person, 'isPro' | 'membership'>): string {
  if (membership === null) return 'No';
  const { startsAt, endsAt } = membership;
  if (isPro) return `Until ${utcDayText(endsAt)} (UTC)`;
  return Date.parse(startsAt) > Date.now() ? `From ${utcDayText(startsAt)} (UTC)` : `Ended ${utcDayText(endsAt)} (UTC)`;
}
