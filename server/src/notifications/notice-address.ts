import { EmailSchema } from '@academy/contract/email';
import * as v from 'valibot';
import type { Queries } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { type PersonRow, peopleStore } from '../people/people.store.ts';
import { notificationsStore } from './notifications.store.ts';

/**
 * Where a person is told things: the address to log in with, else a personal or work one, verified in each case. Of people of
 * the embedded provider the account says what it is now: theirs may have changed since they came here last.
 *
 * @returns null when there is none, and so nothing may be sent
 */
export async function noticeAddress(queries: Queries, who: PersonRow): Promise<string | null> {
  const login = who.issuer === EMBEDDED_ISSUER ? await peopleStore(queries).accountNames(who.subject) : who;
  if (login === null) return null;
  const others = await notificationsStore(queries).verifiedAddresses(who.personId);
  const all = login.emailVerified ? [login.email, ...others] : others;
  // Another provider may know people by something that is no address.
  const found = all.map((email) => v.safeParse(EmailSchema, email)).find(({ success }) => success);
  return found?.success ? found.output : null;
}
