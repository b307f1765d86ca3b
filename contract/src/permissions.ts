import type { Call, Reach } from './call.ts';
import type { ErrorCode } from './errors.ts';
import { acceptsIdToken } from './rules/call-style.ts';
import { covers, type HeldRole, type Holder, refusalOf, scopesOf } from './rules/held-roles.ts';
import { refusalDuringImpersonation } from './rules/viewable.ts';

/** What each `reach` of the contract means, for the reference pages. */
export const REACHES: Readonly<Record<Reach, string>> = {
  nothing: 'no records',
  published: 'what the academy published; locked content stays locked',
  own: 'own records',
  ownOrAll: 'own records; an administrator those of everybody',
  ownOrAcademy: 'own records; an administrator those of the academy, too',
  academy: 'all records of one academy',
  installation: 'all records of the installation',
  existence: 'whether an account exists, nothing else',
  named: 'the one record whose secret id the caller knows',
};

/** All kinds of callers, valid and invalid. */
export const PRINCIPALS = {
  visitor: 'visitor',
  user: 'user',
  pro: 'Pro member',
  expiredPro: 'former Pro member',
  admin: 'administrator',
  exAdmin: 'former administrator',
  token: 'token with the ability',
  tokenWithoutAbility: 'token without the ability',
  tokenOfOtherTenant: "another academy's token",
  tokenOfUser: "learner's token with the ability",
  tokenOfExAdmin: "former administrator's token",
  author: 'author of the content',
  authorOfOthers: 'author of other content',
  authorElsewhere: "another academy's author",
  instructor: 'instructor of the learner',
  instructorOfOthers: 'instructor of other learners',
  instructorElsewhere: "another academy's instructor",
  manager: "manager of the learner's group",
  managerOfOthers: 'manager of another group',
  managerElsewhere: "another academy's manager",
  academyAdmin: 'administrator of the academy',
  academyAdminElsewhere: "another academy's administrator",
  tokenOfAuthor: 'token for the content, of its author',
  tokenOfAuthorOfOthers: "token for other content, of the content's author",
  tokenOfExAuthor: "former author's token",
  tokenOfAcademyAdmin: "token with the ability, of the academy's administrator",
  expiredToken: 'expired token',
  revokedToken: 'revoked token',
  idToken: 'id token',
  expired: 'expired access token',
  forged: 'forged access token',
  wrongAudience: 'access token for another audience',
  wrongIssuer: 'access token of another issuer',
  notYetValid: 'access token from the future',
  unsigned: 'unsigned access token',
  endedSession: 'access token of an ended session',
  view: 'administrator who views as a learner',
  endedView: 'the same after the end of the view',
} as const;
export type Principal = keyof typeof PRINCIPALS;

/** `ok`, or the code with which the call is refused before its handler runs. */
export type Verdict =
  | 'ok'
  | Extract<
      ErrorCode,
      'not-signed-in' | 'invalid-token' | 'not-allowed' | 'not-found' | 'view-only' | `token-${string}`
    >;

/** The academy that calls are made in, and what they are about, for the principals with a scope. */
const HERE = 'here';
const INSIDE = 'inside';
const role = (name: HeldRole['role'], scope = '*', tenantId = HERE): HeldRole => ({ role: name, tenantId, scope });
const person = (...roles: HeldRole[]): Holder => ({ isAdmin: false, roles, tokenScopes: null });
const ADMIN: Holder = { isAdmin: true, roles: [], tokenScopes: null };

/** People, and tokens that exist, have not expired and belong to a person: whose rights are judged. */
const HOLDERS: Partial<Record<Principal, Holder>> = {
  user: person(),
  pro: person(),
  expiredPro: person(),
  admin: ADMIN,
  exAdmin: person(),
  author: person(role('author', `course:${INSIDE}`)),
  authorOfOthers: person(role('author', 'course:other')),
  authorElsewhere: person(role('author', '*', 'elsewhere')),
  instructor: person(role('instructor', `course:${INSIDE}`)),
  instructorOfOthers: person(role('instructor', 'course:other')),
  instructorElsewhere: person(role('instructor', '*', 'elsewhere')),
  manager: person(role('manager', `group:${INSIDE}`)),
  managerOfOthers: person(role('manager', 'group:other')),
  managerElsewhere: person(role('manager', `group:${INSIDE}`, 'elsewhere')),
  academyAdmin: person(role('academy-admin')),
  academyAdminElsewhere: person(role('academy-admin', '*', 'elsewhere')),
  token: ADMIN,
  tokenWithoutAbility: ADMIN,
  tokenOfOtherTenant: ADMIN,
  tokenOfUser: person(),
  tokenOfExAdmin: person(),
  tokenOfAuthor: { ...person(role('author')), tokenScopes: [`course:${INSIDE}`] },
  tokenOfAuthorOfOthers: { ...person(role('author')), tokenScopes: ['course:other'] },
  tokenOfExAuthor: { ...person(), tokenScopes: [`course:${INSIDE}`] },
  tokenOfAcademyAdmin: person(role('academy-admin')),
};

type Rules = Pick<Call, 'name' | 'who' | 'reach' | 'needs' | 'ability' | 'changes' | 'viewable'>;

/** What a principal may do with a call, derived from the contract. */
export function verdictOf(call: Rules, principal: Principal): Verdict {
  const isAnyones = call.who === 'anyone';
  if (principal === 'view' || (principal === 'endedView' && isAnyones))
    return refusalDuringImpersonation(call) === null ? 'ok' : 'view-only';
  if (call.who === 'anyone') return 'ok';
  if (principal === 'visitor') return call.who === 'optional' ? 'ok' : 'not-signed-in';
  const holder = HOLDERS[principal];
  if (holder !== undefined) {
    if (!principal.startsWith('token')) return call.who === 'token' ? 'invalid-token' : ofHolder(call, holder);
    if (principal === 'tokenOfOtherTenant') return 'token-tenant';
    return isWithAbility(call, principal) ? ofHolder(call, holder) : 'token-ability';
  }
  // An id token does not prove a role.
  if (principal === 'idToken' && acceptsIdToken(call, {}) && call.who !== 'token')
    return call.who === 'admin' ? 'not-allowed' : 'ok';
  return 'invalid-token';
}

/** A token with a scope publishes and can do nothing else. */
function isWithAbility({ ability }: Rules, principal: Principal): boolean {
  if (HOLDERS[principal]?.tokenScopes !== null) return ability === 'content:write';
  return ability !== undefined && principal !== 'tokenWithoutAbility';
}

function ofHolder(call: Rules, holder: Holder): Verdict {
  const item = { kind: 'course', id: INSIDE };
  const refusal = refusalOf(call, holder, HERE, { params: item, query: item, body: item });
  const { needs } = call;
  // The noun looks up what the record is about: a learner of the course and in the group, or a role of that group.
  const isOutside =
    needs?.of === 'record' &&
    !scopesOf(holder, needs.role, HERE).some(
      (one) => covers(one, `course:${INSIDE}`) || covers(one, `group:${INSIDE}`),
    );
  return refusal ?? (isOutside ? 'not-found' : 'ok');
}
