import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { account } from './identity-tables.ts';
import { person } from './tables.ts';
import { uuidOfText } from './uuid-of-text.ts';

const { db } = await testDatabase();

/** Accounts whose id is this text. */
async function found(text: string): Promise<string[]> {
  const rows = await db
    .select({ accountId: account.accountId })
    .from(account)
    .where(sql`${account.accountId} = ${uuidOfText(text)}`);
  return rows.map(({ accountId }) => accountId);
}

test('an account is found by its id as text, and none by other texts', async () => {
  const names = { firstName: 'Ada', lastName: 'Ngata', emailVerified: true };
  const [made] = await db
    .insert(account)
    .values({ ...names, email: 'ada@example.org', passwordHash: '' })
    .returning();
  const id = made?.accountId ?? '';
  expect(await found(id)).toEqual([id]);
  for (const other of ['auth0|5f7c8ec7c33c6c004bbafe82', '', `${id}x`, id.replaceAll('-', '')])
    expect(await found(other), other).toEqual([]);
});

test('the index of their ids finds accounts of one person and of many', async () => {
  const plan = async (statement: ReturnType<typeof sql>) => {
    const { rows } = await db.transaction(async (tx) => {
      // An empty table would be read as a whole otherwise.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
        await tx.execute(sql.raw(`set local enable_${way} = off`));
      return tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const id = crypto.randomUUID();
  expect(await plan(sql`select from ${account} where ${account.accountId} = ${uuidOfText(id)}`)).toContain(
    'Index Cond',
  );
  expect(
    await plan(sql`
      select from ${person} where ${person.isAdmin}
      and exists (select from ${account} where ${account.accountId} = ${uuidOfText(sql`${person.subject}`)})`),
  ).toMatch(/Index Cond: \(account_id = CASE/);
});
