import { getGroup, listGroupMembers, removeGroupMember, updateGroup } from '@academy/contract/groups';
import { learnerGroup } from '../db/group-tables.ts';
import type { TestApp } from '../testing/start-app.ts';
import { GROUP, type MakeForeign, type Sample } from './permission-records.ts';

/** A new group of an academy. */
export async function aGroup(app: TestApp, tenantId: string): Promise<{ groupId: string }> {
  const [row] = await app.database.db
    .insert(learnerGroup)
    .values({ tenantId, name: `group ${crypto.randomUUID()}` })
    .returning({ groupId: learnerGroup.groupId });
  return { groupId: row?.groupId ?? '' };
}

async function aMember(app: TestApp, tenantId: string): Promise<{ groupId: string; userId: string }> {
  const { groupId } = await aGroup(app, tenantId);
  const { personId } = await app.aPerson();
  await app.database.pool.query("insert into group_member (group_id, person_id, source) values ($1, $2, 'hand')", [
    groupId,
    personId,
  ]);
  return { groupId, userId: personId };
}

const ofGroup: Sample = async () => ({ params: { groupId: GROUP } });
const named = () => ({ name: `group ${crypto.randomUUID()}` });

export const groupSamples: Readonly<Record<string, Sample>> = {
  getGroup: ofGroup,
  listGroupMembers: ofGroup,
  createGroup: async () => ({ body: named() }),
  updateGroup: async (app) => ({ params: await aGroup(app, 'spring'), body: named() }),
  deleteGroup: async (app) => ({ params: await aGroup(app, 'spring') }),
  addGroupMembers: async (app) => ({
    params: await aGroup(app, 'spring'),
    body: { logins: [(await app.aPerson()).email] },
  }),
  removeGroupMember: async (app) => ({ params: await aMember(app, 'spring') }),
};

const missing = () => ({ groupId: crypto.randomUUID() });

export const foreignGroups: Readonly<Record<string, MakeForeign>> = {
  'a group of another academy': async (app) => ({
    call: getGroup,
    principal: 'academyAdmin',
    foreign: { params: await aGroup(app, 'kube') },
    missing: { params: missing() },
  }),
  'the people of another group': async (app) => ({
    call: listGroupMembers,
    principal: 'manager',
    foreign: { params: await aGroup(app, 'spring') },
    missing: { params: missing() },
  }),
  'the name of a group in another academy': async (app) => ({
    call: updateGroup,
    principal: 'academyAdmin',
    foreign: { params: await aGroup(app, 'kube'), body: named() },
    missing: { params: missing(), body: named() },
  }),
  'a membership in another academy': async (app) => ({
    call: removeGroupMember,
    principal: 'academyAdmin',
    foreign: { params: await aMember(app, 'kube') },
    missing: { params: { ...missing(), userId: crypto.randomUUID() } },
  }),
};
