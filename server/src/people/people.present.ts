import type { Person } from '@academy/contract/people';
import type { PersonRow } from './people.store.ts';

export interface Membership {
  startsAt: Date;
  endsAt: Date;
}

/** A person's membership at a moment, ms since 1970. */
export function membershipOf(row: PersonRow, at: number): { isPro: boolean; membership: Membership | null } {
  if (row.proStartsAt === null || row.proEndsAt === null) return { isPro: false, membership: null };
  const membership = { startsAt: row.proStartsAt, endsAt: row.proEndsAt };
  return { isPro: membership.startsAt.getTime() <= at && at < membership.endsAt.getTime(), membership };
}

/** A person as replies show them. */
export function presentPerson(person: {
  personId: string;
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
  isAdmin: boolean;
  isPro: boolean;
  membership: Membership | null;
}): Person {
  const { membership } = person;
  return {
    userId: person.personId,
    firstName: person.firstName,
    lastName: person.lastName,
    login: person.email,
    email: person.email,
    isAdmin: person.isAdmin,
    isPro: person.isPro,
    userVerified: person.emailVerified,
    membership:
      membership === null
        ? null
        : { startsAt: membership.startsAt.toISOString(), endsAt: membership.endsAt.toISOString() },
  };
}

/** When a person first logged in; null: they were added, and never have. */
export const firstLoginOf = ({ addedAt, firstLoginAt, createdAt }: PersonRow): Date | null =>
  addedAt === null ? createdAt : firstLoginAt;

/** @param at ms since 1970 */
export function presentRow(row: PersonRow, at: number): Person {
  return presentPerson({ ...row, ...membershipOf(row, at) });
}
