import type { Call, Reach } from './call.ts';
import type { ErrorCode } from './errors.ts';
import { acceptsIdToken } from './rules/call-style.ts';
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
  | Extract<ErrorCode, 'not-signed-in' | 'invalid-token' | 'not-allowed' | 'view-only' | `token-${string}`>;

const PEOPLE: ReadonlySet<Principal> = new Set(['user', 'pro', 'expiredPro', 'admin', 'exAdmin']);
/** Tokens that exist, have not expired and belong to a person. */
const TOKENS: ReadonlySet<Principal> = new Set([
  'token',
  'tokenWithoutAbility',
  'tokenOfOtherTenant',
  'tokenOfUser',
  'tokenOfExAdmin',
]);

type Rules = Pick<Call, 'name' | 'who' | 'ability' | 'changes' | 'viewable'>;

/** What a principal may do with a call, derived from the contract. */
export function verdictOf(call: Rules, principal: Principal): Verdict {
  const isAnyones = call.who === 'anyone';
  if (principal === 'view' || (principal === 'endedView' && isAnyones))
    return refusalDuringImpersonation(call) === null ? 'ok' : 'view-only';
  if (call.who === 'anyone') return 'ok';
  if (principal === 'visitor') return call.who === 'optional' ? 'ok' : 'not-signed-in';
  if (PEOPLE.has(principal)) return verdictOfPerson(call, principal);
  if (TOKENS.has(principal)) return verdictOfToken(call, principal);
  // An id token does not prove an administrator.
  if (principal === 'idToken' && acceptsIdToken(call, {}) && call.who !== 'token')
    return call.who === 'admin' ? 'not-allowed' : 'ok';
  return 'invalid-token';
}

function verdictOfPerson({ who }: Pick<Call, 'who'>, principal: Principal): Verdict {
  if (who === 'token') return 'invalid-token';
  return who === 'admin' && principal !== 'admin' ? 'not-allowed' : 'ok';
}

function verdictOfToken({ ability }: Pick<Call, 'ability'>, principal: Principal): Verdict {
  if (principal === 'tokenOfOtherTenant') return 'token-tenant';
  if (ability === undefined || principal === 'tokenWithoutAbility') return 'token-ability';
  const ofLearner = principal === 'tokenOfUser' || principal === 'tokenOfExAdmin';
  // A token loses the rights that its owner loses; reading one's own progress needs no administrator.
  return ofLearner && ability !== 'progress:read' ? 'not-allowed' : 'ok';
}
