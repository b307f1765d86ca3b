import { ABILITIES, type Ability } from '../abilities.ts';
import type { Call } from '../call.ts';
import type { Role } from '../role-names.ts';

/** The scope of a role that reaches everything of its academy. */
export const WHOLE_ACADEMY = '*';

/** A role that a person holds. */
export interface HeldRole {
  role: Role;
  /** Null: in every academy. */
  tenantId: string | null;
  /**
   * What it reaches: `*`, one thing (`course:spring-boot`, `group:<id>`), or those whose names begin alike
   * (`course:spring-*`).
   */
  scope: string;
}

/** Whose rights are judged: a person, or a person's token, which never has more. */
export interface Holder {
  isAdmin: boolean;
  roles: readonly HeldRole[];
  /** The scopes to which a token is limited; null: it has those of its owner. */
  tokenScopes: readonly string[] | null;
}

/** The roles that include another one, for calls that need it. An administrator of the installation includes all. */
const INCLUDED_IN: Readonly<Record<Role, readonly Role[]>> = {
  author: ['author', 'academy-admin'],
  instructor: ['instructor', 'manager', 'academy-admin'],
  manager: ['manager', 'academy-admin'],
  'academy-admin': ['academy-admin'],
};

/**
 * Whether a scope reaches a thing, or another scope as a whole. Ids and slugs contain no `*`.
 *
 * @param what `course:spring-boot`, or a scope
 */
export const covers = (scope: string, what: string): boolean =>
  scope === what || (scope.endsWith('*') && what.startsWith(scope.slice(0, -1)));

/** The scopes in which a holder has a role in an academy; an empty list without it. */
export function scopesOf(holder: Holder, role: Role, tenantId: string): readonly string[] {
  const held = holder.isAdmin
    ? [WHOLE_ACADEMY]
    : holder.roles
        .filter((one) => INCLUDED_IN[role].includes(one.role) && (one.tenantId ?? tenantId) === tenantId)
        .map((one) => one.scope);
  const { tokenScopes } = holder;
  if (tokenScopes === null) return held;
  // What both reach: the narrower of each two.
  return tokenScopes.flatMap((limit) =>
    held.flatMap((scope) => (covers(scope, limit) ? [limit] : covers(limit, scope) ? [scope] : [])),
  );
}

/** Whether somebody administers the whole of an academy. */
export const administers = (holder: Holder, tenantId: string): boolean =>
  scopesOf(holder, 'academy-admin', tenantId).includes(WHOLE_ACADEMY);

/** Whether somebody may give or take this role: never more than they have. */
export function mayGrant(giver: Holder, { role, tenantId, scope }: HeldRole): boolean {
  if (giver.tokenScopes !== null) return false;
  if (giver.isAdmin) return true;
  if (tenantId === null) return false;
  if (administers(giver, tenantId)) return true;
  return role === 'instructor' && scopesOf(giver, 'manager', tenantId).some((own) => covers(own, scope));
}

/** Whether a role can have a scope: authors have content, instructors courses and groups, managers groups. */
export function fitsRole(role: Role, scope: string): boolean {
  if (role === 'academy-admin') return scope === WHOLE_ACADEMY;
  if (scope.startsWith('group:')) return role !== 'author';
  if (role === 'manager') return false;
  return scope === WHOLE_ACADEMY || role === 'author' || scope.startsWith('course:');
}

export type JudgedCall = Pick<Call, 'who' | 'reach' | 'needs'>;

/** The role that a call needs; null: none. `admin`: an administrator of the installation. */
export function roleNeeded({ who, reach, needs }: JudgedCall): Role | 'admin' | null {
  if (who !== 'admin' && who !== 'token') return null;
  return needs?.role ?? (reach === 'installation' ? 'admin' : 'academy-admin');
}

/** The parts of a call's input that may name what it is about. */
type Input = Partial<Record<'params' | 'query' | 'body', unknown>>;

/**
 * Why somebody may not make a call in an academy; null when they may. Somebody who has the role elsewhere, or about
 * something else, learns nothing: the record does not exist for them.
 *
 * @param input the validated input; left out: only whether there is anything that they may make it about
 */
export function refusalOf(
  call: JudgedCall,
  holder: Holder,
  tenantId: string,
  input?: Input,
): 'not-allowed' | 'not-found' | null {
  const role = roleNeeded(call);
  if (role === null) return null;
  if (role === 'admin') return holder.isAdmin && holder.tokenScopes === null ? null : 'not-allowed';
  const scopes = scopesOf(holder, role, tenantId);
  const reaches = (what: string) => scopes.some((scope) => covers(scope, what));
  const about = call.needs === undefined ? WHOLE_ACADEMY : input === undefined ? null : namedBy(call.needs.of, input);
  if (about === null ? scopes.length > 0 : reaches(about)) return null;
  return holder.isAdmin || holder.roles.some((one) => INCLUDED_IN[role].includes(one.role))
    ? 'not-found'
    : 'not-allowed';
}

/** The item that an input names; null where the noun itself looks it up. */
function namedBy(of: NonNullable<Call['needs']>['of'], input: Input): string | null {
  if (of === 'list' || of === 'record') return null;
  const { kind, id } = input[of] as { kind: string; id: string };
  return `${kind}:${id}`;
}

/** The abilities that somebody's token may have in an academy: those of calls that they may make themselves. */
export const abilitiesAmong = (calls: readonly Call[], holder: Holder, tenantId: string): Ability[] =>
  ABILITIES.filter((ability) =>
    calls.some((call) => call.ability === ability && refusalOf(call, holder, tenantId) === null),
  );
