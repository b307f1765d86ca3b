import { Pool } from 'pg';

/** An answer younger than this is not asked for again, ms. */
const FRESH_MS = 1_000;
/** A good answer younger than this is given at once, and the next one is fetched meanwhile, ms. */
const STALE_MS = 5_000;
/** Longest wait for the database, ms. */
const TIMEOUT_MS = 2_000;

/**
 * Knows whether the database answers, through a connection of its own: the pool of the application may be in use to the
 * last connection, and a server that is busy is ready all the same.
 */
export class DatabaseProbe {
  readonly #pool: Pool;
  #goodAt = Number.NEGATIVE_INFINITY;
  #underWay: Promise<void> | null = null;

  /** @param pool the application's, for its address alone */
  constructor({ options }: Pool) {
    this.#pool = new Pool({
      ...options,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'academy health',
    });
    // The next question tells; without a listener a lost connection would end the process.
    this.#pool.on('error', () => {});
  }

  /** Many that ask at once cost one query. @throws what the database or the network said */
  async check(): Promise<void> {
    const age = performance.now() - this.#goodAt;
    if (age < FRESH_MS) return;
    const answer = this.#ask();
    if (age >= STALE_MS) return answer;
    answer.catch(() => {
      this.#goodAt = Number.NEGATIVE_INFINITY;
    });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #ask(): Promise<void> {
    this.#underWay ??= this.#pool
      .query('select 1')
      .then(() => {
        this.#goodAt = performance.now();
      })
      .finally(() => {
        this.#underWay = null;
      });
    return this.#underWay;
  }
}
