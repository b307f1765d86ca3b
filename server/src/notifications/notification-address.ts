import { EmailSchema } from '@academy/contract/email';
import * as v from 'valibot';
import type { Queries } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { type PersonRow, peopleStore } from '../people/people.store.ts';
import { notificationsStore } from './notifications.store.ts';

/**
 * Where a person receives notifications: at the log-in address, else at a personal or work one, always a verified one.
 * For people of the embedded provider the account is asked, because their address may have changed since their last
 * visit.
 *
 * @returns null when there is none: nothing may be sent
 */
export async function notificationAddress(queries: Queries, who: PersonRow): Promise<string | null> {
  const login = who.issuer === EMBEDDED_ISSUER ? await peopleStore(queries).accountNames(who.subject) : who;
  if (login === null) return null;
  const others = await notificationsStore(queries).verifiedAddresses(who.personId);
  const all = login.emailVerified ? [login.email, ...others] : others;
  // Another provider may identify people by a text that is no e-mail address.
  const found = all.map((email) => v.safeParse(EmailSchema, email)).find(({ success }) => success);
  return found?.success ? found.output : null;
}

/** Somebody who gets mail. */
export interface Recipient extends Pick<PersonRow, 'firstName' | 'lastName' | 'language'> {
  email: string;
}

/** A person with the address at which they get mail; null for somebody without one. */
export async function recipientOf(queries: Queries, personId: string): Promise<Recipient | null> {
  const who = await notificationsStore(queries).person(personId);
  const email = who === null ? null : await notificationAddress(queries, who);
  return who === null || email === null ? null : { ...who, email };
}
