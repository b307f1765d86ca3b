import type { Call, CallInput } from '@academy/contract/call';
import type { MemberSource } from '@academy/contract/groups';
import {
  addGroupMembers,
  createGroup,
  deleteGroup,
  type Group,
  type GroupDetails,
  type GroupMember,
  getGroup,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  updateGroup,
} from '@academy/contract/groups';
import { grantRole } from '@academy/contract/roles';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { roleGrant } from '../db/role-tables.ts';
import { auditEvent } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
let admin: TestPerson;
beforeAll(async () => {
  admin = await app.aPerson({ roles: [{ role: 'academy-admin', tenantId: 'spring', scope: '*' }] });
});

async function as<C extends Call>(who: TestPerson, call: C, input: CallInput<C>, tenant = 'spring') {
  const { status, body } = await app.call(call, input, { tenant, bearer: await who.bearer() });
  return { status, data: body.data, code: body.errors[0]?.code };
}

let count = 0;
async function aGroup(parentGroupId: string | null = null, name = `Team ${++count}`): Promise<string> {
  const { status, data } = await as(admin, createGroup, { body: { name, parentGroupId } });
  expect(status).toBe(200);
  return (data as { groupId: string }).groupId;
}
const join = (groupId: string, { personId }: TestPerson, source: MemberSource) =>
  db.insert(groupMember).values({ groupId, personId, source });
const managerOf = (groupId: string) =>
  app.aPerson({ roles: [{ role: 'manager', tenantId: 'spring', scope: `group:${groupId}` }] });
async function peopleOf(groupId: string, who = admin, q = ''): Promise<GroupMember[]> {
  const { data } = await as(who, listGroupMembers, { params: { groupId }, query: { q } });
  return (data as { result: { content: GroupMember[] } }).result.content;
}
async function listed(who: TestPerson, tenant = 'spring'): Promise<string[]> {
  const { data } = await as(who, listGroups, { query: { pageSize: '100' as never } }, tenant);
  return (data as { result: { content: Group[] } }).result.content.map(({ groupId }) => groupId);
}

