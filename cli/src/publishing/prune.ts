import path from 'node:path';
import type { ContentKind } from '@academy/contract/publishing';
import { type PublishedItem, setContentStatus } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { CommandProblem, EXIT } from '../command.ts';
import type { ApiAccess } from './api-access.ts';
import { callApi } from './api-client.ts';
import type { Place } from './places.ts';
import type { Published } from './published.ts';
import type { ItemReport } from './report.ts';
import { isWithin } from './tenant-map.ts';

/** The part of a source that a run has read: all items of these kinds in that folder. */
export interface PruneScope {
  /** Name of the source. */
  repository: string;
  /** Host of the repository; undefined when unknown. */
  host: string | undefined;
  /** Folder inside the source; empty for all of it. */
  folder: string;
}

/** The part of each source that lies in the folder of this run. */
export function pruneScopes(places: readonly Place[], base: string): PruneScope[] {
  const scopes = new Map<string, PruneScope>();
  for (const { source, top } of places) {
    if (source === undefined) continue;
    const folder = isWithin(base, top) ? path.relative(top, base).split(path.sep).join('/') : '';
    const { repository, host } = source;
    scopes.set(`${host ?? ''} ${repository} ${folder}`, { repository, host, folder });
  }
  return [...scopes.values()];
}

/** The published items of those sources and kinds that the run did not find and that readers can still open. */
export function itemsGone(
  items: readonly PublishedItem[],
  scopes: readonly PruneScope[],
  kinds: readonly ContentKind[],
  seen: (kind: ContentKind, id: string) => boolean,
): PublishedItem[] {
  const inScope = ({ source }: PublishedItem) =>
    source !== null &&
    scopes.some(
      ({ repository, host, folder }) =>
        source.repository === repository &&
        // An item published without a host, or from a place without one, is matched by its name alone.
        (host === undefined || source.host === undefined || source.host === host) &&
        (folder === '' || source.folder === folder || source.folder.startsWith(`${folder}/`)),
    );
  return items.filter(
    (item) => kinds.includes(item.kind) && item.status !== 'draft' && inScope(item) && !seen(item.kind, item.id),
  );
}

/** Sets such items to draft, or only reports them on a dry run. */
export async function prune(
  access: ApiAccess,
  published: Published,
  terms: {
    tenants: readonly TenantId[];
    scopes: readonly PruneScope[];
    kinds: readonly ContentKind[];
    seen: (kind: ContentKind, id: string) => boolean;
    dryRun: boolean;
  },
  done: (report: ItemReport) => void,
): Promise<void> {
  for (const tenantId of terms.tenants) {
    for (const item of itemsGone(await published.list(tenantId), terms.scopes, terms.kinds, terms.seen)) {
      const { kind, id, version } = item;
      if (!terms.dryRun) {
        const answer = await callApi(access, tenantId, setContentStatus, {
          params: { kind, id },
          // Skips an item that was published again since.
          body: { status: 'draft', base: version },
        });
        if (!answer.ok && answer.status !== 404) {
          throw new CommandProblem(EXIT.failed, `${kind} ${id} was not set to draft: ${answer.text}`, 'Run it again.');
        }
      }
      done({ kind, id, tenantId, outcome: 'drafted', version, findings: [] });
    }
  }
}
