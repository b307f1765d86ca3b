import {
  acceptInvitation,
  createInvitationLink,
  deleteInvitationLink,
  type InvitationLink,
  listInvitationLinks,
} from '@academy/contract/invitation-links';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { invitationLink } from '../db/invitation-link-tables.ts';
import { roleGrant } from '../db/role-tables.ts';
import { auditEvent } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
const DAY_MS = 86_400_000;

async function aGroup(): Promise<string> {
  const [row] = await db.insert(learnerGroup).values({ name: crypto.randomUUID(), tenantId: 'spring' }).returning();
  return row?.groupId ?? '';
}
const managerOf = async (groupId: string) => ({
  bearer: await (
    await app.aPerson({ roles: [{ role: 'manager', tenantId: 'spring', scope: `group:${groupId}` }] })
  ).bearer(),
});
async function aLink(groupId: string, maxUses = 2) {
  const body = { name: 'New people', groupId, maxUses, endsAt: new Date(Date.now() + DAY_MS).toISOString() };
  const { status, body: reply } = await app.call(createInvitationLink, { body }, await managerOf(groupId));
  expect([status, reply.errors]).toEqual([200, []]);
  return reply.data as { link: InvitationLink; secret: string };
}
const accept = async (person: TestPerson, invitation: string, tenant = 'spring') =>
  (await app.call(acceptInvitation, { body: { invitation } }, { bearer: await person.bearer(), tenant })).status;
const membersOf = async (groupId: string) =>
  (await db.select().from(groupMember).where(eq(groupMember.groupId, groupId))).map(({ personId }) => personId).sort();

test('people join a group by a link until it is used up', async () => {
  const groupId = await aGroup();
  const { secret } = await aLink(groupId);
  const people = await Promise.all(Array.from({ length: 5 }, () => app.aPerson()));
  const [first] = people as [TestPerson];
  expect(await accept(first, secret, 'kube')).toBe(404);
  expect([await accept(first, secret), await accept(first, secret)]).toEqual([200, 200]);
  const others = await Promise.all(people.slice(1).map((person) => accept(person, secret)));
  expect(others.sort()).toEqual([200, 404, 404, 404]);
  expect(await membersOf(groupId)).toHaveLength(2);
  const { body } = await app.call(listInvitationLinks, {}, await managerOf(groupId));
  const { result, groups } = body.data as { result: InvitationLink[]; groups: { id: string }[] };
  expect(result).toMatchObject([{ groupId, maxUses: 2, uses: 2 }]);
  expect(groups.map(({ id }) => id)).toEqual([groupId]);
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('a link that has ended or was deleted lets nobody in', async () => {
  const groupId = await aGroup();
  const person = await app.aPerson();
  const { link, secret } = await aLink(groupId);
  await db
    .update(invitationLink)
    .set({ endsAt: new Date(Date.now() - 1) })
    .where(eq(invitationLink.linkId, link.linkId));
  expect(await accept(person, secret)).toBe(404);
  const other = await aLink(groupId);
  const params = { linkId: other.link.linkId };
  expect((await app.call(deleteInvitationLink, { params }, await managerOf(await aGroup()))).status).toBe(404);
  expect((await app.call(deleteInvitationLink, { params }, await managerOf(groupId))).status).toBe(200);
  expect(await accept(person, other.secret)).toBe(404);
  expect(await membersOf(groupId)).toEqual([]);
});

test('managers make links for their own groups only, with an end in the future', async () => {
  const groupId = await aGroup();
  const as = await managerOf(groupId);
  const make = async (more: object) => {
    const body = { name: 'x', groupId, maxUses: 1, endsAt: new Date(Date.now() + DAY_MS).toISOString(), ...more };
    return (await app.call(createInvitationLink, { body }, as)).status;
  };
  expect(await make({ groupId: await aGroup() })).toBe(404);
  expect(await make({ endsAt: new Date(Date.now() - 1_000).toISOString() })).toBe(400);
  expect(await make({ endsAt: new Date(Date.now() + 400 * DAY_MS).toISOString() })).toBe(400);
});

test('nobody gets a role by a link', async () => {
  const [groupId, other] = [await aGroup(), await aGroup()];
  const giveRole = (to: string) =>
    db.insert(roleGrant).values({ groupId: to, role: 'instructor', tenantId: 'spring', scope: '*', source: 'hand' });
  const { secret } = await aLink(groupId);
  const person = await app.aPerson();
  await giveRole(groupId);
  expect(await accept(person, secret)).toBe(404);
  expect(await membersOf(groupId)).toEqual([]);
  await giveRole(other);
  const body = { name: 'x', groupId: other, maxUses: 1, endsAt: new Date(Date.now() + DAY_MS).toISOString() };
  expect((await app.call(createInvitationLink, { body }, await managerOf(other))).status).toBe(403);
});

test('who joins by a link stands in the audit log', async () => {
  const groupId = await aGroup();
  const { secret } = await aLink(groupId);
  const person = await app.aPerson();
  await accept(person, secret);
  const rows = await db.select().from(auditEvent).where(eq(auditEvent.targetId, person.personId));
  expect(rows).toMatchObject([{ action: 'group.join', details: { link: 'New people' } }]);
});
