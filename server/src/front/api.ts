import { Readable } from 'node:stream';
import type { Call, ParsedInput } from '@academy/contract/call';
import { API_BASE_PATH } from '@academy/contract/constants';
import { envelopeSchema, succeed } from '@academy/contract/envelope';
import { AcademyError } from '@academy/contract/errors';
import type { FileReply } from '@academy/contract/exports';
import { callPattern } from '@academy/contract/rules/call-address';
import type { Tenant } from '@academy/contract/tenants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { step } from '../background/activity.ts';
import { type CallTable, parseInput, type RawBody } from '../calls/bind.ts';
import type { AssetAccess } from '../content-assets/asset-access.ts';
import { retryOnLostServer } from '../db/lost-server.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import type { HasSpace } from '../http/error-reply.ts';
import { addFormBody } from '../http/form-body.ts';
import { addJsonBody } from '../http/json-body.ts';
import type { LoadShedding } from '../http/load-shedding.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { refuseCrossSite } from '../http/same-site.ts';
import { type Tenants, tenantOfCall } from '../http/tenant.ts';
import { type Actor, type Scope, type SignedInScope, scopeOf } from '../values/scope.ts';
import { refuseOutside } from './person.ts';
import type { PublicReplies } from './public-replies.ts';

export interface ApiOptions {
  calls: CallTable;
  tenants: Tenants;
  /**
   * Who makes a call; null for a visitor.
   *
   * @throws AcademyError for a caller who may not make it
   */
  identify: (call: Call, request: FastifyRequest, tenant: Tenant) => Promise<Actor | null>;
  publicReplies: Pick<PublicReplies, 'covers' | 'send'>;
  allowedOrigins: ReadonlySet<string>;
  rateLimits: RateLimits;
  /** Signs the addresses of locked files; signed addresses expire. */
  assets: Pick<AssetAccess, 'signed'>;
  limits: { contentPushBytes: number; deadlineMs: number };
  /** Whether there is space on the disk of the database. */
  hasSpace: HasSpace;
  /** Refuses calls while the server is overloaded; left out, none is refused. */
  load?: Pick<LoadShedding, 'admit'>;
  /** Validates each reply against its contract; for tests. */
  checkReplies: boolean;
}

/** Registers a route for every call of the table: authorise, validate, handle, wrap the reply in an envelope. */
export async function addApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const paths = options.calls.all().map(({ call }) => ({ method: call.method, pattern: callPattern(call) }));

  await app.register(
    (api, _options, done) => {
      addJsonBody(api);
      const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
        const path = request.url.slice(API_BASE_PATH.length).split('?')[0] ?? '';
        const methods = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
        if (methods.length === 0) throw new AcademyError('not-found');
        // The router does not match a route when one of its parameters is too long.
        if (methods.some((method) => method === request.method)) throw new AcademyError('uri-too-long');
        reply.header('allow', [...new Set(methods)].join(', '));
        throw new AcademyError('method-not-allowed');
      };
      // Pages answer every address without a route of its own; addresses below the API must not. The body is not parsed.
      const method = api.supportedMethods.filter((name) => name !== 'OPTIONS');
      for (const url of ['/', '/*']) api.route({ method, url, onRequest: refuse, handler: refuse });
      api.setNotFoundHandler(refuse);
      const all = options.calls.all().map(({ call }) => call);
      for (const call of all) if (call.body !== 'stream' && !call.form) addCall(api, call, options);
      void api.register((forms, _none, registered) => {
        addFormBody(forms);
        for (const call of all) if (call.form) addCall(forms, call, options);
        registered();
      });
      void api.register((pushes, _none, registered) => {
        pushes.removeAllContentTypeParsers();
        pushes.addContentTypeParser('application/gzip', (_request, payload, parsed) => parsed(null, payload));
        for (const call of all) if (call.body === 'stream') addCall(pushes, call, options);
        registered();
      });
      done();
    },
    { prefix: API_BASE_PATH },
  );
}

