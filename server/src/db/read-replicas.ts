import { AcademyError } from '@academy/contract/errors';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import { type Connection, connect, type Database, type Transaction } from './connect.ts';

/** A replica is asked this often how it is, ms. */
const BEAT_MS = 1_000;
/** One that has not answered by then is left out, and what it still owes is asked of another one, ms. */
const BEAT_TIMEOUT_MS = 1_500;
/** Shortest time that a replica is left out, ms: one that fails now and then is worse than none. */
const LEAVE_OUT_MS = 3_000;
/** A replica that was behind is not asked for this long, ms. */
const BEHIND_MS = 100;
/** Reads that wait for a connection to a replica, per connection; further ones are refused. */
const MAX_WAITING = 5;

export type Versions = ReadonlyMap<string, number>;

export interface ReplicaState {
  /** Host and port, without user and password. */
  name: string;
  /** Whether it answers. */
  isUsed: boolean;
  /** How far it is behind the primary server, seconds; null when it does not say. */
  lagSeconds: number | null;
}

export interface ReplicaOptions {
  /** Most connections to each replica. */
  connections: number;
  /** Whether poolers stand before the replicas as before the primary server. */
  isPooled?: boolean;
  /** Called when a replica is left out (with the reason) and when it is back (with null). */
  onChange?: (name: string, reason: unknown) => void;
  /** For tests, which do not wait long: how often a replica is asked, and the shortest time it is left out, ms. */
  beatMs?: number;
  leaveOutMs?: number;
}

/**
 * Read-only copies of the database that answer what visitors read. A reply from a copy may be cached under the version
 * of the catalogue that this server works with, so a connection is used only once its own copy has reached that version;
 * until then, and when no replica answers, the primary server does.
 */
export class ReadReplicas {
  readonly #replicas: Replica[];
  #turn = 0;
  /** Reads by the server that answered them. */
  readonly reads = { replica: 0, primary: 0 };

  /** @param urls addresses of replicas; an address may lead to a balancer of several */
  constructor(urls: readonly string[], options: ReplicaOptions) {
    this.#replicas = urls.map((url) => new Replica(url, options));
  }

  states(): ReplicaState[] {
    return this.#replicas.map((one) => one.state());
  }

  /**
   * The database for reads of the catalogue. It takes no writes.
   *
   * @param versions what this server knows of the versions of catalogues, at this moment
   */
  database(primary: Database, versions: () => Versions): Database {
    const routed = new RoutedQueries((work, otherwise) => this.#read(versions, work, otherwise), primary.$client);
    // Drizzle asks a pool for nothing but `query`; transactions are routed as a whole.
    const db: Database = drizzle({ client: routed as unknown as Pool });
    db.transaction = (work, config) =>
      this.#read(
        versions,
        (client) => drizzle(client).transaction(work, config),
        () => primary.transaction(work as (tx: Transaction) => ReturnType<typeof work>, config),
      );
    return db;
  }

  async #read<T>(
    versions: () => Versions,
    work: (client: PoolClient) => Promise<T>,
    otherwise: () => Promise<T>,
  ): Promise<T> {
    this.#turn += 1;
    for (let place = 0; place < this.#replicas.length; place += 1) {
      const replica = this.#replicas[(this.#turn + place) % this.#replicas.length];
      const found = await replica?.read(versions(), work);
      if (found === undefined) continue;
      this.reads.replica += 1;
      return found.value;
    }
    this.reads.primary += 1;
    return otherwise();
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((one) => one.close()));
  }
}

type Route = <T>(work: (client: PoolClient) => Promise<T>, otherwise: () => Promise<T>) => Promise<T>;
type Query = (...query: unknown[]) => Promise<unknown>;

/** Single queries, each sent to a replica or to the primary server. */
class RoutedQueries {
  readonly #route: Route;
  readonly #primary: Pool;
  constructor(route: Route, primary: Pool) {
    this.#route = route;
    this.#primary = primary;
  }

  query(...query: unknown[]): Promise<unknown> {
    return this.#route(
      (client) => (client.query as Query).apply(client, query),
      () => (this.#primary.query as Query).apply(this.#primary, query),
    );
  }
}

class Replica {
  readonly name: string;
  readonly #connection: Connection;
  readonly #probe: Pool;
  readonly #onChange: ReplicaOptions['onChange'];
  readonly #leaveOutMs: number;
  readonly #clients = new Set<PoolClient>();
  /** The versions that the copy behind a connection had reached; they never go back. */
  readonly #reached = new WeakMap<PoolClient, Versions>();
  readonly #beating: NodeJS.Timeout;
  /** Null while it answers. */
  #leftOutAt: number | null = null;
  #behindUntil = 0;
  #lagSeconds: number | null = null;
  #isAsked = false;

