import type { Queries, Transaction } from '../db/transaction.ts';
import { groupsIn } from './groups.store.ts';
import { groupsAdminStore } from './groups-admin.store.ts';

const SOURCE = 'import';

/** The groups that imports of people put somebody into: those of one academy that are kept here. */
export function importedGroups(db: Queries) {
  return {
    /** Their names, sorted. */
    async of(tenantId: string, personId: string): Promise<string[]> {
      return (await groupsAdminStore(db).importedOf(tenantId, personId)).map(({ name }) => name);
    },

    /** Makes these the groups of a person, as far as imports decide it; a group that is not there is made. */
    async set(tx: Transaction, tenantId: string, personId: string, names: readonly string[]): Promise<void> {
      const store = groupsAdminStore(tx);
      const wanted = new Set<string>();
      // In one order, so that two imports do not wait for each other.
      for (const name of [...names].sort()) wanted.add(await groupNamed(tx, tenantId, name));
      const memberships = groupsIn(tx);
      for (const { groupId } of await store.importedOf(tenantId, personId))
        if (!wanted.has(groupId)) await memberships.leave(groupId, [personId], SOURCE);
      for (const groupId of wanted) await memberships.join(groupId, [personId], SOURCE);
    },
  };
}

async function groupNamed(tx: Transaction, tenantId: string, name: string): Promise<string> {
  const store = groupsAdminStore(tx);
  const made = await store.add(tenantId, name, null);
  if (made !== null) return made;
  const found = await store.byName(tenantId, name);
  if (found === null) throw new Error(`the group ${name} was deleted at the same moment`);
  return found.groupId;
}
