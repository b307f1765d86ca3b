import type { ListedFile } from '@academy/content/build-in-worker';
import type { ContentVersion } from '@academy/contract/content-history';
import { AcademyError } from '@academy/contract/errors';
import type { ContentKind } from '@academy/contract/publishing';
import type { TenantScope } from '../scope.ts';
import type { PublishingStore } from './publishing.store.ts';
import { overloaded } from './refusals.ts';
import type { VersionRow, VersionsStore } from './versions.store.ts';

/** Versions of one list. */
const USUAL = 50;

/** Reading the history of published items: who published what, when, from where, and the files themselves. */
export function contentHistory(
  store: PublishingStore,
  versions: VersionsStore,
  listFiles: (archive: Uint8Array) => Promise<ListedFile[]>,
) {
  /** The version that readers see; null for an item that was taken out. */
  async function currentOf(tenantId: TenantScope, kind: ContentKind, id: string): Promise<number | null> {
    const item = await store.item(tenantId, kind, id);
    if (item === null) throw new AcademyError('not-found');
    return item.removedAt === null ? item.version : null;
  }

  return {
    /** Newest first. @throws AcademyError not-found for an item that was never published */
    async versions(tenantId: TenantScope, kind: ContentKind, id: string, most = USUAL): Promise<ContentVersion[]> {
      const current = await currentOf(tenantId, kind, id);
      const rows = await versions.list(tenantId, kind, id, most);
      return rows.map((row) => present(row, current));
    },

    /** One version with its files. @throws AcademyError not-found */
    async version(
      tenantId: TenantScope,
      kind: ContentKind,
      id: string,
      version: number,
    ): Promise<ContentVersion & { files: ListedFile[] }> {
      const current = await currentOf(tenantId, kind, id);
      const row = await versions.one(tenantId, kind, id, version);
      const archive = row === null ? null : await versions.archive(tenantId, kind, id, version);
      if (row === null || archive === null) throw new AcademyError('not-found', { field: 'version' });
      return { ...present(row, current), files: await listFiles(archive).catch(overloaded) };
    },
  };
}

function present({ status: _status, publishedAt, ...row }: VersionRow, current: number | null): ContentVersion {
  return { ...row, publishedAt: publishedAt.toISOString(), current: row.version === current };
}
