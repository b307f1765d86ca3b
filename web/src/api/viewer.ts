import type { Person } from '@academy/contract/people';
import { sessionStore } from '../sign-in/session.ts';

/** The server's latest reply about the signed-in person. */
let rights: Pick<Person, 'userId' | 'isAdmin' | 'isPro' | 'membership'> | null = null;

/** Stores the rights of the signed-in person. */
export function noteRights(person: NonNullable<typeof rights>): void {
  rights = person;
}

/**
 * A key of everything that replies of the catalogue depend on: the session, the latest known rights, and whether a
 * membership is running by the viewer's own clock.
 */
export function viewerAt(now: Date): string {
  const { userId } = sessionStore.get();
  if (userId === null) return '';
  const { startsAt, endsAt } = rights?.membership ?? {};
  const isRunning =
    startsAt !== undefined && endsAt !== undefined && new Date(startsAt) <= now && now < new Date(endsAt);
  return [userId, rights?.userId, rights?.isAdmin, rights?.isPro, isRunning].join(' ');
}
