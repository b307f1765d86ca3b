import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Asset } from '@academy/content/assets';
import { buildItem } from '@academy/content/build';
import type { BuiltItem } from '@academy/content/built-item';
import {
  type FoundItem,
  findItems,
  KIND_ORDER,
  type LoadedItem,
  type LoadOptions,
  loadItem,
} from '@academy/content/find-items';
import { RenderMemo } from '@academy/content/markdown/render-memo';
import type { Finding } from '@academy/contract/findings';
import type { TenantId } from '@academy/contract/tenants';

/** An item of the folder as it is now. */
export interface PreviewItem {
  found: FoundItem;
  loaded: LoadedItem;
  /** Null when a fatal finding refuses it; then readers of a real academy keep what they had. */
  built: BuiltItem | null;
  assets: readonly Asset[];
  findings: readonly Finding[];
}

export interface PreviewContentOptions {
  folder: string;
  tenantId: TenantId | null;
  tenants: readonly TenantId[];
  /** The academy of an item whose id does not tell it. */
  fallbackFor: (found: FoundItem, all: readonly FoundItem[]) => TenantId | null;
}

/**
 * The content of a folder, kept built. A change builds the items that it touches again, and of their texts only those
 * that changed, so that a long course is shown at once.
 */
export class PreviewContent {
  readonly #options: PreviewContentOptions;
  readonly #memo = new RenderMemo();
  #items = new Map<string, { item: PreviewItem; stamp: string }>();

  constructor(options: PreviewContentOptions) {
    this.#options = options;
  }

  get items(): PreviewItem[] {
    return [...this.#items.values()].map(({ item }) => item);
  }

  /**
   * Looks at the folder again.
   *
   * @param touched decides by absolute path whether an item's files may have changed; absent: all may have
   * @throws when the folder cannot be read
   */
  async refresh(touched: (root: string) => boolean = () => true): Promise<void> {
    const found = await findItems(KIND_ORDER, this.#options.folder);
    const next = new Map<string, { item: PreviewItem; stamp: string }>();
    for (const one of found) {
      const key = `${one.kind} ${one.root} ${one.file}`;
      const known = this.#items.get(key);
      const stamp = await stampOf(one);
      const same = known !== undefined && known.stamp === stamp && !touched(one.root);
      next.set(key, same ? known : { item: await this.#build(one, found), stamp });
    }
    this.#items = next;
  }

  async #build(found: FoundItem, all: readonly FoundItem[]): Promise<PreviewItem> {
    const { tenantId, tenants, fallbackFor } = this.#options;
    const options: LoadOptions = { tenantId, tenants, variables: {}, fallback: fallbackFor(found, all) };
    const loaded = await loadItem(found, options);
    if (loaded.item === null || loaded.tenantId === null) {
      return { found, loaded, built: null, assets: [], findings: loaded.findings };
    }
    const { kind, files, options: itemOptions } = loaded.item;
    const result = await buildItem(kind, files, { ...itemOptions, tenantId: loaded.tenantId }, { memo: this.#memo });
    const findings = [...loaded.findings, ...result.findings];
    return result.refused
      ? { found, loaded, built: null, assets: [], findings }
      : { found, loaded, built: result.item, assets: result.assets, findings };
  }
}

/** Parts may lie anywhere, so their times tell whether they changed. */
async function stampOf({ parts = [] }: FoundItem): Promise<string> {
  const times = await Promise.all(parts.map(async ({ from }) => (await stat(from).catch(() => null))?.mtimeMs ?? 0));
  return times.join(' ');
}

/** The address that shows an item; null for what has no screen of its own. */
export function addressOf({ built }: PreviewItem): string | null {
  if (built === null) return null;
  switch (built.kind) {
    case 'course':
      return `/courses/${built.slug}`;
    case 'guide':
      return `/guides/${built.slug}`;
    case 'path':
      return `/paths/${built.slug}`;
    case 'instructor':
      return `/instructors/${built.slug}`;
    case 'page':
      return `/${built.slug}`;
    default:
      return null;
  }
}

/** The addresses on which what a finding names can be seen: of its lesson, else of its item. */
export function addressesOf(item: PreviewItem, finding: Finding): string[] {
  const own = addressOf(item);
  if (own === null) return [];
  if (item.built?.kind !== 'course') return [own];
  const lesson = lessonSlugOf(item, finding.file);
  return [lesson === null ? own : `${own}/lessons/${lesson}`];
}

/** The slug in the `lesson.json` of the folder that holds a file. */
function lessonSlugOf({ loaded }: PreviewItem, file: string): string | null {
  const bytes = loaded.item?.files.get(path.posix.join(path.posix.dirname(file), 'lesson.json'));
  if (bytes === undefined) return null;
  try {
    const { slug } = JSON.parse(new TextDecoder().decode(bytes)) as { slug?: unknown };
    return typeof slug === 'string' && slug !== '' ? slug : null;
  } catch {
    return null;
  }
}
