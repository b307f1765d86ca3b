import type * as v from 'valibot';
import type { Ability } from './personal-access-tokens.ts';

/** Any valibot schema; inputs are what arrives, outputs what a handler works with. */
export type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Who may make a call. `anyone`: a bearer is ignored. `optional`: a bearer is used when one is sent (and refused when it
 * is invalid). `user`: a signed-in person. `admin`: a signed-in administrator. `token`: a personal access token only.
 */
export type Who = 'anyone' | 'optional' | 'user' | 'admin' | 'token';

/** The two transports of specification 7: `bearer` (style one) and `cached` (style two, reads only). */
export type CallStyle = 'bearer' | 'cached';

export interface Call<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Headers extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema = Schema,
> {
  /** The name by which server, web and tests know the call. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API base address, parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly who: Who;
  /** A personal access token with this ability is accepted too. */
  readonly ability?: Ability;
  /** True when the call carries the `tenantId` header. */
  readonly tenant: boolean;
  readonly style: CallStyle;
  /** False keeps the global loading flag untouched (overlays, progress events, alerts). */
  readonly loader: boolean;
  /** True for calls that change something, whatever their method: never cached, never on HEAD, same-site only. */
  readonly changes: boolean;
  readonly params?: Params;
  readonly query?: Query;
  /** Schema over lower-case header names. */
  readonly headers?: Headers;
  /** `'stream'` = raw bytes that the handler reads itself (content pushes). */
  readonly body?: Body | 'stream';
  /** Schema of the envelope's `data`. */
  readonly reply: Reply;
}

type Given<S> = S extends Schema ? v.InferInput<S> : never;
type Parsed<S> = S extends Schema ? v.InferOutput<S> : undefined;

/** What a caller passes: only the parts that the call declares. */
export type CallInput<C extends Call> = (C['params'] extends Schema ? { params: Given<C['params']> } : unknown) &
  (C['query'] extends Schema ? { query?: Given<C['query']> } : unknown) &
  (C['headers'] extends Schema ? { headers: Given<C['headers']> } : unknown) &
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

type Defaults = 'style' | 'loader' | 'changes';

/**
 * Describes one call of the API. Defaults: style `bearer`, loader on, `changes` true for everything but GET.
 */
export function defineCall<
  const Reply extends Schema,
  const Params extends Schema | undefined = undefined,
  const Query extends Schema | undefined = undefined,
  const Headers extends Schema | undefined = undefined,
  const Body extends Schema | undefined = undefined,
>(
  call: Omit<Call<Params, Query, Headers, Body, Reply>, Defaults> &
    Partial<Pick<Call<Params, Query, Headers, Body, Reply>, Defaults>>,
): Call<Params, Query, Headers, Body, Reply> {
  return { style: 'bearer', loader: true, changes: call.method !== 'GET', ...call };
}
