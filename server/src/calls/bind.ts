import type { Call, CallInput, CallReply, ParsedInput, Schema } from '@academy/contract/call';
import { CALLS } from '@academy/contract/calls';
import { AcademyError } from '@academy/contract/errors';
import { inputTexts } from '@academy/contract/rules/input-texts';
import { inputWords } from '@academy/contract/rules/input-words';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { retryOnLostServer } from '../db/lost-server.ts';
import type { Scope, SignedInScope } from '../values/scope.ts';

/** What a handler gets of a streamed body (calls whose contract says `body: 'stream'`). */
export interface RawBody {
  stream: AsyncIterable<Uint8Array>;
  contentType: string;
}

type ScopeOf<C extends Call> = C['who'] extends 'user' | 'admin' | 'token' ? SignedInScope : Scope;

export type Handler<C extends Call> = (
  context: ParsedInput<C> & { scope: ScopeOf<C>; raw: RawBody | null; request: FastifyRequest | null },
) => Promise<CallReply<C>>;

interface Bound {
  call: Call;
  handler: Handler<Call>;
}

/**
 * The calls that this server answers: each contract call with its handler. Binding refuses a call without a known
 * policy, a call that is not in the contract, and a second handler; `complete` refuses a contract call without a
 * handler.
 */
export class CallTable {
  readonly #bound = new Map<string, Bound>();

  bind<C extends Call>(call: C, handler: Handler<C>): void {
    if (!POLICIES.has(call.who)) throw new Error(`the call ${call.name} has no policy: who may make it?`);
    if (call.who === 'token' && call.ability === undefined)
      throw new Error(`the call ${call.name} is for tokens and names no ability`);
    if (this.#bound.has(call.name)) throw new Error(`the call ${call.name} is bound twice`);
    const bound = handler as unknown as Handler<Call>;
    // A reader notices nothing of a fail-over of the database that is over within a second.
    const reading: Handler<Call> = (context) => retryOnLostServer(() => bound(context));
    this.#bound.set(call.name, { call, handler: call.changes ? bound : reading });
  }

  /** Throws when the contract and the bound calls differ. */
  complete(contract: readonly Call[] = CALLS): void {
    const names = new Set(contract.map((call) => call.name));
    const missing = [...names].filter((name) => !this.#bound.has(name));
    const extra = [...this.#bound.keys()].filter((name) => !names.has(name));
    if (missing.length > 0) throw new Error(`no handler is bound for ${missing.join(', ')}`);
    if (extra.length > 0) throw new Error(`not in the contract: ${extra.join(', ')}`);
  }

  get(name: string): Bound {
    const bound = this.#bound.get(name);
    if (bound === undefined) throw new Error(`no call ${name}`);
    return bound;
  }

  all(): Bound[] {
    return [...this.#bound.values()];
  }

  /** Makes a call inside this process, as server-side rendering does. Input is validated as over HTTP. */
  async dispatch<C extends Call>(call: C, input: CallInput<C>, scope: Scope): Promise<CallReply<C>> {
    const { handler } = this.get(call.name);
    const parsed = parseInput(call, input as Partial<Record<'params' | 'query' | 'headers' | 'body', unknown>>);
    return (await handler({ ...parsed, scope: scope as SignedInScope, raw: null, request: null })) as CallReply<C>;
  }
}

const POLICIES: ReadonlySet<unknown> = new Set(['anyone', 'optional', 'user', 'admin', 'token']);

/** Validates the four parts of an input; the first problem of each part becomes an `invalid-input` with its field. */
export function parseInput(
  call: Call,
  given: Partial<Record<'params' | 'query' | 'headers' | 'body', unknown>>,
): ParsedInput<Call> {
  return {
    params: part(call.params, given.params ?? {}),
    query: part(call.query ?? NOTHING, given.query ?? {}),
    headers: part(call.headers, given.headers ?? {}),
    body: call.body === 'stream' ? undefined : part(call.body, given.body),
  } as ParsedInput<Call>;
}

/** A call that declares no query accepts none, except the tenant, which may always stand in the address. */
const NOTHING = v.strictObject({ tenantId: v.optional(v.string()) });

function part(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const broken = brokenText(value);
  if (broken !== null) throw invalid(broken.join('.') || undefined, inputTexts.brokenText);
  const result = v.safeParse(schema, value, { message: inputWords });
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw invalid(v.getDotPath(issue) ?? undefined, issue.message);
}

function invalid(field: string | undefined, message: string): AcademyError {
  return new AcademyError('invalid-input', {
    message: field === undefined ? message : `${field}: ${message}`,
    ...(field === undefined ? {} : { field }),
  });
}

/**
 * Finds NUL and unpaired surrogates, which the database does not accept and no keyboard types.
 *
 * @returns the property names that lead to the text; null when all text is valid
 */
function brokenText(value: unknown): string[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, part] of Object.entries(value)) {
    if (brokenText(key) !== null) return [];
    const below = brokenText(part);
    if (below !== null) return [key, ...below];
  }
  return null;
}