  constructor(url: string, options: ReplicaOptions) {
    const { connections, isPooled = false, onChange, beatMs = BEAT_MS, leaveOutMs = LEAVE_OUT_MS } = options;
    const { hostname, port, searchParams } = new URL(url);
    this.name = `${searchParams.get('host') ?? hostname}:${port || 5432}`;
    this.#onChange = onChange;
    this.#leaveOutMs = leaveOutMs;
    this.#connection = connect(url, {
      ...{ connections, isPooled, applicationName: 'academy reads' },
      acquireTimeoutMs: BEAT_TIMEOUT_MS,
    });
    const { pool } = this.#connection;
    pool.on('connect', (client) => this.#clients.add(client));
    pool.on('remove', (client) => this.#clients.delete(client));
    this.#probe = new Pool({
      ...pool.options,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: BEAT_TIMEOUT_MS,
      query_timeout: BEAT_TIMEOUT_MS,
    });
    this.#probe.on('error', () => {});
    this.#beating = setInterval(() => void this.#beat(), beatMs);
    this.#beating.unref();
    void this.#beat();
  }

  get isUsed(): boolean {
    return this.#leftOutAt === null;
  }

  state(): ReplicaState {
    return { name: this.name, isUsed: this.isUsed, lagSeconds: this.isUsed ? this.#lagSeconds : null };
  }

  /**
   * Runs a read here.
   *
   * @returns undefined when another server must run it: this one is left out, behind, or has failed
   * @throws what the read itself throws, and the error of a statement that took too long
   */
  async read<T>(versions: Versions, work: (client: PoolClient) => Promise<T>): Promise<{ value: T } | undefined> {
    if (!this.isUsed || performance.now() < this.#behindUntil) return undefined;
    const { pool } = this.#connection;
    // A queue of readers here must not become one of everybody at the primary server.
    if (pool.waitingCount >= MAX_WAITING * (pool.options.max ?? 1))
      throw new AcademyError('unavailable', { retryAfter: 1 });
    try {
      const client = await pool.connect();
      try {
        if (!(await this.#hasReached(client, versions))) {
          this.#behindUntil = performance.now() + BEHIND_MS;
          return undefined;
        }
        return { value: await work(client) };
      } finally {
        client.release(client.getTransactionStatus() !== 'I');
      }
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'read') throw error;
      if (fault === 'replica') this.#leaveOut(error);
      return undefined;
    }
  }

  async #hasReached(client: PoolClient, wanted: Versions): Promise<boolean> {
    if (covers(this.#reached.get(client), wanted)) return true;
    const { rows } = await client.query<{ tenant_id: string; version: string }>(
      'select tenant_id, version from catalogue_version',
    );
    const reached = new Map(rows.map((row) => [row.tenant_id, Number(row.version)]));
    this.#reached.set(client, reached);
    return covers(reached, wanted);
  }

  async #beat(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    try {
      const { rows } = await this.#probe.query<{ lag: string | null }>(
        `select case
           when not pg_is_in_recovery() then 0
           when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select from pg_stat_wal_receiver) then 0
           else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
         end as lag`,
      );
      const lag = rows[0]?.lag ?? null;
      this.#lagSeconds = lag === null ? null : Math.max(0, Number(lag));
      if (this.#leftOutAt === null || performance.now() - this.#leftOutAt < this.#leaveOutMs) return;
      this.#leftOutAt = null;
      this.#onChange?.(this.name, null);
    } catch (error) {
      this.#leaveOut(error);
    } finally {
      this.#isAsked = false;
    }
  }

  #leaveOut(reason: unknown): void {
    if (this.#leftOutAt === null) this.#onChange?.(this.name, reason);
    this.#leftOutAt = performance.now();
    // Reads that still wait for it are asked of another server.
    for (const { connection } of this.#clients)
      connection.stream.destroy(new Error('Connection terminated: the replica does not answer'));
  }

  async close(): Promise<void> {
    clearInterval(this.#beating);
    await Promise.all([this.#connection.close(), this.#probe.end()]);
  }
}

function covers(reached: Versions | undefined, wanted: Versions): boolean {
  if (reached === undefined) return false;
  for (const [tenantId, version] of wanted) if ((reached.get(tenantId) ?? 0) < version) return false;
  return true;
}

/**
 * What an error is the fault of. `read`: it would fail anywhere. `moment`: another server can answer it, such as one
 * that does not replay changes against it. `replica`: the replica cannot be used.
 */
function faultOf(error: unknown): 'read' | 'moment' | 'replica' {
  if (error instanceof AcademyError) return 'read';
  let one = error as { code?: unknown; cause?: unknown; message?: string } | null | undefined;
  for (let depth = 0; one !== null && typeof one === 'object' && depth < 5; depth += 1) {
    const { code, message = '' } = one;
    // All connections are in use: that says nothing of the replica.
    if (message.startsWith('timeout exceeded when trying to connect')) return 'moment';
    if (/^Connection terminated|not queryable/.test(message)) return 'replica';
    if (typeof code === 'string') {
      if (code === '57014') return 'read';
      if (/^(?:08|57P|53)/.test(code) || /^E[A-Z_]+$/.test(code)) return 'replica';
      if (/^[0-9A-Z]{5}$/.test(code)) return 'moment';
    }
    one = one.cause as typeof one;
  }
  return 'moment';
}
