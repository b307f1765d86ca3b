import type { TenantId } from '@academy/contract/tenants';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { catalogueVersion } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { serverMemory } from '../memory/memory-plan.ts';
import { type CatalogueCache, catalogueCache, searchesCache } from './catalogue-cache.ts';

/** PostgreSQL channel on which servers notify each other of changed catalogues. */
const CHANNEL = 'academy_catalogue';

/** What a version bump invalidates: everything made of content, or only what shows alerts. */
type Changed = 'content' | 'alerts';

/** Wait before a lost connection is opened again, ms. */
const RESTART_MS = 500;
/** The versions are read this often on the listening connection, ms: a dead connection must be noticed. */
const READ_EVERY_MS = 5_000;

/**
 * A database may go back: a fail-over that lost the last publish, or a restored backup. What servers cached of versions that
 * no longer exist must not be taken for what comes next, so the version is moved past all that they know.
 */
const PASS = `
  with passed as (
    insert into catalogue_version as present (tenant_id, version) values ($1::text, $2::bigint + 1)
    on conflict (tenant_id) do update set version = excluded.version where present.version < $2::bigint
    returning version
  )
  select pg_notify($3, $1::text || ' ' || version || ' content') from passed`;

/**
 * The version of each tenant's catalogue, part of the key of everything cached from it. It is bumped in the transaction
 * that changes the catalogue, and every server is notified.
 */
export class CatalogueVersions {
  /** What services cached of these versions. */
  readonly cached: CatalogueCache;
  /** Results of searches in them. */
  readonly searches: CatalogueCache;
  readonly #versions = new Map<TenantId, number>();
  /** The newest version of each tenant at which content may have changed. */
  readonly #ofContent = new Map<TenantId, number>();
  /** Called after each bump with the version before it. */
  readonly #listeners: ((tenantId: TenantId, from: number) => Promise<void>)[] = [];
  /** Listeners that have not finished handling the newest version. */
  readonly #settling = new Map<TenantId, Promise<unknown>>();
  readonly #pool: Pool;
  /** Of the database itself: a pooler's connections receive no notifications. */
  readonly #directPool: Pool;
  readonly #log: (error: unknown) => void;
  readonly #readEveryMs: number;
  /** Releases the listening connection. */
  #release: (() => void) | null = null;
  #closed = false;
  #again: NodeJS.Timeout | undefined;

  constructor(
    pool: Pool,
    log: (error: unknown) => void,
    readEveryMs = READ_EVERY_MS,
    directPool = pool,
    memory: CacheMemory = serverMemory().caches,
  ) {
    this.cached = catalogueCache(memory);
    this.searches = searchesCache(memory);
    this.#pool = pool;
    this.#directPool = directPool;
    this.#log = log;
    this.#readEveryMs = readEveryMs;
  }

  /** Loads all versions and starts to listen; reconnects by itself when the connection is lost. */
  async start(): Promise<void> {
    const client = await this.#directPool.connect();
    let released = false;
    // A connection may report its end more than once, and after it was closed; it is released once.
    const release = () => {
      clearInterval(reading);
      if (!released) client.release(true);
      released = true;
    };
    const readAll = async () => {
      const { rows } = await client.query<{ tenant_id: string; version: string }>(
        'select tenant_id, version from catalogue_version',
      );
      const found = new Map(rows.map((row) => [row.tenant_id, Number(row.version)]));
      for (const [tenantId, version] of found) this.#keep(tenantId, version, 'content');
      for (const [tenantId, known] of this.#versions)
        if ((found.get(tenantId) ?? 0) < known) await client.query(PASS, [tenantId, known, CHANNEL]);
    };
    let isReading = false;
    const readVersions = async () => {
      if (isReading) return;
      isReading = true;
      await readAll().catch(lose);
      isReading = false;
    };
    const reading = setInterval(readVersions, this.#readEveryMs);
    reading.unref();
    const lose = (error: unknown) => {
      if (released) return;
      this.#log(error);
      if (this.#release === release) this.#release = null;
      release();
      // Requests are still answered from the cache; versions missed meanwhile are loaded after the reconnect.
      this.#restartSoon();
    };
    client.on('error', lose);
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    try {
      await client.query(`listen ${CHANNEL}`);
      await readAll();
      if (released) return;
      this.#release = release;
      if (this.#closed) await this.close();
    } catch (error) {
      lose(error);
      throw error;
    }
  }

  #restartSoon(): void {
    clearTimeout(this.#again);
    if (this.#closed) return;
    this.#again = setTimeout(() => {
      this.start().catch(() => this.#restartSoon());
    }, RESTART_MS);
    this.#again.unref();
  }

  #hear(payload: string): void {
    const [tenantId, version, changed] = payload.split(' ');
    if (tenantId !== undefined) this.#keep(tenantId, Number(version), changed === 'alerts' ? 'alerts' : 'content');
  }

  #keep(tenantId: TenantId, version: number, changed: Changed): void {
    const before = this.of(tenantId);
    const isNews = version > (this.#versions.get(tenantId) ?? -1);
    if (!isNews) return;
    this.#versions.set(tenantId, version);
    // A skipped version may have changed content.
    if (changed === 'content' || version !== before + 1) this.#ofContent.set(tenantId, version);
    const settling = this.#listeners.map((listener) => listener(tenantId, before).catch(this.#log));
    this.#settling.set(tenantId, Promise.all([this.#settling.get(tenantId), ...settling]));
  }

  /** Adds a listener that runs after each bump. The writer waits for it, so it must be quick. */
  onBump(listener: (tenantId: TenantId, from: number) => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** The version that a reply rendered now belongs to; 0 before the first publish. */
  of(tenantId: TenantId): number {
    return this.#versions.get(tenantId) ?? 0;
  }

  /** The versions of all tenants that have one. */
  all(): ReadonlyMap<TenantId, number> {
    return this.#versions;
  }

  /** The version of content alone: alerts, which appear on every page, do not bump it. */
  ofContent(tenantId: TenantId): number {
    return this.#ofContent.get(tenantId) ?? 0;
  }

  /** Reads the version from the database, for a read that met content newer than the last notification. */
  async refresh(tenantId: TenantId): Promise<void> {
    const { rows } = await this.#pool.query<{ version: string }>(
      'select version from catalogue_version where tenant_id = $1',
      [tenantId],
    );
    this.#keep(tenantId, Number(rows[0]?.version ?? 0), 'content');
  }

  /**
   * Bumps the version inside the transaction of a change; servers are notified when it is committed.
   *
   * @returns call it after the commit: once it settles, this server answers from the new catalogue
   */
  async bump(transaction: Transaction, tenantId: TenantId, changed: Changed = 'content'): Promise<() => Promise<void>> {
    const rows = await transaction
      .insert(catalogueVersion)
      .values({ tenantId, version: 1 })
      .onConflictDoUpdate({ target: catalogueVersion.tenantId, set: { version: sql`${catalogueVersion.version} + 1` } })
      .returning();
    const version = rows[0]?.version ?? 0;
    await transaction.execute(sql`select pg_notify(${CHANNEL}, ${`${tenantId} ${version} ${changed}`})`);
    return async () => {
      this.#keep(tenantId, version, changed);
      await this.#settling.get(tenantId);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    this.#release?.();
    this.#release = null;
  }
}

/** The part of the versions that reads need. */
export type ReadVersions = Pick<CatalogueVersions, 'of' | 'ofContent' | 'refresh'> &
  Partial<Pick<CatalogueVersions, 'cached' | 'searches'>>;
