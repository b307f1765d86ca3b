import type { Invitation } from '@academy/contract/people-invitations';
import type { ListedPerson, Person } from '../../api/people-admin.ts';
import { momentText, utcDayText } from '../../lib/moments.ts';
import { Address } from '../../ui/address.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import css from './people.module.css';
import { peopleTexts } from './people-texts.ts';

export type PeopleColumn = 'firstName' | 'lastName' | 'login' | 'isAdmin' | 'isPro' | 'firstLogin' | 'verified' | 'id';

/** Name of a person, or their address where they have none. */
export const nameOf = ({ firstName, lastName, login }: Person): string => `${firstName} ${lastName}`.trim() || login;

/** The columns of the list of people, in their order. @param onToggle called with the person whose role is to change */
export const peopleColumns = (onToggle: (person: Person) => void): readonly Column<ListedPerson, PeopleColumn>[] => [
  {
    name: 'firstName',
    title: peopleTexts.firstName,
    isSortable: true,
    cell: ({ firstName }) => <strong dir="auto">{firstName}</strong>,
  },
  {
    name: 'lastName',
    title: peopleTexts.lastName,
    isSortable: true,
    cell: ({ lastName }) => <strong dir="auto">{lastName}</strong>,
  },
  { name: 'login', title: peopleTexts.email, isSortable: true, cell: ({ login }) => <Address email={login} /> },
  {
    name: 'isAdmin',
    title: peopleTexts.administrator,
    isSortable: true,
    cell: (person) => (
      <label className={css.toggle}>
        <input
          type="checkbox"
          role="switch"
          aria-label={peopleTexts.isAdministrator({ name: nameOf(person) })}
          aria-checked={person.isAdmin}
          checked={person.isAdmin}
          onChange={() => onToggle(person)}
        />
        {person.isAdmin ? peopleTexts.yes : peopleTexts.no}
      </label>
    ),
  },
  { name: 'isPro', title: peopleTexts.pro, isSortable: true, cell: (person) => membershipText(person) },
  {
    name: 'firstLogin',
    title: peopleTexts.knownSince,
    isHidden: true,
    cell: ({ firstLoginAt, invitation }) => (firstLoginAt === null ? neverText(invitation) : momentText(firstLoginAt)),
  },
  {
    name: 'verified',
    title: peopleTexts.address,
    isHidden: true,
    cell: ({ userVerified }) => (userVerified ? peopleTexts.confirmed : peopleTexts.notConfirmed),
  },
  { name: 'id', title: peopleTexts.id, isHidden: true, cell: ({ userId }) => <code>{userId}</code> },
];

/** That a person has never logged in, and how often they were invited. */
export const neverText = (invitation: Invitation | null): string =>
  invitation === null
    ? peopleTexts.neverNotInvited
    : peopleTexts.neverInvited({ count: invitation.sentCount, moment: momentText(invitation.lastSentAt) });

/** The state of a membership, in a few words. */
export function membershipText({ isPro, membership }: Pick<Person, 'isPro' | 'membership'>): string {
  if (membership === null) return peopleTexts.no;
  const { startsAt, endsAt } = membership;
  if (isPro) return peopleTexts.until({ day: utcDayText(endsAt) });
  return Date.parse(startsAt) > Date.now()
    ? peopleTexts.from({ day: utcDayText(startsAt) })
    : peopleTexts.endedOn({ day: utcDayText(endsAt) });
}
