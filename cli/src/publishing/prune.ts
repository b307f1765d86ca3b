import path from 'node:path';
import {
  type ContentKind,
  type ContentSource,
  type PublishedItem,
  setContentStatus,
} from '@academy/contract/publishing';
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

/**
 * Without git, folders are counted from the one that is named on the command line. Where items of the run were
 * published from a folder above it, the run covers that part of the source only.
 *
 * @param folders the folder of each item of the run, by kind and id
 */
export function scopesOfPart(
  scopes: readonly PruneScope[],
  items: readonly PublishedItem[],
  folders: ReadonlyMap<string, string>,
): PruneScope[] {
  return scopes.flatMap((scope) => {
    if (scope.host !== undefined || scope.folder !== '') return [scope];
    const above = items.flatMap(({ kind, id, source }) => {
      const now = folders.get(`${kind} ${id}`);
      if (now === undefined || source === null || source.host !== undefined) return [];
      if (source.repository !== scope.repository || source.folder === now) return [];
      if (now === '') return [source.folder];
      return source.folder.endsWith(`/${now}`) ? [source.folder.slice(0, -now.length - 1)] : [];
    });
    return above.length === 0 ? [scope] : [...new Set(above)].map((folder) => ({ ...scope, folder }));
  });
}

/** `github.com/acme/courses`; without a host, the name alone. */
export function sourceName({ host, repository }: { host?: string | undefined; repository: string }): string {
  return host === undefined ? repository : `${host}/${repository}`;
}

/** What `--prune` does with published items that the run did not find. */
export interface Gone {
  /** From the same source: they become drafts. */
  own: PublishedItem[];
  /** From a source of the same name, of which one host is unknown: they stay, unless the author names that source. */
  elsewhere: (PublishedItem & { source: ContentSource })[];
  /** Published without a source: they stay. */
  unknown: PublishedItem[];
}

/**
 * The published items of those sources and kinds that the run did not find and that readers can still open.
 *
 * @param alsoFrom names of other sources (`sourceName`) whose items are taken out as well
 */
export function itemsGone(
  items: readonly PublishedItem[],
  scopes: readonly PruneScope[],
  kinds: readonly ContentKind[],
  seen: (kind: ContentKind, id: string) => boolean,
  alsoFrom: readonly string[] = [],
): Gone {
  const gone: Gone = { own: [], elsewhere: [], unknown: [] };
  for (const item of items) {
    if (!kinds.includes(item.kind) || item.status === 'draft' || seen(item.kind, item.id)) continue;
    const { source } = item;
    if (source === null) {
      gone.unknown.push(item);
      continue;
    }
    const inScope = scopes.filter(
      ({ repository, folder }) =>
        source.repository === repository &&
        (folder === '' || source.folder === folder || source.folder.startsWith(`${folder}/`)),
    );
    const isNamed = inScope.length > 0 && alsoFrom.includes(sourceName(source));
    if (isNamed || inScope.some(({ host }) => source.host === host)) gone.own.push(item);
    // Two known hosts are two sources. With one unknown, it may be the same repository or a stranger's.
    else if (inScope.some(({ host }) => source.host === undefined || host === undefined))
      gone.elsewhere.push({ ...item, source });
  }
  return gone;
}

/**
 * Sets such items to draft, or only reports them on a dry run. Items of other sources are reported as kept.
 *
 * @returns what was published without a source
 */
export async function prune(
  access: ApiAccess,
  published: Published,
  terms: {
    tenants: readonly TenantId[];
    scopes: readonly PruneScope[];
    kinds: readonly ContentKind[];
    /** The folder of each item of the run, by kind and id. */
    seen: ReadonlyMap<string, string>;
    alsoFrom: readonly string[];
    dryRun: boolean;
  },
  done: (report: ItemReport) => void,
): Promise<PublishedItem[]> {
  const unknown: PublishedItem[] = [];
  for (const tenantId of terms.tenants) {
    const items = await published.list(tenantId);
    const seen = (kind: ContentKind, id: string) => terms.seen.has(`${kind} ${id}`);
    const scopes = scopesOfPart(terms.scopes, items, terms.seen);
    const gone = itemsGone(items, scopes, terms.kinds, seen, terms.alsoFrom);
    unknown.push(...gone.unknown);
    for (const { kind, id, version } of gone.own) {
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
    for (const { kind, id, version, source } of gone.elsewhere)
      done({ kind, id, tenantId, outcome: 'kept', version, findings: [], from: sourceName(source) });
  }
  return unknown;
}

/** Most items of unknown sources that are listed by name. */
const MAX_LISTED = 10;

/** What the author can do about items that `--prune` left alone. */
export function keptLines(kept: readonly ItemReport[], unknown: readonly PublishedItem[]): string[] {
  const from = [...new Set(kept.flatMap((report) => report.from ?? []))];
  const lines = from.map(
    (name) =>
      `What was published from "${name}" stays: it may be another source of the same name. ` +
      `To take it out as well, add --yes-also-from ${name}`,
  );
  if (unknown.length === 0) return lines;
  const names = unknown.slice(0, MAX_LISTED).map(({ kind, id }) => `${kind} ${id}`);
  const more = unknown.length > MAX_LISTED ? ` and ${unknown.length - MAX_LISTED} more` : '';
  const stays = unknown.length === 1 ? 'stays' : 'stay';
  return [
    ...lines,
    `Published without a source, so --prune cannot tell whether it is gone: ${names.join(', ')}${more}. ` +
      `${unknown.length === 1 ? 'It' : 'They'} ${stays}; to take something out, use "content unpublish"`,
  ];
}