describe('a group', () => {
  it('shows for each member where the membership comes from', async () => {
    const [groupId, somebody] = [await aGroup(), await app.aPerson()];
    await join(groupId, somebody, 'import');
    const body = { logins: [somebody.email.toUpperCase(), 'nobody@example.org'] };
    const added = await as(admin, addGroupMembers, { params: { groupId }, body });
    expect(added.data).toEqual({ added: 1, unknown: ['nobody@example.org'] });
    expect(await peopleOf(groupId)).toMatchObject([
      { userId: somebody.personId, login: somebody.email, sources: ['hand', 'import'], parts: [] },
    ]);
    const [entry] = await db.select().from(auditEvent).where(eq(auditEvent.targetId, somebody.personId));
    expect(entry).toMatchObject({ action: 'group.join', tenantId: 'spring', details: { email: somebody.email } });
  });

  it('keeps members of other sources when a membership by hand ends', async () => {
    const [groupId, somebody] = [await aGroup(), await app.aPerson()];
    for (const source of ['hand', 'scim', 'claim'] as const) await join(groupId, somebody, source);
    const params = { groupId, userId: somebody.personId };
    expect((await as(admin, removeGroupMember, { params })).data).toEqual({ removed: true });
    expect((await as(admin, removeGroupMember, { params })).data).toEqual({ removed: false });
    expect((await peopleOf(groupId))[0]?.sources).toEqual(['claim', 'scim']);
  });

  it('has the people of its parts too, and no parts of parts', async () => {
    const whole = await aGroup();
    const [part, somebody] = [await aGroup(whole, 'Part'), await app.aPerson()];
    await join(part, somebody, 'hand');
    expect(await peopleOf(whole)).toMatchObject([{ userId: somebody.personId, sources: [], parts: ['Part'] }]);
    const { data } = await as(admin, getGroup, { params: { groupId: whole } });
    expect(data as GroupDetails).toMatchObject({ members: 1, parts: [{ groupId: part, name: 'Part' }] });
    const deeper = { body: { name: 'Deeper', parentGroupId: part } };
    expect((await as(admin, createGroup, deeper)).code).toBe('invalid-input');
    const moved = { params: { groupId: whole }, body: { name: 'Whole', parentGroupId: await aGroup() } };
    expect((await as(admin, updateGroup, moved)).code).toBe('invalid-input');
  });

  it('has a name that no other group of the academy has', async () => {
    const groupId = await aGroup(null, 'Payments');
    expect((await as(admin, createGroup, { body: { name: ' payments ' } })).code).toBe('conflict');
    const other = await aGroup();
    const taken = { params: { groupId: other }, body: { name: 'PAYMENTS' } };
    expect((await as(admin, updateGroup, taken)).code).toBe('conflict');
    expect((await as(admin, updateGroup, { params: { groupId }, body: { name: 'PAYMENTS' } })).status).toBe(200);
    expect((await as(admin, createGroup, { body: { name: 'a; b' } })).code).toBe('invalid-input');
  });

  it('takes its roles with it when it is deleted, and leaves its parts', async () => {
    const whole = await aGroup();
    const part = await aGroup(whole);
    const manager = await managerOf(whole);
    expect(await listed(manager)).toEqual(expect.arrayContaining([whole, part]));
    expect((await as(admin, deleteGroup, { params: { groupId: whole } })).status).toBe(200);
    expect(await db.$count(roleGrant, eq(roleGrant.scope, `group:${whole}`))).toBe(0);
    const [left] = await db.select().from(learnerGroup).where(eq(learnerGroup.groupId, part));
    expect(left).toMatchObject({ parentGroupId: null });
  });

  it('of a directory is not changed by hand', async () => {
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into learner_group (name, directory_id) select 'Kept elsewhere', directory_id from directory limit 1
      returning group_id as id`);
    const groupId =
      rows[0]?.id ?? (await db.insert(learnerGroup).values({ name: 'Everywhere' }).returning())[0]?.groupId;
    const params = { groupId: groupId ?? '' };
    expect((await as(admin, getGroup, { params })).data).toMatchObject({ mayChange: false });
    const body = { logins: [(await app.aPerson()).email] };
    expect((await as(admin, addGroupMembers, { params, body })).status).toBe(404);
    expect((await as(admin, deleteGroup, { params })).status).toBe(404);
  });

  // Shows security#roles-with-a-scope
  it('that gives roles takes people from an administrator of the installation alone', async () => {
    const [groupId, root, somebody] = [await aGroup(), await app.aPerson({ admin: true }), await app.aPerson()];
    const role = { to: { groupId }, role: 'academy-admin', scope: '*' } as const;
    expect((await as(root, grantRole, { body: { ...role, everywhere: true } })).status).toBe(200);
    const body = { logins: [somebody.email] };
    expect((await as(admin, addGroupMembers, { params: { groupId }, body })).code).toBe('not-allowed');
    expect((await as(admin, deleteGroup, { params: { groupId } })).code).toBe('not-allowed');
    expect((await as(root, addGroupMembers, { params: { groupId }, body })).data).toMatchObject({ added: 1 });
  });
});

describe('a manager', () => {
  // Shows security#roles-with-a-scope
  it('sees exactly the own groups; elsewhere nothing exists', async () => {
    const [own, other] = [await aGroup(), await aGroup()];
    const [mate, stranger] = [await app.aPerson(), await app.aPerson()];
    await join(own, mate, 'hand');
    await join(other, stranger, 'hand');
    const manager = await managerOf(own);
    expect(await listed(manager)).toEqual([own]);
    expect((await peopleOf(own, manager)).map(({ userId }) => userId)).toEqual([mate.personId]);
    for (const groupId of [other, crypto.randomUUID()]) {
      expect(await as(manager, getGroup, { params: { groupId } })).toMatchObject({ status: 404, code: 'not-found' });
      expect((await as(manager, listGroupMembers, { params: { groupId } })).status).toBe(404);
    }
    const body = { logins: [stranger.email] };
    expect((await as(manager, addGroupMembers, { params: { groupId: own }, body })).code).toBe('not-allowed');
    expect((await as(manager, listGroups, {}, 'kube')).status).toBe(404);
  });
});

it('a group of 5,000 people is searched and paged by name', async () => {
  const groupId = await aGroup();
  await db.execute(sql`
    with people as (
      insert into person (issuer, subject, email, first_name, last_name)
      select 'many', 'many-' || n, 'many-' || n || '@example.org', 'Ada', 'No ' || lpad(n::text, 5, '0')
      from generate_series(1, 5000) n returning person_id)
    insert into group_member (group_id, person_id, source) select ${groupId}, person_id, 'import' from people`);
  const { data } = await as(admin, listGroupMembers, { params: { groupId }, query: { pageNumber: '2' as never } });
  const { content, totalElements } = (data as { result: { content: GroupMember[]; totalElements: number } }).result;
  expect([content[0]?.lastName, totalElements]).toEqual(['No 00041', 5000]);
  expect((await peopleOf(groupId, admin, 'no 04999')).map(({ login }) => login)).toEqual(['many-4999@example.org']);
});
