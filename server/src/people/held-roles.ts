import { type HeldRole, type Holder, scopesOf } from '@academy/contract/rules/held-roles';
import type { Tenant } from '@academy/contract/tenants';
import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import type { Actor } from '../values/scope.ts';

/**
 * The roles of the row `person` of a statement, own ones and those of the groups, as a column: read with the row, so that
 * knowing them costs no further statement.
 */
export const ROLES_OF_PERSON: SQL<HeldRole[]> = sql<HeldRole[]>`(
  select coalesce(json_agg(json_build_object('role', role, 'tenantId', tenant_id, 'scope', scope)), '[]')
  from role_grant where role_grant.person_id = person.person_id
    or group_id = any(array(select group_id from group_member where group_member.person_id = person.person_id)))`;

/** Condition on the row `person` of a statement: the directory has ended the account. */
export const ACCOUNT_HAS_ENDED: SQL = sql`exists (
  select from account where account_id = ${uuidOfText(sql.raw('person.subject'))} and ended_at is not null)`;

/** What a person may do at this moment; null when there is no such person, and while the account has ended. */
export async function holderOf(db: Queries, personId: string): Promise<Holder | null> {
  const { rows } = await db.execute<{ isAdmin: boolean; roles: HeldRole[] }>(
    sql`select is_admin as "isAdmin", ${ROLES_OF_PERSON} as roles from person
      where person_id = ${personId} and not ${ACCOUNT_HAS_ENDED}`,
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, tokenScopes: null };
}

/** What an actor may do: as the person, within the limits of the token. */
export const holderOfActor = ({ isAdmin, roles, by }: Actor): Holder => ({
  isAdmin,
  roles,
  tokenScopes: by.kind === 'token' ? by.scopes : null,
});

/** The scopes in which somebody sees the grades of attempts: managers do where the academy says so. */
export function gradeScopes({ tenantId, managersSeeGrades }: Tenant, holder: Holder): readonly string[] {
  const roles = managersSeeGrades ? holder.roles : holder.roles.filter(({ role }) => role !== 'manager');
  return scopesOf({ ...holder, roles }, 'instructor', tenantId);
}
