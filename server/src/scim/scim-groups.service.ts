import { sql } from 'drizzle-orm';
import { auditDeletedGroup, auditMembers, auditRenamedGroup } from '../audit/group-roles.ts';
import type { Database } from '../db/connect.ts';
import { learnerGroup } from '../db/group-tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { type GroupRow, groupsIn } from '../groups/groups.store.ts';
import { type Attribute, byName, GROUP_ATTRIBUTES, type Resource, readResource } from './scim-attributes.ts';
import { invalid, ScimError } from './scim-error.ts';
import { parseFilter } from './scim-filter.ts';
import { type Columns, filterSql } from './scim-filter-sql.ts';
import { type MemberRow, scimMembersStore } from './scim-members.store.ts';
import { idsIn, type MemberChanges, memberChanges, type Operation, patched } from './scim-patch.ts';
import { type PageOf, refuseOther, type ScimScope } from './scim-users.service.ts';
import { isUniqueViolation } from './unique-violation.ts';

const SOURCE = 'scim';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const memberOf = sql`select from group_member where group_member.group_id = ${learnerGroup.groupId} and source = 'scim'`;
const COLUMNS: Columns = {
  id: { kind: 'id', of: sql`${learnerGroup.groupId}` },
  displayname: { kind: 'text', of: sql`${learnerGroup.name}` },
  externalid: { kind: 'text', of: sql`${learnerGroup.externalId}`, exact: true },
  'meta.created': { kind: 'moment', of: sql`${learnerGroup.createdAt}` },
  'meta.lastmodified': { kind: 'moment', of: sql`${learnerGroup.changedAt}` },
  members: {
    kind: 'ids',
    has: (id) => sql`exists (${memberOf} and person_id in (
      select person_id from directory_person where person_id = ${id} or former_id = ${id}))`,
    any: sql`exists (${memberOf})`,
  },
};

/** Attributes of a group itself; its members are changed without reading them all. */
const MEMBERS = byName(GROUP_ATTRIBUTES, 'members') as Attribute;
const OWN = GROUP_ATTRIBUTES.filter((one) => one !== MEMBERS);

export type GroupWithMembers = GroupRow & { members: MemberRow[] };

