import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** A count that takes longer is made by the server itself, ms: limits must not slow the calls down. */
const COUNT_MS = 250;
/** After a failed count Redis is not asked for this long, ms. */
const REST_MS = 1_000;
const CONNECT_MS = 2_000;
/** Longest wait between two attempts to connect, ms. */
const RECONNECT_MS = 2_000;

/** Counters in Redis or Valkey that all servers share. While it is away, each server counts for itself. */
export class SharedCounts {
  readonly redis: Redis;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  #restsUntil = 0;
  #isAway = false;

  /** @param url `redis://user:password@host:6379/0`, or `rediss://` for TLS; it connects in the background */
  constructor(url: string, log: Pick<Logger, 'info' | 'warn'>) {
    this.#log = log;
    this.redis = new Redis(url, {
      connectionName: 'academy',
      connectTimeout: CONNECT_MS,
      commandTimeout: COUNT_MS,
      maxRetriesPerRequest: 0,
      // A count that waits for a connection is of no use.
      enableOfflineQueue: false,
      retryStrategy: (attempts) => Math.min(attempts * 200, RECONNECT_MS),
    });
    this.redis.on('error', (error: unknown) => this.#away(error));
    this.redis.on('close', () => this.#away(new Error('the connection was closed')));
    this.redis.on('ready', () => {
      this.#restsUntil = 0;
    });
  }

  /**
   * Counts together with the other servers.
   *
   * @param together makes the count in Redis
   * @param alone makes it in this server, when Redis is away
   */
  async count<T>(together: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (this.redis.status !== 'ready' || performance.now() < this.#restsUntil) return alone();
    try {
      const counted = await together();
      if (this.#isAway) this.#log.info('calls are counted in Redis again');
      this.#isAway = false;
      return counted;
    } catch (error) {
      this.#restsUntil = performance.now() + REST_MS;
      this.#away(error);
      return alone();
    }
  }

  #away(error: unknown): void {
    if (this.#isAway || this.redis.status === 'end') return;
    this.#isAway = true;
    this.#log.warn({ err: error }, 'calls are counted by this server alone: Redis does not answer');
  }

  close(): void {
    this.redis.disconnect();
  }
}

/** Connects once, for a look at the server. @throws the error of the server or the network */
export async function askRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: CONNECT_MS, retryStrategy: () => null });
  let reason: unknown;
  redis.on('error', (error: unknown) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    // The promise says only that the connection is closed.
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