function addCall(api: FastifyInstance, call: Call, options: ApiOptions): void {
  const { calls, publicReplies, limits } = options;
  const { handler } = calls.get(call.name);
  const isCached = publicReplies.covers(call);
  const replySchema = options.checkReplies && call.answers === 'envelope' ? envelopeSchema(call.reply) : null;

  api.route({
    method: call.method,
    url: call.path,
    exposeHeadRoute: false,
    config: { call: call.name },
    ...bodyLimit(call, options),
    handler(request, reply) {
      const deadline = deadlineIn(limits.deadlineMs);
      return answer(request, reply, deadline).finally(() => deadline.over());
    },
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, deadline: Deadline): Promise<FastifyReply> {
    const hasBearer = request.headers.authorization !== undefined;
    // Before it is known who calls, which the database is asked for: once that was waited for, the call is finished.
    if (hasBearer) options.load?.admit(call.changes ? 'write' : 'read');
    // Without its database a server cannot find out who calls: that answer, too, is due in time.
    const scope = await deadline.within(admit(call, request, options));
    const parsed = parseInput(call, given(request));
    refuseOutside(call, scope.actor, scope.tenant, parsed);
    // The cast is safe: `authorise` refuses visitors where the handler expects a signed-in person.
    const handled = async (raw: RawBody | null) => {
      // Only here it is known that the reply is not ready in memory.
      if (!hasBearer) options.load?.admit('visitor');
      return handler({ ...parsed, scope: scope as SignedInScope, raw, request });
    };

    if (isCached && scope.actor === null)
      return publicReplies.send(request, reply, call, scope, parsed, () => deadline.within(handled(null)));
    const work = handled(call.body === 'stream' ? rawBodyOf(call, request, scope.tenant, options, parsed) : null);
    if (call.answers === 'file') return sendFile(reply, (await work) as FileReply);
    const made = call.namesFiles ? work.then((data) => options.assets.signed(scope.tenantId, data)) : work;
    const data = await (call.hasDeadline ? deadline.within(made) : made);
    const envelope = succeed(data, scope.correlationId, call.message ?? null);
    if (replySchema !== null) v.assert(replySchema, envelope);
    return sendFresh(reply, envelope);
  }
}

/**
 * The checks before input is read, in this order: cross-site, disk space, tenant, bearer and policy, rate limits.
 *
 * @returns what the handler works on
 * @throws AcademyError for the first check that fails
 */
async function admit(call: Call, request: FastifyRequest, options: ApiOptions): Promise<Scope> {
  const { rateLimits } = options;
  if (call.changes) refuseCrossSite(request, options.allowedOrigins);
  if (call.needsDiskSpace && !options.hasSpace()) throw new AcademyError('no-space');
  const tenant = tenantOfCall(request, options.tenants);
  // Calls with a bearer are counted by person once it is verified; failed guesses of tokens are counted by address.
  if (request.headers.authorization === undefined) await rateLimits.anonymous(request);
  const actor = await identified(call, request, tenant, options);
  if (actor !== null) await rateLimits.signedIn(request, callerOf(actor));
  else if (request.headers.authorization !== undefined) await rateLimits.anonymous(request);
  await rateLimits.ofClass(call.rateLimit, request, actor === null);
  return { tenant, tenantId: scopeOf(tenant), actor, correlationId: correlationIdOf(request), address: request.ip };
}

/** @throws AcademyError unsupported-media-type for a body that no parser accepts, and for a missing one */
function rawBodyOf(
  call: Call,
  request: FastifyRequest,
  tenant: Tenant,
  options: ApiOptions,
  input: ParsedInput<Call>,
): RawBody {
  if (request.body === undefined) throw new AcademyError('unsupported-media-type');
  const stream = checkedAtEnd(request.body as Readable, async () =>
    refuseOutside(call, await identified(call, request, tenant, options), tenant, input),
  );
  return { stream, contentType: request.headers['content-type'] ?? '' };
}

/** Whose limit a call counts against: during an impersonation the administrator's, not the learner's. */
const callerOf = ({ by, personId }: Actor): string => (by.kind === 'view' ? by.admin.personId : personId);

/** Largest body in bytes, where it differs from the server's default. */
function bodyLimit({ body, bodyBytes }: Call, { limits }: ApiOptions): { bodyLimit?: number } {
  const bytes = bodyBytes ?? (body === 'stream' ? limits.contentPushBytes : undefined);
  return bytes === undefined ? {} : { bodyLimit: bytes };
}

async function identified(call: Call, request: FastifyRequest, tenant: Tenant, options: ApiOptions) {
  try {
    // Who calls is only read, and found again after a fail-over of the database.
    const check = () => retryOnLostServer(() => options.identify(call, request, tenant));
    return await step({ name: 'authorise', attributes: { 'academy.policy': call.who } }, check);
  } catch (error) {
    if (error instanceof AcademyError) await options.rateLimits.anonymous(request);
    throw error;
  }
}

function given(request: FastifyRequest) {
  return { params: request.params, query: request.query, headers: request.headers, body: request.body };
}

/** Replies to people, and of calls that change something, must not be cached. */
function sendFresh(reply: FastifyReply, envelope: unknown): FastifyReply {
  return reply.header('cache-control', 'no-store').header('vary', 'authorization, tenantid').send(envelope);
}

/** Streams the rows with back-pressure: a table of any length needs the same memory. */
function sendFile(reply: FastifyReply, { fileName, type, pieces }: FileReply): FastifyReply {
  return (
    reply
      .header('cache-control', 'no-store')
      .header('vary', 'authorization, tenantid')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      // nginx passes rows on as they come: it would keep them until its buffers are full.
      .header('x-accel-buffering', 'no')
      .type(type)
      .send(Readable.from(pieces))
  );
}

/** The moment at which a call must be answered, for its steps one after the other. */
interface Deadline {
  /** @throws AcademyError unavailable when the work takes longer */
  within<T>(work: Promise<T>): Promise<T>;
  /** The call is answered. */
  over(): void;
}

function deadlineIn(ms: number): Deadline {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // It may pass during a step that may take longer.
  late.catch(() => undefined);
  const timer = setTimeout(() => reject(new AcademyError('unavailable')), ms);
  return { within: (work) => Promise.race([work, late]), over: () => clearTimeout(timer) };
}

/** A push may take minutes: a token or role that was revoked meanwhile must not publish it. */
async function* checkedAtEnd(body: AsyncIterable<Uint8Array>, check: () => Promise<unknown>) {
  yield* body;
  await check();
}
