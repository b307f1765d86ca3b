import type { Account } from '@academy/identity/accounts-store';
import type { DirectoryPerson, KnownFacts } from '@academy/identity/directories/directory';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { auditMembers } from '../audit/group-roles.ts';
import { directoryAccount } from '../db/directory-tables.ts';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { person as personTable } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';

/** Membership that a directory grants lasts longer than a session, and is renewed at each log-in. */
const PRO_DAYS = 31;

export type Granted = Pick<KnownFacts, 'isPro' | 'groups'>;
export const NOTHING_GRANTED: Granted = { isPro: null, groups: [] };

/** Condition: the person of an account in the academies. */
export const isPersonOf = (accountId: string) =>
  and(eq(personTable.issuer, EMBEDDED_ISSUER), eq(personTable.subject, accountId));

/**
 * Gives a person what their directory grants, and takes away only what it granted before.
 *
 * @param at ms since 1970
 */
export async function grant(tx: Transaction, of: DirectoryPerson, account: Account, granted: Granted, at: number) {
  await grantPro(tx, of, account, granted.isPro, at);
  await grantGroups(tx, of.directoryId, account, granted.groups ?? []);
}

/** Grants membership until some time after the next log-in must happen. */
async function grantPro(tx: Transaction, of: DirectoryPerson, account: Account, isPro: boolean | null, now: number) {
  const at = new Date(now);
  const isLinked = and(
    eq(directoryAccount.directoryId, of.directoryId),
    eq(directoryAccount.issuer, of.issuer),
    eq(directoryAccount.subject, of.subject),
  );
  if (isPro === true) {
    const until = new Date(now + PRO_DAYS * 86_400_000);
    const row = await personOf(tx, account);
    // A membership that lasts longer stays an administrator's.
    if (row === undefined || (row.proEndsAt !== null && row.proEndsAt >= until)) return;
    const startsAt = row.proStartsAt !== null && row.proEndsAt !== null && row.proEndsAt > at ? row.proStartsAt : at;
    await tx
      .update(personTable)
      .set({ proStartsAt: startsAt < at ? startsAt : at, proEndsAt: until })
      .where(eq(personTable.personId, row.personId));
    await tx.update(directoryAccount).set({ grantsPro: true }).where(isLinked);
    return;
  }
  const [granted] = await tx
    .update(directoryAccount)
    .set({ grantsPro: false })
    .where(and(isLinked, eq(directoryAccount.grantsPro, true)))
    .returning();
  if (granted === undefined) return;
  await tx
    .update(personTable)
    .set({ proEndsAt: at })
    .where(and(isPersonOf(account.accountId), sql`${personTable.proEndsAt} > ${at}`));
}

/** Puts a person into groups of the directory, which are made when somebody is the first. Other sources keep theirs. */
async function grantGroups(tx: Transaction, directoryId: string, account: Account, names: readonly string[]) {
  const ofDirectory = tx
    .select({ groupId: learnerGroup.groupId })
    .from(learnerGroup)
    .where(eq(learnerGroup.directoryId, directoryId));
  const groupIds: string[] = [];
  for (const name of names) {
    const isIt = and(eq(learnerGroup.directoryId, directoryId), sql`lower(${learnerGroup.name}) = lower(${name})`);
    await tx.insert(learnerGroup).values({ name, directoryId }).onConflictDoNothing();
    groupIds.push(...(await tx.select().from(learnerGroup).where(isIt)).map(({ groupId }) => groupId));
  }
  const [known] = await tx.select().from(personTable).where(isPersonOf(account.accountId));
  const row = known ?? (groupIds.length === 0 ? undefined : await personOf(tx, account));
  if (row === undefined) return;
  const { personId } = row;
  const left = await tx
    .delete(groupMember)
    .where(
      and(
        eq(groupMember.personId, personId),
        eq(groupMember.source, 'claim'),
        inArray(groupMember.groupId, ofDirectory),
        groupIds.length === 0 ? undefined : notInArray(groupMember.groupId, groupIds),
      ),
    )
    .returning({ groupId: groupMember.groupId });
  const memberships = groupIds.map((groupId) => ({ groupId, personId, source: 'claim' as const }));
  const joined =
    memberships.length === 0
      ? []
      : await tx
          .insert(groupMember)
          .values(memberships)
          .onConflictDoNothing()
          .returning({ groupId: groupMember.groupId });
  for (const { groupId } of left) await auditMembers(tx, groupId, { joined: [], left: [personId] });
  for (const { groupId } of joined) await auditMembers(tx, groupId, { joined: [personId], left: [] });
}

/** The person of an account; made before their first visit of an academy. */
async function personOf(tx: Transaction, { accountId, email, firstName, lastName }: Account) {
  const [row] = await tx
    .insert(personTable)
    .values({ issuer: EMBEDDED_ISSUER, subject: accountId, email, firstName, lastName, emailVerified: true })
    .onConflictDoUpdate({ target: [personTable.issuer, personTable.subject], set: { email } })
    .returning();
  return row;
}
