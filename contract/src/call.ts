import type * as v from 'valibot';
import type { Ability } from './abilities.ts';
import type { Role } from './role-names.ts';

/** Any valibot schema: its input is what arrives, its output what a handler gets. */
export type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Who may make a call. `anyone`: a bearer is ignored. `optional`: a bearer is used when one is sent (and refused when it
 * is invalid). `user`: a signed-in person. `admin`: a signed-in person with a role. `token`: a personal access token only,
 * of a person with a role. `roleNeeded` in `rules/held-roles.ts` says which role that is.
 */
export type Who = 'anyone' | 'optional' | 'user' | 'admin' | 'token';

/**
 * The least role that a call of `admin` or `token` needs, where an author, instructor or manager is enough, and where its
 * scope is seen: in the `kind` and `id` of a part of the input; of a `list`, which shows only what is inside; of a
 * `record`, which the noun looks up and answers as missing where it is outside.
 */
export interface Needs {
  readonly role: Role;
  readonly of: 'params' | 'query' | 'body' | 'list' | 'record';
}

/** Which records a call can read or change; `REACHES` in `permissions.ts` describes each value. */
export type Reach =
  | 'nothing'
  | 'published'
  | 'own'
  | 'ownOrAll'
  | 'ownOrAcademy'
  | 'academy'
  | 'installation'
  | 'existence'
  | 'named';

/** Calls that are limited beyond the general limits per address and person. `visitor-…` counts calls without a session. */
export type RateLimitClass = 'account-lookup' | 'browser-report' | 'lab-start' | 'visitor-attempt' | 'visitor-message';

/** `'stream'` = raw bytes that the handler reads itself (content pushes). */
export type BodySchema = Schema | 'stream' | undefined;
type Part = Schema | undefined;

export interface Call<
  Params extends Part = Part,
  Query extends Part = Part,
  Headers extends Part = Part,
  Body extends BodySchema = BodySchema,
  Reply extends Schema = Schema,
  Policy extends Who = Who,
> {
  /** The name by which server, web and tests know the call. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API base address, parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly who: Policy;
  readonly reach: Reach;
  /** Left out: an administrator of the academy, or of the installation where the call reaches that. */
  readonly needs: Needs | undefined;
  /** A personal access token with this ability is accepted too. */
  readonly ability: Ability | undefined;
  /** True when the call carries the `tenantId` header. */
  readonly tenant: boolean;
  /** False keeps the global loading flag untouched (overlays, progress events, alerts). */
  readonly loader: boolean;
  /** True for calls that change something, whatever their method: never cached, never on HEAD, same-site only. */
  readonly changes: boolean;
  /** Which limit applies beside the general ones; the server's settings say how many calls it allows. */
  readonly rateLimit: RateLimitClass | undefined;
  /** Largest body in bytes; left out, the server's setting for bodies of this kind applies. */
  readonly bodyBytes: number | undefined;
  /** False for calls that may take longer than the server's deadline, because they render content. */
  readonly hasDeadline: boolean;
  /** False for a call that is answered although the disk of the database is full. */
  readonly needsDiskSpace: boolean;
  /** True for a call that browsers send cookies with, also from the other origins of the academy. */
  readonly sendsCookies: boolean;
  /** Whether an administrator may make it while impersonating a learner; left out, see `rules/viewable.ts`. */
  readonly viewable: boolean | undefined;
  readonly params: Params;
  readonly query: Query;
  /** Schema over lower-case header names. */
  readonly headers: Headers;
  readonly body: Body;
  /** True where the body may also be form data; then it holds texts only. */
  readonly form: boolean;
  /** Schema of the envelope's `data`; of a `file` call `FileReplySchema`. */
  readonly reply: Reply;
  /** Form of a success: an envelope, or a file in pieces. Failures are always envelopes. */
  readonly answers: 'envelope' | 'file';
  /** The envelope's message on success, for people to read. */
  readonly message: string | undefined;
  /**
   * True where the reply holds content that may be locked for others, and no text of callers: addresses of files in it
   * are replaced by signed ones that expire.
   */
  readonly namesFiles: boolean;
}

type Given<S> = S extends Schema ? v.InferInput<S> : never;
type Parsed<S> = S extends Schema ? v.InferOutput<S> : undefined;

type Headers<Given> = object extends Given ? { headers?: Given } : { headers: Given };

/** What a caller passes: only the parts that the call declares. */
export type CallInput<C extends Call> = (C['params'] extends Schema ? { params: Given<C['params']> } : unknown) &
  (C['query'] extends Schema ? { query?: Given<C['query']> } : unknown) &
  (C['headers'] extends Schema ? Headers<Given<C['headers']>> : unknown) &
  (C['body'] extends Schema ? { body: Given<C['body']> } : unknown);

/** What a handler receives, after validation. */
export interface ParsedInput<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  headers: Parsed<C['headers']>;
  body: Parsed<C['body']>;
}

/** The `data` of a successful reply. */
export type CallReply<C extends Call> = v.InferOutput<C['reply']>;

type Optional =
  | 'params'
  | 'query'
  | 'headers'
  | 'body'
  | 'form'
  | 'needs'
  | 'ability'
  | 'loader'
  | 'changes'
  | 'rateLimit'
  | 'bodyBytes'
  | 'hasDeadline'
  | 'needsDiskSpace'
  | 'sendsCookies'
  | 'viewable'
  | 'answers'
  | 'message'
  | 'namesFiles';

/**
 * Describes one call of the API. Defaults: loader on, JSON alone, `changes` true for everything but GET, a deadline unless
 * the body is a stream, disk space needed for calls that change something.
 */
/*#__NO_SIDE_EFFECTS__*/
export function defineCall<
  const Reply extends Schema,
  const Policy extends Who,
  const Params extends Part = undefined,
  const Query extends Part = undefined,
  const Headers extends Part = undefined,
  const Body extends BodySchema = undefined,
>(
  call: Omit<Call<Params, Query, Headers, Body, Reply, Policy>, Optional> &
    Partial<Pick<Call<Params, Query, Headers, Body, Reply, Policy>, Optional>>,
): Call<Params, Query, Headers, Body, Reply, Policy> {
  const changes = call.changes ?? call.method !== 'GET';
  const defaults = {
    loader: true,
    form: false,
    changes,
    hasDeadline: call.body !== 'stream',
    needsDiskSpace: changes,
    sendsCookies: false,
    answers: 'envelope',
    namesFiles: false,
  };
  // Missing parts are undefined: their type parameters default to it.
  return { ...defaults, ...call } as Call<Params, Query, Headers, Body, Reply, Policy>;
}