/** The groups of a directory, as it keeps them up to date. */
export function scimGroupsService({ db }: { db: Database }) {
  async function withMembers(
    { directoryId }: ScimScope,
    rows: GroupRow[],
    wantsMembers: boolean,
  ): Promise<GroupWithMembers[]> {
    const ids = rows.map(({ groupId }) => groupId);
    const members = wantsMembers
      ? Map.groupBy(await scimMembersStore(db, directoryId).of(ids), ({ groupId }) => groupId)
      : null;
    return rows.map((row) => ({ ...row, members: members?.get(row.groupId) ?? [] }));
  }

  /** @returns whether anything has changed. @throws ScimError invalidValue for an id that is no person of the directory */
  async function changeMembers(tx: Transaction, scope: ScimScope, groupId: string, changes: MemberChanges) {
    const [store, members] = [groupsIn(tx), scimMembersStore(tx, scope.directoryId)];
    const wanted = [...new Set([...(changes.all ?? []), ...changes.add].map((id) => id.toLowerCase()))];
    const people = wanted.every((id) => UUID.test(id)) ? await members.people(wanted) : [];
    if (people.length < wanted.length) throw invalid('invalidValue', 'noMember');
    // Removing somebody who is not known changes nothing.
    const gone = await members.people([...changes.remove].filter((id) => UUID.test(id)));
    const left =
      changes.all === null ? await store.leave(groupId, gone, SOURCE) : await store.leaveBut(groupId, people, SOURCE);
    const joined = await store.join(groupId, people, SOURCE);
    await auditMembers(tx, groupId, { joined, left });
    return left.length + joined.length > 0;
  }

  async function change(
    scope: ScimScope,
    id: string,
    match: string | null,
    to: (before: Resource) => { after: Resource; members: MemberChanges },
  ): Promise<void> {
    await unlessTaken(() =>
      db.transaction(async (tx) => {
        const store = groupsIn(tx);
        const before = (await store.locked(id, scope.directoryId)) ?? missing();
        refuseOther(match, before.version);
        const { after, members } = to(resourceOf(before));
        const values = valuesOf(after);
        const isMoved = await changeMembers(tx, scope, before.groupId, members);
        if (isMoved || values.name !== before.name || values.externalId !== before.externalId)
          await store.change(before.groupId, values);
        if (values.name !== before.name) await auditRenamedGroup(tx, before.groupId, before.name);
      }),
    );
  }

  async function get(scope: ScimScope, id: string, wantsMembers = true): Promise<GroupWithMembers> {
    const row = (await groupsIn(db).byId(id, scope.directoryId)) ?? missing();
    const [found] = await withMembers(scope, [row], wantsMembers);
    return found ?? missing();
  }

  return {
    /** @throws ScimError with status 404 */
    get,

    /** @throws ScimError invalidFilter */
    async list(scope: ScimScope, { filter, from, max }: PageOf, wantsMembers: boolean) {
      const where = filter === null ? null : filterSql(COLUMNS, parseFilter(filter));
      const store = groupsIn(db);
      const rows = max === 0 ? [] : await store.page(scope.directoryId, where, from, max);
      return { rows: await withMembers(scope, rows, wantsMembers), total: await store.count(scope.directoryId, where) };
    },

    /** @throws ScimError invalidValue; uniqueness for a name that another group of the directory has */
    async create(scope: ScimScope, body: Readonly<Record<string, unknown>>): Promise<GroupWithMembers> {
      const { name, externalId } = valuesOf(readResource(OWN, body));
      const { directoryId } = scope;
      const { groupId } = await unlessTaken(() =>
        db.transaction(async (tx) => {
          const row = await groupsIn(tx).add({ name, externalId, directoryId });
          await changeMembers(tx, scope, row.groupId, allOf(body));
          return row;
        }),
      );
      return get(scope, groupId);
    },

    /** A group that says nothing of its members or its id at the directory keeps them. @throws ScimError as `create`; version for another one */
    replace: (scope: ScimScope, id: string, match: string | null, body: Readonly<Record<string, unknown>>) =>
      change(scope, id, match, ({ externalId }) => ({
        after: { ...(externalId === undefined ? {} : { externalId }), ...readResource(OWN, body) },
        members: allOf(body),
      })),

    /** @throws ScimError as `replace` */
    patch: (scope: ScimScope, id: string, match: string | null, operations: readonly Operation[]) =>
      change(scope, id, match, (before) => ({
        after: patched(OWN, before, operations),
        members: memberChanges(MEMBERS, operations),
      })),

    /** @throws ScimError */
    async remove({ directoryId }: ScimScope, id: string, match: string | null): Promise<void> {
      await db.transaction(async (tx) => {
        const store = groupsIn(tx);
        const row = (await store.locked(id, directoryId)) ?? missing();
        refuseOther(match, row.version);
        await auditDeletedGroup(tx, row.groupId);
        await store.remove(row.groupId);
      });
    },
  };
}

export type ScimGroupsService = ReturnType<typeof scimGroupsService>;

const resourceOf = ({ name, externalId }: GroupRow): Resource => ({
  displayName: name,
  ...(externalId === null ? {} : { externalId }),
});

const valuesOf = ({ displayName, externalId }: Resource) => ({
  name: String(displayName),
  externalId: externalId === undefined ? null : String(externalId),
});

/** The members that a whole group names. */
function allOf(body: Readonly<Record<string, unknown>>): MemberChanges {
  const given = Object.entries(body).find(([key]) => key.toLowerCase() === MEMBERS.name)?.[1];
  return { all: idsIn(given), add: new Set(), remove: new Set() };
}

function missing(): never {
  throw new ScimError(404, 'notFound');
}

async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error) === null ? error : new ScimError(409, 'displayNameTaken', {}, 'uniqueness');
  }
}
