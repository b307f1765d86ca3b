import type { Person } from '@academy/contract/people';
import { sessionStore } from '../sign-in/session.ts';

/** What the server said last of the signed-in person. */
let told: Pick<Person, 'userId' | 'isAdmin' | 'isPro' | 'membership'> | null = null;

/** Notes who the server says is signed in, and with which rights. */
export function noteRights(person: NonNullable<typeof told>): void {
  told = person;
}

/**
 * Names who looks at the page, with all that replies of the catalogue can depend on: the session, the rights that the
 * server told of last, and whether a membership runs at this moment by the viewer's own clock.
 */
export function viewerAt(now: Date): string {
  const { userId } = sessionStore.get();
  if (userId === null) return '';
  const { startsAt, endsAt } = told?.membership ?? {};
  const isRunning =
    startsAt !== undefined && endsAt !== undefined && new Date(startsAt) <= now && now < new Date(endsAt);
  return [userId, told?.userId, told?.isAdmin, told?.isPro, isRunning].join(' ');
}
