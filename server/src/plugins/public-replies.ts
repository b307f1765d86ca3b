import type { Call, ParsedInput } from '@academy/contract/call';
import { CORRELATION_ID_HEADER } from '@academy/contract/constants';
import { envelopeSchema, succeed } from '@academy/contract/envelope';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { Lru } from '../catalogue/lru.ts';
import type { Scope } from '../scope.ts';
import { type ReadyBytes, readyBytesInPool, sendReady } from './compressed.ts';

/** Shared caches ask again each time and get a 304; `vary` keeps academies and sessions apart. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const VARY = 'accept-encoding, authorization, tenantid';
const MOST_REPLIES = 2_000;

interface Remembered {
  bytes: ReadyBytes;
  correlationId: string;
}

/**
 * Replies of reading calls to visitors: rendered, validated and packed once per catalogue version, then sent as ready
 * bytes. A remembered reply keeps the correlation id under which it was made, in body and header.
 */
export class PublicReplies {
  readonly #replies = new Lru<Promise<Remembered>>(MOST_REPLIES);
  readonly #versions: ReadVersions;
  readonly #check: boolean;

  constructor(versions: ReadVersions, check: boolean) {
    this.#versions = versions;
    this.#check = check;
  }

  /** Reads whose answer to a visitor depends on the catalogue alone. */
  covers(call: Call): boolean {
    return (
      call.tenant && !call.changes && call.headers === undefined && (call.who === 'anyone' || call.who === 'optional')
    );
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    call: Call,
    scope: Scope,
    input: ParsedInput<Call>,
    make: () => Promise<unknown>,
  ): Promise<FastifyReply> {
    const { tenantId } = scope.tenant;
    const inputKey = JSON.stringify([input.params ?? null, sorted(input.query)]);
    const key = `${call.name} ${tenantId} ${this.#versions.of(tenantId)} ${inputKey}`;
    const remembered = await (this.#replies.get(key) ?? this.#remember(key, input, this.#make(call, scope, make)));
    reply.header(CORRELATION_ID_HEADER, remembered.correlationId);
    return sendReady(request, reply, remembered.bytes, CACHE_CONTROL, VARY);
  }

  /** Who asks while a reply is made waits for the same one. A failure is not kept. */
  #remember(key: string, { query }: ParsedInput<Call>, reply: Promise<Remembered>): Promise<Remembered> {
    if (!isOneOfFew(query)) return reply;
    this.#replies.set(key, reply);
    reply.catch(() => this.#replies.delete(key));
    return reply;
  }

  async #make(call: Call, scope: Scope, make: () => Promise<unknown>): Promise<Remembered> {
    const envelope = succeed(await make(), scope.correlationId);
    if (this.#check) v.assert(envelopeSchema(call.reply), envelope);
    const bytes = await readyBytesInPool(JSON.stringify(envelope), 'application/json; charset=utf-8');
    return { bytes, correlationId: scope.correlationId };
  }
}

const FEW: readonly string[] = ['tenantId', 'slug', 'progressFilterRequired', 'allWhenSmall'];

/** Searches, filters and pages come in endless variety: remembering them would push everything else out. */
function isOneOfFew(query: unknown): boolean {
  return Object.keys(query ?? {}).every((name) => FEW.includes(name));
}

function sorted(query: unknown): unknown {
  if (query === null || typeof query !== 'object') return null;
  return Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
}
