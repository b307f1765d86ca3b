import { Pool } from 'pg';

/** A reply younger than this is reused, ms. */
const FRESH_MS = 1_000;
/** A good reply younger than this is returned at once and refreshed in the background, ms. */
const STALE_MS = 5_000;
/** Longest wait for the database, ms. */
const TIMEOUT_MS = 2_000;

/**
 * Checks whether the database replies and takes writes, through a connection of its own: the pool of the application may
 * be in use to the last connection, and a busy server is still ready.
 */
export class DatabaseProbe {
  readonly #pool: Pool;
  /** When it last took writes, by the monotonic clock. */
  #goodAt = Number.NEGATIVE_INFINITY;
  #underWay: Promise<boolean> | null = null;

  /** @param pool the application's pool, used for its address only */
  constructor({ options }: Pool) {
    this.#pool = new Pool({
      ...options,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'academy health',
    });
    // The next check reports it; without a listener a lost connection would end the process.
    this.#pool.on('error', () => {});
  }

  /**
   * Concurrent checks share one query.
   *
   * @returns false for a standby, and for a database that is set to read only
   * @throws the error of the database or the network
   */
  async takesWrites(): Promise<boolean> {
    const age = performance.now() - this.#goodAt;
    if (age < FRESH_MS) return true;
    const answer = this.#ask();
    if (age >= STALE_MS) return answer;
    answer.catch(() => {
      this.#goodAt = Number.NEGATIVE_INFINITY;
    });
    return true;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #ask(): Promise<boolean> {
    this.#underWay ??= this.#look()
      .then((takesWrites) => {
        this.#goodAt = takesWrites ? performance.now() : Number.NEGATIVE_INFINITY;
        return takesWrites;
      })
      .finally(() => {
        this.#underWay = null;
      });
    return this.#underWay;
  }

  async #look(): Promise<boolean> {
    const client = await this.#pool.connect();
    let takesWrites = false;
    try {
      const { rows } = await client.query<{ readOnly: boolean }>(
        `select current_setting('transaction_read_only') = 'on' as "readOnly"`,
      );
      takesWrites = rows[0]?.readOnly === false;
    } finally {
      // After a fail-over a kept connection would lead to the former primary server for good.
      client.release(!takesWrites);
    }
    return takesWrites;
  }
}
