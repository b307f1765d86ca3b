import type { Account } from '@academy/identity/accounts-store';
import type { DirectoryPerson } from '@academy/identity/directories/directory';
import { sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';

/** Whom a directory described: by the subject, which some call the external id, or by an address that counts. */
export async function describedPerson(db: Queries, { directoryId, subject }: DirectoryPerson, email: string | null) {
  const address = email === null ? null : JSON.stringify([{ value: email.toLowerCase() }]);
  // Each way by its own index: together in one condition they would read everybody whom the directory describes.
  const found = sql`select * from directory_person where directory_id = ${directoryId}`;
  const isNamed = sql`lower(user_name) = lower(${email}::text)`;
  const { rows } = await db.execute<{ personId: string; subject: string; hasLeft: boolean }>(sql`
    select person_id as "personId", subject, not is_active or deleted_at is not null as "hasLeft"
    from (${found} and external_id = ${subject}
      union all ${found} and deleted_at is null and ${isNamed}
      union all ${found} and deleted_at is not null and ${isNamed}
      union all ${found} and lower(attributes ->> 'emails')::jsonb @> ${address}::jsonb) found
    join person using (person_id)
    order by deleted_at is not null, external_id is distinct from ${subject} limit 1`);
  return rows[0] ?? null;
}

/** Gives the account of a log-in to the person whom the directory described, if they have none. */
export async function giveToDescribed(tx: Transaction, person: DirectoryPerson, to: Account): Promise<void> {
  const found = await describedPerson(tx, person, to.email);
  if (found !== null && found.subject !== to.accountId) await giveAccount(tx, found, to);
}

/**
 * Gives an account to a described person who has none. Where somebody uses the account already, the description and its
 * groups move to them, and the directory goes on to know them by the id it has.
 */
export async function giveAccount(
  tx: Transaction,
  { personId, subject }: { personId: string; subject: string },
  { accountId, email }: Pick<Account, 'accountId' | 'email'>,
): Promise<void> {
  const { rows } = await tx.execute<{ person: string | null; isFree: boolean }>(sql`
    select (select person_id from person where issuer = ${EMBEDDED_ISSUER} and subject = ${accountId}) as person,
      not exists (select from account where account_id = ${subject}::uuid) as "isFree"`);
  const { person = null, isFree = false } = rows[0] ?? {};
  if (!isFree) return;
  if (person === null) {
    await tx.execute(sql`
      update person set subject = ${accountId}, email = ${email}, email_verified = true where person_id = ${personId}`);
    return;
  }
  const moved = await tx.execute(sql`
    update directory_person set person_id = ${person}, former_id = coalesce(former_id, person_id)
    where person_id = ${personId} and not exists (select from directory_person other where other.person_id = ${person})`);
  if (moved.rowCount === 0) return;
  await tx.execute(sql`
    insert into group_member (group_id, person_id, source, added_at)
    select group_id, ${person}, source, added_at from group_member where person_id = ${personId} on conflict do nothing`);
  await tx.execute(sql`update assignment set person_id = ${person} where person_id = ${personId}`);
  await tx.execute(sql`delete from person where person_id = ${personId}`);
}
