import type { Call, ParsedInput } from '@academy/contract/call';
import { CORRELATION_ID_HEADER } from '@academy/contract/constants';
import { envelopeSchema, succeed } from '@academy/contract/envelope';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { Lru } from '../catalogue/lru.ts';
import type { Scope } from '../scope.ts';
import { type ReadyBytes, readyBytes, sendReady } from './compressed.ts';

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
  readonly #replies = new Lru<Remembered>(MOST_REPLIES);
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
    const remembered = this.#replies.get(key) ?? (await this.#make(key, call, scope, input, make));
    reply.header(CORRELATION_ID_HEADER, remembered.correlationId);
    return sendReady(request, reply, remembered.bytes, CACHE_CONTROL, VARY);
  }

  async #make(
    key: string,
    call: Call,
    scope: Scope,
    input: ParsedInput<Call>,
    make: () => Promise<unknown>,
  ): Promise<Remembered> {
    const envelope = succeed(await make(), scope.correlationId);
    if (this.#check) v.assert(envelopeSchema(call.reply), envelope);
    const bytes = readyBytes(JSON.stringify(envelope), 'application/json; charset=utf-8');
    const remembered = { bytes, correlationId: scope.correlationId };
    if (isOneOfFew(input.query)) this.#replies.set(key, remembered);
    return remembered;
  }
}

/** Searches, filters and pages come in endless variety: remembering them would push everything else out. */
function isOneOfFew(query: unknown): boolean {
  const names = Object.keys(query ?? {});
  return names.every((name) => name === 'tenantId' || name === 'slug' || name === 'progressFilterRequired');
}

function sorted(query: unknown): unknown {
  if (query === null || typeof query !== 'object') return null;
  return Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
}
