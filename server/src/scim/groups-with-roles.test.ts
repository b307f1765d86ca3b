import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { roleGrant } from '../db/role-tables.ts';
import { auditEvent } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';
import { aDirectory } from './scim.fixture.ts';

const app = await startApp({ keepsAccounts: true });
const { db } = app.database;
const acme = await aDirectory(app);
const ROLE = { role: 'author', tenantId: 'spring', scope: 'course:spring-mine' } as const;

beforeEach(() => db.delete(auditEvent).then(() => undefined));

const entries = async () =>
  (await db.select().from(auditEvent).orderBy(auditEvent.eventId)).map(
    ({ action, actorName, tenantId, targetKind, details }) => ({
      ...{ action, actorName, tenantId, targetKind },
      who: (details as { email?: string; name?: string }).email ?? (details as { name?: string }).name,
    }),
  );

async function aRuledGroup(displayName: string) {
  const { body } = await acme.ask('POST', '/Groups', { displayName, members: [] });
  await db.insert(roleGrant).values({ groupId: body.id, ...ROLE });
  return { id: body.id as string, path: `/Groups/${body.id}` };
}

test('the audit log names who joins or leaves a group with a role', async () => {
  const [ann, bob] = [await acme.person('ann@acme.example'), await acme.person('bob@acme.example')];
  const { path } = await aRuledGroup('Authors');
  await db.delete(auditEvent);
  const by = { actorName: 'directory Acme', tenantId: 'spring', targetKind: 'person' };
  await acme.patch(path, { op: 'add', path: 'members', value: [{ value: ann }, { value: bob }] });
  await acme.patch(path, { op: 'add', path: 'members', value: [{ value: ann }] });
  expect((await entries()).sort((a, b) => String(a.who).localeCompare(String(b.who)))).toEqual([
    { ...by, action: 'role.give', who: 'ann@acme.example' },
    { ...by, action: 'role.give', who: 'bob@acme.example' },
  ]);
  await db.delete(auditEvent);
  await acme.patch(path, { op: 'remove', path: `members[value eq "${ann}"]` });
  expect(await entries()).toEqual([{ ...by, action: 'role.end', who: 'ann@acme.example' }]);
});

test('the audit log names a group with a role that is renamed or deleted', async () => {
  const { path } = await aRuledGroup('Editors');
  const by = { actorName: 'directory Acme', tenantId: 'spring', targetKind: 'group' };
  await acme.patch(path, { op: 'replace', path: 'displayName', value: 'Writers' });
  await acme.ask('DELETE', path);
  expect(await entries()).toEqual([
    { ...by, action: 'group.update', who: 'Writers' },
    { ...by, action: 'role.end', who: 'Writers' },
  ]);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from role_grant where scope = ${ROLE.scope}`,
  );
  expect(rows[0]?.count).toBe(1);
});

test('a group without a role changes without an entry', async () => {
  const eva = await acme.person('eva@acme.example');
  await db.delete(auditEvent);
  const { body } = await acme.ask('POST', '/Groups', { displayName: 'Plain', members: [{ value: eva }] });
  await acme.ask('DELETE', `/Groups/${body.id}`);
  expect(await entries()).toEqual([]);
});
