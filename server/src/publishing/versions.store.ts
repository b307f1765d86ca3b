import { sharedBytes } from '@academy/content/build-in-worker';
import type { Status } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind, ContentSource } from '@academy/contract/publishing';
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { contentVersion, person } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import type { ContentFiles } from '../file-store/content-files.ts';
import type { TenantScope } from '../values/scope.ts';

/** Versions kept of one item. */
const KEPT = 50;

/** Bytes of an archive that are read at once: the driver decodes them in one go and blocks meanwhile. */
const PIECE = 1024 * 1024;

export type NewVersion = Omit<typeof contentVersion.$inferInsert, 'tenantId' | 'kind' | 'id' | 'publishedAt'>;

export interface VersionRow {
  version: number;
  publishedAt: Date;
  /** Name of the person, or the sign-in address of one without a name. */
  publishedBy: string | null;
  token: string | null;
  status: Status;
  source: ContentSource | null;
  rollbackOf: number | null;
  findings: Finding[];
}

/** The history of published items. */
export function versionsStore(db: Database, files: Pick<ContentFiles, 'read'>) {
  const ofItem = (tenantId: TenantScope, kind: ContentKind, id: string) =>
    and(eq(contentVersion.tenantId, tenantId), eq(contentVersion.kind, kind), eq(contentVersion.id, id));

  const fullName = sql<string>`trim(${person.firstName} || ' ' || ${person.lastName})`;
  const columns = {
    version: contentVersion.version,
    publishedAt: contentVersion.publishedAt,
    publishedBy: sql<string | null>`coalesce(nullif(${fullName}, ''), ${person.email})`,
    token: contentVersion.tokenName,
    status: contentVersion.status,
    source: contentVersion.source,
    rollbackOf: contentVersion.rollbackOf,
    findings: contentVersion.findings,
  };
  const rowsOf = () =>
    db.select(columns).from(contentVersion).leftJoin(person, eq(person.personId, contentVersion.publishedBy));

  return {
    /** Writes a version and deletes the oldest ones. */
    async write(tx: Transaction, tenantId: TenantScope, kind: ContentKind, id: string, one: NewVersion): Promise<void> {
      await tx.insert(contentVersion).values({ tenantId, kind, id, ...one });
      await tx
        .delete(contentVersion)
        .where(and(ofItem(tenantId, kind, id), lte(contentVersion.version, one.version - KEPT)));
    },

    /** Newest first. */
    async list(tenantId: TenantScope, kind: ContentKind, id: string, max: number): Promise<VersionRow[]> {
      const rows = await rowsOf()
        .where(ofItem(tenantId, kind, id))
        .orderBy(desc(contentVersion.version))
        .limit(max);
      return rows as VersionRow[];
    },

    async one(tenantId: TenantScope, kind: ContentKind, id: string, version: number): Promise<VersionRow | null> {
      const rows = await rowsOf()
        .where(and(ofItem(tenantId, kind, id), eq(contentVersion.version, version)))
        .limit(1);
      return (rows[0] as VersionRow | undefined) ?? null;
    },

    /** Size of a version's archive in bytes; null when it is not stored. */
    async archiveSize(tenantId: TenantScope, kind: ContentKind, id: string, version: number): Promise<number | null> {
      const its = and(ofItem(tenantId, kind, id), eq(contentVersion.version, version));
      const [found] = await db
        .select({ size: sql<number>`coalesce(length(${contentVersion.packed}), ${contentVersion.packedSize})` })
        .from(contentVersion)
        .where(its);
      return found?.size ?? null;
    },

    /**
     * The archive of a version; null when it is not stored.
     *
     * @param size from `archiveSize`, so that its memory can be counted before it is taken
     * @throws AcademyError unavailable when the content store does not deliver it
     */
    async archive(
      tenantId: TenantScope,
      kind: ContentKind,
      id: string,
      version: number,
      size: number,
    ): Promise<Uint8Array | null> {
      const its = and(ofItem(tenantId, kind, id), eq(contentVersion.version, version));
      const bytes = sharedBytes(size);
      for (let at = 0; at < size; at += PIECE) {
        const [row] = await db
          .select({
            piece: sql<Buffer | null>`substring(${contentVersion.packed} from ${at + 1}::int for ${PIECE}::int)`,
            hash: contentVersion.packedHash,
          })
          .from(contentVersion)
          .where(its);
        if (row === undefined) return null;
        if (row.piece !== null) bytes.set(row.piece, at);
        else if (row.hash === null) return null;
        else {
          // In the content store, or moved there just now.
          let to = at;
          for await (const piece of await files.read(row.hash, { from: at, length: size - at })) {
            bytes.set(piece, to);
            to += piece.byteLength;
          }
          return bytes;
        }
      }
      return bytes;
    },
  };
}

export type VersionsStore = ReturnType<typeof versionsStore>;
