import type { Call, ParsedInput } from '@academy/contract/call';
import { CORRELATION_ID_HEADER } from '@academy/contract/constants';
import { envelopeSchema, succeed } from '@academy/contract/envelope';
import { currentLanguage } from '@academy/contract/i18n/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { type Making, making, orPrevious } from '../catalogue/or-previous.ts';
import { etagOf, type ReadyBytes, readyBytesInPool, sendReady } from '../http/compressed.ts';
import { bytesOfLean, leanBytes } from '../http/lean-bytes.ts';
import type { BoundedCache, CacheMemory } from '../memory/cache-memory.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Scope } from '../values/scope.ts';

/** Shared caches revalidate each time and get a 304; `vary` keeps academies, languages and sessions apart. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const VARY = 'accept-encoding, accept-language, authorization, tenantid';

type ReplyMetrics = Pick<Metrics, 'countReply'>;

interface Remembered {
  /** The version of the catalogue that it was made from. */
  version: number;
  bytes: ReadyBytes;
  correlationId: string;
}

/**
 * Replies of reading calls to visitors: rendered, validated and compressed once per catalogue version, then sent as
 * ready bytes. Where a reply cannot be made anew, or takes seconds, readers get the previous one. A cached reply keeps the correlation id under which it was made, in body and header.
 */
export class PublicReplies {
  /** Keyed without the version, so that a newer reply replaces the stale one. */
  readonly #replies: BoundedCache<Remembered>;
  readonly #underWay = new Map<string, Making<Remembered>>();
  readonly #memory: CacheMemory;
  readonly #versions: ReadVersions;
  readonly #check: boolean;
  readonly #metrics: ReplyMetrics | null;

  /** @param check validates each reply against its contract */
  constructor(versions: ReadVersions, memory: CacheMemory, check: boolean, metrics: ReplyMetrics | null = null) {
    this.#versions = versions;
    this.#memory = memory;
    this.#check = check;
    this.#metrics = metrics;
    this.#replies = memory.cache('replies', { bytesOf: ({ bytes }) => bytesOfLean(bytes) });
  }

  /** Reads whose reply to a visitor depends on the catalogue alone. */
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
    const key = `${call.name} ${tenantId} ${currentLanguage()} ${JSON.stringify([input.params ?? null, sorted(input.query)])}`;
    const version = this.#versions.of(tenantId);
    const known = this.#replies.get(key);
    this.#metrics?.countReply(known?.version === version ? 'ready' : 'made');
    const remembered =
      known?.version === version
        ? known
        : await orPrevious(
            this.#made(key, version, input, () => this.#make(call, scope, version, make)),
            known,
            (error) =>
              request.log.error({ err: error }, 'a public reply could not be made: readers get the previous one'),
          );
    reply.header(CORRELATION_ID_HEADER, remembered.correlationId);
    return sendReady(request, reply, remembered.bytes, CACHE_CONTROL, VARY);
  }

  /** Requests for a reply that is being made share the one promise. Failures are not cached. */
  #made(
    key: string,
    version: number,
    { query }: ParsedInput<Call>,
    make: () => Promise<Remembered>,
  ): Making<Remembered> {
    if (!isOneOfFew(query)) return making(make());
    const name = `${version} ${key}`;
    const others = this.#underWay.get(name);
    if (others !== undefined) return others;
    const reply = make()
      .then((made) => {
        // A slow one may be older than a reply made meanwhile.
        if ((this.#replies.get(key)?.version ?? 0) <= version) this.#replies.set(key, made);
        return made;
      })
      .finally(() => this.#underWay.delete(name));
    const begun = making(reply);
    this.#underWay.set(name, begun);
    return begun;
  }

  async #make(call: Call, scope: Scope, version: number, make: () => Promise<unknown>): Promise<Remembered> {
    const data = await make();
    const envelope = succeed(data, scope.correlationId);
    if (this.#check) v.assert(envelopeSchema(call.reply), envelope);
    const bytes = await readyBytesInPool(JSON.stringify(envelope), 'application/json; charset=utf-8');
    // Of what is said, without the correlation id: a shared cache that asks another server again gets a 304.
    const etag = `W/${etagOf(Buffer.from(JSON.stringify(data)))}`;
    return { version, bytes: leanBytes({ ...bytes, etag }, this.#memory), correlationId: scope.correlationId };
  }
}

const FEW: readonly string[] = ['tenantId', 'slug', 'progressFilterRequired', 'allWhenSmall'];

/** The number of searches, filters and pages is unlimited: caching them would evict everything else. */
function isOneOfFew(query: unknown): boolean {
  return Object.keys(query ?? {}).every((name) => FEW.includes(name));
}

function sorted(query: unknown): unknown {
  if (query === null || typeof query !== 'object') return null;
  return Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
}
