import type { HeldRole } from '@academy/contract/rules/held-roles';
import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../db/any-of.ts';
import { directory } from '../db/directory-tables.ts';
import { learnerGroup } from '../db/group-tables.ts';
import { roleGrant } from '../db/role-tables.ts';
import { person } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { type AuditActor, writeAudit } from './audit.store.ts';

/** Who joined a group or left it, by person id. */
export interface MovedMembers {
  joined: readonly string[];
  left: readonly string[];
}

/**
 * Audits what a directory has changed in a group that holds roles: who has got or lost what they give. A group without
 * roles costs one look by an index.
 */
export async function auditMembers(tx: Transaction, groupId: string, { joined, left }: MovedMembers): Promise<void> {
  if (joined.length + left.length === 0) return;
  const held = await rolesOf(tx, groupId);
  if (held.length === 0) return;
  const who = sql`${person.personId}::text`;
  const people = await tx
    .select({ personId: person.personId, email: person.email })
    .from(person)
    .where(anyOf(who, [...joined, ...left]));
  const isNew = new Set(joined);
  for (const { personId, email } of people)
    for (const { role, tenantId, scope, group, by } of held)
      await writeAudit(tx, {
        action: isNew.has(personId) ? 'role.give' : 'role.end',
        target: { kind: 'person', id: personId },
        tenantId,
        details: { email, role, scope, group },
        by,
      });
}

/** Audits the new name of a group that holds roles. @param was its name before */
export async function auditRenamedGroup(tx: Transaction, groupId: string, was: string): Promise<void> {
  const [held] = await rolesOf(tx, groupId);
  if (held === undefined) return;
  const target = { kind: 'group', id: groupId };
  const details = { name: held.group, was };
  await writeAudit(tx, { action: 'group.update', target, tenantId: held.tenantId, details, by: held.by });
}

/** Audits the end of a group's roles, before the group is deleted. */
export async function auditDeletedGroup(tx: Transaction, groupId: string): Promise<void> {
  for (const { role, tenantId, scope, group, by } of await rolesOf(tx, groupId))
    await writeAudit(tx, {
      action: 'role.end',
      target: { kind: 'group', id: groupId },
      tenantId,
      details: { name: group, role, scope },
      by,
    });
}

/** The roles of a group, and its directory as the audit log names it. */
async function rolesOf(tx: Transaction, groupId: string): Promise<(HeldRole & { group: string; by: AuditActor })[]> {
  const rows = await tx
    .select({
      role: roleGrant.role,
      tenantId: roleGrant.tenantId,
      scope: roleGrant.scope,
      group: learnerGroup.name,
      directory: directory.name,
    })
    .from(roleGrant)
    .innerJoin(learnerGroup, eq(learnerGroup.groupId, roleGrant.groupId))
    .leftJoin(directory, eq(directory.directoryId, learnerGroup.directoryId))
    .where(eq(roleGrant.groupId, groupId));
  return rows.map(({ role, directory: name, ...row }) => ({
    ...row,
    // The check of the service keeps roles apart; the column is a text.
    role: role as HeldRole['role'],
    by: { personId: null, name: name === null ? 'directory' : `directory ${name}`, correlationId: null },
  }));
}
