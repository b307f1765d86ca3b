import { type ImportResult, type ImportRow, importPeople, undoImport } from '@academy/contract/people-import';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp({ keepsAccounts: true });
const { db } = app.database;
const admin = await app.aPerson({ admin: true });
const as = { bearer: await admin.bearer(), tenant: 'spring' };

type Row = Partial<ImportRow> & { email: string };

async function bring(rows: Row[], dryRun = false): Promise<{ importId: string; results: ImportResult[] }> {
  const importId = crypto.randomUUID();
  const lines = rows.map((row, at) => ({ line: at + 2, ...row }));
  const { body } = await app.call(importPeople, { body: { dryRun, importId, rows: lines } }, as);
  return { importId, results: (body.data as { result: ImportResult[] }).result };
}

async function groupsOf(email: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select name || ' ' || source as name from group_member join learner_group using (group_id)
     join person using (person_id) where email = $1 order by 1`,
    [email],
  );
  return rows.map(({ name }) => name);
}

it('a column of groups puts people into groups, and makes missing ones', async () => {
  const [ada, bob] = ['ada@groups.example', 'bob@groups.example'];
  const rows = [
    { email: ada, groups: 'Payments; Berlin' },
    { email: bob, groups: ' payments ' },
  ];
  expect((await bring(rows, true)).results).toMatchObject([
    { outcome: 'created', message: 'groups: Payments; Berlin' },
    { outcome: 'created', message: 'groups: payments' },
  ]);
  expect(await db.$count(learnerGroup)).toBe(0);
  await bring(rows);
  expect(await groupsOf(ada)).toEqual(['Berlin import', 'Payments import']);
  expect(await groupsOf(bob)).toEqual(['Payments import']);
  expect((await bring(rows)).results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
});

it('a later import moves people, and keeps memberships by hand', async () => {
  const email = 'carla@groups.example';
  await bring([{ email, groups: 'Payments' }]);
  const [hand] = await db.insert(learnerGroup).values({ tenantId: 'spring', name: 'By hand' }).returning();
  const [person] = await app.database.pool
    .query('select person_id from person where email = $1', [email])
    .then(({ rows }) => rows);
  await db.insert(groupMember).values({ groupId: hand?.groupId ?? '', personId: person.person_id, source: 'hand' });
  await bring([{ email, groups: 'Search' }]);
  expect(await groupsOf(email)).toEqual(['By hand hand', 'Search import']);
  await bring([{ email, groups: '' }]);
  expect(await groupsOf(email)).toEqual(['By hand hand', 'Search import']);
  expect((await bring([{ email, groups: '-' }])).results).toMatchObject([
    { outcome: 'updated', message: 'in no group' },
  ]);
  expect(await groupsOf(email)).toEqual(['By hand hand']);
});

it('a reverted import takes people back to the groups before', async () => {
  const email = 'dora@groups.example';
  await bring([{ email, groups: 'One' }]);
  const { importId } = await bring([{ email, groups: 'Two; Three' }]);
  const { body } = await app.call(undoImport, { params: { importId }, body: {} }, as);
  expect(body.data).toMatchObject({ undone: 1, left: [] });
  expect(await groupsOf(email)).toEqual(['One import']);
  const again = await bring([{ email, groups: 'Two' }]);
  const [one] = await db.select().from(learnerGroup).where(eq(learnerGroup.name, 'Two'));
  await db.delete(groupMember).where(eq(groupMember.groupId, one?.groupId ?? ''));
  const kept = await app.call(undoImport, { params: { importId: again.importId }, body: {} }, as);
  expect(kept.body.data).toMatchObject({ undone: 0, left: [{ email, message: 'The groups were changed since' }] });
});

it('groups of another academy are not touched', async () => {
  const email = 'emil@groups.example';
  await bring([{ email, groups: 'Payments' }]);
  const rows = [{ line: 2, email, groups: 'Kube team' }];
  await app.call(importPeople, { body: { dryRun: false, rows } }, { ...as, tenant: 'kube' });
  expect(await groupsOf(email)).toEqual(['Kube team import', 'Payments import']);
});
