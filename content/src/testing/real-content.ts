import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentKind } from '@academy/contract/publishing';
import { buildItem } from '../build.ts';
import type { BuildResult, BuiltItem } from '../built-item.ts';
import { findItems, loadItem } from '../find-items.ts';
import { packItem, unpackItem } from '../pack.ts';

/** Real content is available beside the repository on some machines only. */
export const DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
export const isThere = existsSync(DATA);
if (!isThere) process.stderr.write('real content: tests skipped, ../shared/data is not there\n');

/** `./academy test --all` uses the whole corpus; otherwise a sample of each kind is enough. */
export const isWhole = process.env.ACADEMY_TEST_ALL === '1';

export interface Published {
  kind: ContentKind;
  /** Folder of the item below the data. */
  folder: string;
  result: BuildResult;
}

/**
 * Publishes the content of a folder: found, read, packed, unpacked and built, as between command and server.
 *
 * @param folder below the data
 */
export async function publish(folder: string, kinds: readonly ContentKind[]): Promise<Published[]> {
  const published: Published[] = [];
  for (const found of await findItems(kinds, path.join(DATA, folder))) {
    const { item, tenantId, findings } = await loadItem(found, {
      // Tags have no id that names their academy.
      tenantId: found.kind === 'tags' ? 'spring' : null,
      tenants: ['spring', 'kube', 'tanzu'],
      variables: { GITHUB_SHA: 'abc' },
    });
    if (item === null || tenantId === null) throw new Error(JSON.stringify(findings));
    const { files, options } = await unpackItem(await packItem(item));
    const result = await buildItem(found.kind, files, { ...options, tenantId });
    published.push({ kind: found.kind, folder: path.relative(DATA, found.root), result });
  }
  return published;
}

/** Publishes the one item of a kind in a folder; it must not be refused. */
export async function publishOne<K extends ContentKind>(folder: string, kind: K) {
  const [only, ...others] = await publish(folder, [kind]);
  const result = only?.result;
  if (result === undefined || others.length > 0 || result.refused || result.item.kind !== kind) {
    throw new Error(JSON.stringify(result ?? others.length));
  }
  return { item: result.item as Extract<BuiltItem, { kind: K }>, findings: result.findings };
}

/** Every HTML text of an item that a reader can get. */
export function htmlOf(item: BuiltItem): string[] {
  switch (item.kind) {
    case 'course': {
      const bodies = item.lessons.flatMap(({ data, body }) => [
        ...[data.summary, body.html, body.transcript, body.preview],
      ]);
      return [item.data.summary, item.data.conclusion, ...bodies].filter((text) => text !== null);
    }
    case 'guide':
      return [item.data.summary, item.body.html, item.body.preview, item.body.transcript].filter(
        (text) => text !== null,
      );
    case 'path':
    case 'test':
      return [item.data.summary];
    case 'page':
      return [item.body.html];
    case 'instructor':
      return [item.data.bio];
    default:
      return [];
  }
}
