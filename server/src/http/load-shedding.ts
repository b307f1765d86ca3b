import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { API_BASE_PATH } from '@academy/contract/constants';
import { fail } from '@academy/contract/envelope';
import { ERROR_TEXTS } from '@academy/contract/error-texts';
import { AcademyError } from '@academy/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { AdmissionQueue } from './admission-queue.ts';
import { newCorrelationId } from './correlation-id.ts';
import { acceptedLanguage, inLanguageOf } from './language.ts';

/** Kinds of work, the most important first: under overload the last ones are refused first. */
export type WorkKind = 'write' | 'read' | 'visitor' | 'page';

interface Limits {
  /** Work that waits for a connection to the database, per connection. */
  waiting: number;
  /** Age of the turn of the event loop, ms: requests of one turn have waited since it began. */
  turnMs: number;
}

/**
 * From here on work of a kind is refused. Twenty connections answer some thousand statements a second: a whole class that
 * begins at once fits, and nobody waits for more than about half a second.
 */
const MAX: Readonly<Record<WorkKind, Limits>> = {
  /** Calls that change something, signed in: the learner's work. */
  write: { waiting: 25, turnMs: 200 },
  /** Other calls, signed in. */
  read: { waiting: 20, turnMs: 150 },
  /** Calls of visitors whose reply is not ready in memory. */
  visitor: { waiting: 10, turnMs: 100 },
  /** Pages that would have to be rendered. */
  page: { waiting: 10, turnMs: 100 },
};

/** Work in a queue of its own, such as pages being rendered: about a second of it. */
const MAX_QUEUED = 100;
/**
 * Calls with a session that work at once. On two cores 32 to 128 get about the same done; with eight
 * hundred it is three fifths of it. A connection to a database far away is kept busy by three of them.
 */
const AT_ONCE = 64;
/** Longest wait for a place among them, ms. */
const MAX_WAITED_MS: Readonly<Record<'write' | 'read', number>> = { write: 600, read: 400 };
/** A turn that met fewer requests is not long because of them: the machine is busy, or one request was dear. */
const MANY_REQUESTS = 40;

/** While work is refused, the log says so this often, ms. */
const LOG_EVERY_MS = 10_000;

/** Seconds after which a refused request may be retried: spread, so that clients do not return together. */
const RETRY_AFTER = { min: 1, max: 4 } as const;

/**
 * Refuses work before it is begun while the server is overloaded, so that the work it has begun is finished in time: a
 * queue that only grows would make every reply late. Three queues show it: work that waits for a connection to the
 * database, requests that wait for the processor, and calls that wait until others are answered. What is ready in
 * memory is sent in any case.
 */
export class LoadShedding {
  readonly #pool: Pick<Pool, 'waitingCount' | 'options'>;
  readonly #onRefusal: (kind: WorkKind) => void;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #now: () => number;
  #loggedAt = Number.NEGATIVE_INFINITY;
  /** When the present turn of the event loop met its first request, and how many it has met; null between turns. */
  #turn: { began: number; met: number } | null = null;

  constructor(given: {
    pool: Pick<Pool, 'waitingCount' | 'options'>;
    log: Pick<FastifyBaseLogger, 'warn'>;
    /** Counts what is refused. */
    onRefusal?: ((kind: WorkKind) => void) | undefined;
    now?: () => number;
  }) {
    this.#pool = given.pool;
    this.#onRefusal = given.onRefusal ?? (() => {});
    this.#log = given.log;
    this.#now = given.now ?? (() => performance.now());
  }

  /**
   * Whether work of this kind has to be refused at the moment.
   *
   * @param queued length of the queue that only this kind of work waits in
   */
  isTooMuch(kind: WorkKind, queued = 0): boolean {
    const { waiting, turnMs } = MAX[kind];
    const connections = this.#pool.options.max ?? 1;
    const turn = this.#turn;
    const isLate = turn !== null && turn.met >= MANY_REQUESTS && this.#now() - turn.began > turnMs;
    const isTooMuch = isLate || queued >= MAX_QUEUED || this.#pool.waitingCount >= waiting * connections;
    if (isTooMuch) this.#note(kind);
    return isTooMuch;
  }

  /** @throws AcademyError unavailable while work of this kind is refused */
  admit(kind: WorkKind): void {
    if (this.isTooMuch(kind)) throw new AcademyError('unavailable', { retryAfter: retryAfter() });
  }

  /**
   * Puts a queue before a listener for calls with a session, whose replies are never ready in memory: only some work at
   * once, and refusing one that has waited too long here costs a fraction of routing it. Requests of other origins go
   * through, because a refusal would need their CORS headers; `admit` refuses them later.
   */
  before(listener: RequestListener): RequestListener {
    const queue = new AdmissionQueue({ places: AT_ONCE, now: this.#now });
    return (request, response) => {
      this.#meet();
      const kind = kindOf(request);
      if (kind === null) {
        listener(request, response);
        return;
      }
      queue.enter(response, (waitedMs) => {
        if (waitedMs > MAX_WAITED_MS[kind]) this.#note(kind);
        else if (!this.isTooMuch(kind)) {
          listener(request, response);
          return;
        }
        inLanguageOf(acceptedLanguage(request.headers), () => refuse(response));
      });
    };
  }

  #note(kind: WorkKind): void {
    this.#onRefusal(kind);
    const now = this.#now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#log.warn({ kind, waitingForDatabase: this.#pool.waitingCount }, 'too busy: work is refused');
  }

  #meet(): void {
    if (this.#turn === null) {
      this.#turn = { began: this.#now(), met: 0 };
      // Runs when all requests that have arrived meanwhile were met.
      setImmediate(() => {
        this.#turn = null;
      });
    }
    this.#turn.met += 1;
  }
}

/** The kind of a call with a session of a page of ours; null for all other requests. */
function kindOf({ method = 'GET', url = '', headers }: IncomingMessage): 'write' | 'read' | null {
  if (headers.authorization === undefined || !url.startsWith(API_BASE_PATH)) return null;
  const { origin, host } = headers;
  if (origin !== undefined && !origin.endsWith(`//${host}`)) return null;
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

function refuse(response: ServerResponse): void {
  const correlationId = newCorrelationId();
  const body = JSON.stringify(fail([{ errorMessage: ERROR_TEXTS.unavailable, code: 'unavailable' }], correlationId));
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': String(retryAfter()),
    'x-content-type-options': 'nosniff',
    'x-correlation-id': correlationId,
  });
  response.end(body);
}

const retryAfter = () => RETRY_AFTER.min + Math.floor(Math.random() * (RETRY_AFTER.max - RETRY_AFTER.min + 1));
