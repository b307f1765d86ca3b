import type { ListedFile } from '@academy/content/build-in-worker';
import { AcademyError } from '@academy/contract/errors';
import type { ContentKind } from '@academy/contract/publishing';
import type { ContentVersion } from '@academy/contract/publishing-history';
import type { TenantScope } from '../values/scope.ts';
import type { HeldMemory } from './held-memory.ts';
import type { PublishingStore } from './publishing.store.ts';
import { overloaded } from './refusals.ts';
import type { VersionRow, VersionsStore } from './versions.store.ts';

/** Default length of a list of versions. */
const USUAL = 50;

/** The history of published items: who published what, when, from where, and the files themselves. */
export function contentHistory(
  store: PublishingStore,
  versions: VersionsStore,
  listFiles: (archive: Uint8Array, signal: AbortSignal | undefined) => Promise<ListedFile[]>,
  memory: HeldMemory,
) {
  /** The version that readers see; null for an item that was removed. */
  async function currentOf(tenantId: TenantScope, kind: ContentKind, id: string): Promise<number | null> {
    const item = await store.item(tenantId, kind, id);
    if (item === null) throw new AcademyError('not-found');
    return item.removedAt === null ? item.version : null;
  }

  /**
   * Works with the archive of a version, whose memory counts until the work is done.
   *
   * @throws AcademyError not-found; unavailable when too much memory is in use
   */
  async function withArchive<T>(
    tenantId: TenantScope,
    kind: ContentKind,
    id: string,
    version: number,
    work: (archive: Uint8Array) => Promise<T>,
  ): Promise<T> {
    const size = await versions.archiveSize(tenantId, kind, id, version);
    if (size === null) throw new AcademyError('not-found', { field: 'version' });
    return memory.hold(size, async () => {
      const archive = await versions.archive(tenantId, kind, id, version, size);
      if (archive === null) throw new AcademyError('not-found', { field: 'version' });
      return work(archive);
    });
  }

  return {
    withArchive,

    /** Newest first. @throws AcademyError not-found for an item that was never published */
    async versions(tenantId: TenantScope, kind: ContentKind, id: string, max = USUAL): Promise<ContentVersion[]> {
      const current = await currentOf(tenantId, kind, id);
      const rows = await versions.list(tenantId, kind, id, max);
      return rows.map((row) => present(row, current));
    },

    /** One version with its files. @throws AcademyError not-found */
    async version(
      tenantId: TenantScope,
      kind: ContentKind,
      id: string,
      version: number,
      signal?: AbortSignal,
    ): Promise<ContentVersion & { files: ListedFile[] }> {
      const current = await currentOf(tenantId, kind, id);
      const row = await versions.one(tenantId, kind, id, version);
      if (row === null) throw new AcademyError('not-found', { field: 'version' });
      const files = await withArchive(tenantId, kind, id, version, (archive) =>
        listFiles(archive, signal).catch(overloaded),
      );
      return { ...present(row, current), files };
    },
  };
}

function present({ status: _status, publishedAt, ...row }: VersionRow, current: number | null): ContentVersion {
  return { ...row, publishedAt: publishedAt.toISOString(), current: row.version === current };
}
