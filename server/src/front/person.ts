import type { Call, ParsedInput } from '@academy/contract/call';
import { AcademyError } from '@academy/contract/errors';
import { acceptsIdToken } from '@academy/contract/rules/call-style';
import { refusalOf } from '@academy/contract/rules/held-roles';
import { refusalDuringImpersonation } from '@academy/contract/rules/viewable';
import type { Tenant } from '@academy/contract/tenants';
import type { FastifyRequest } from 'fastify';
import { bearerOf } from '../http/bearer-of.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { holderOfActor } from '../people/held-roles.ts';
import { actorOf, type KnownToken, type PeopleService, type SessionIdentity } from '../people/people.service.ts';
import { IMPERSONATION_PREFIX } from '../values/impersonation-token.ts';
import type { Actor } from '../values/scope.ts';
import { TOKEN_PREFIX } from '../values/token-format.ts';
import type { OpenImpersonation } from '../view-as/view-as.store.ts';

/** Verifies the kinds of bearers. */
export interface Bearers {
  /** Null for a token that is expired, forged, of another audience or of an ended session. */
  session(token: string, use: 'access' | 'access-or-id'): Promise<SessionIdentity | null>;
  /**
   * What an access token of the embedded provider stated, also one that has expired or whose session has ended; null for
   * any other. It identifies nobody.
   */
  formerSession(token: string): Promise<SessionIdentity | null>;
  /** Null for a personal access token that is unknown, expired or revoked. */
  accessToken(token: string): Promise<KnownToken | null>;
  /** Null for an impersonation that is unknown, has ended, or whose administrator has lost the right to it. */
  view(token: string): Promise<OpenImpersonation | null>;
}

/** Looks up the rights of the person behind a verified identity or token. */
export type Actors = Pick<PeopleService, 'actorOfSession' | 'actorOfToken'>;

/**
 * The one authorisation step in front of every handler. Once the input is validated, `refuseOutside` compares what the
 * call is about with the scope of the actor's role.
 *
 * @returns the actor, null for a visitor on a call that is open to visitors
 * @throws AcademyError not-signed-in, invalid-token, not-allowed, not-found, view-only, token-tenant or token-ability
 */
export async function authorise(
  call: Call,
  request: FastifyRequest,
  tenant: Tenant,
  bearers: Bearers,
  people: Actors,
): Promise<Actor | null> {
  if (call.who === 'anyone') {
    // The prefix is enough, without a look at the database: an impersonation may only read.
    if (isImpersonationToken(request)) refuseDuringImpersonation(call);
    return null;
  }
  const bearer = bearerOf(request);
  if (bearer === null) {
    if (call.who === 'optional') return null;
    throw new AcademyError('not-signed-in');
  }
  if (bearer.startsWith(IMPERSONATION_PREFIX)) return ofImpersonation(call, bearer, tenant, bearers);
  const actor = bearer.startsWith(TOKEN_PREFIX)
    ? await ofToken(call, bearer, tenant, bearers, people)
    : await ofSession(call, request.query, bearer, bearers, people);
  refuseOutside(call, actor, tenant);
  return actor;
}

/**
 * Refuses a call that the actor's roles do not allow in this academy or, with its input, about this item. Rights are those
 * that the actor's person has now: a token has no more.
 *
 * @throws AcademyError not-allowed; not-found for somebody whose role has another scope
 */
export function refuseOutside(call: Call, actor: Actor | null, { tenantId }: Tenant, input?: ParsedInput<Call>): void {
  if (actor === null || actor.by.kind === 'view') return;
  const refusal = refusalOf(call, holderOfActor(actor), tenantId, input);
  if (refusal !== null) throw new AcademyError(refusal);
}

const isImpersonationToken = ({ headers }: FastifyRequest): boolean =>
  headers.authorization?.replace(/^bearer +/i, '').startsWith(IMPERSONATION_PREFIX) ?? false;

/** @throws AcademyError view-only */
function refuseDuringImpersonation(call: Call): void {
  const message = refusalDuringImpersonation(call);
  if (message !== null) throw new AcademyError('view-only', { message });
}

/**
 * During an impersonation administrators see what the learner sees, change nothing, and have no administrator's rights.
 */
async function ofImpersonation(call: Call, bearer: string, tenant: Tenant, bearers: Bearers): Promise<Actor> {
  const view = await bearers.view(bearer);
  if (view === null) throw new AcademyError('invalid-token', { message: replyTexts.viewEnded });
  if (view.tenantId !== tenant.tenantId) throw new AcademyError('token-tenant');
  refuseDuringImpersonation(call);
  const { viewId, viewed, admin } = view;
  return actorOf(viewed, { kind: 'view', viewId, admin: { personId: admin.personId, email: admin.email } }, Date.now());
}

async function ofSession(call: Call, query: unknown, bearer: string, bearers: Bearers, people: Actors): Promise<Actor> {
  if (call.who === 'token') throw new AcademyError('invalid-token');
  // Identity tokens are accepted by the cached call style only, and never for a write.
  const identity = await bearers.session(bearer, acceptsIdToken(call, query) ? 'access-or-id' : 'access');
  if (identity === null) throw new AcademyError('invalid-token');
  return people.actorOfSession(identity);
}

async function ofToken(call: Call, bearer: string, tenant: Tenant, bearers: Bearers, people: Actors): Promise<Actor> {
  const token = await bearers.accessToken(bearer);
  const actor = token === null ? null : await people.actorOfToken(token);
  if (token === null || actor === null) throw new AcademyError('invalid-token', { message: replyTexts.tokenUnknown });
  if (token.tenantId !== tenant.tenantId) throw new AcademyError('token-tenant');
  if (call.ability === undefined || !token.abilities.includes(call.ability)) throw new AcademyError('token-ability');
  return actor;
}
