import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Asset } from '@academy/content/assets';
import { buildItem } from '@academy/content/build';
import type { BuiltItem } from '@academy/content/built-item';
import { checkCatalogue } from '@academy/content/checks/catalogue/index';
import { pathOf } from '@academy/content/checks/catalogue/site';
import { findItems, type LoadedItem, loadItem } from '@academy/content/find-items';
import type { FoundItem } from '@academy/content/found-item';
import type { FoundLink } from '@academy/content/found-links';
import { KIND_ORDER } from '@academy/content/kind-order';
import { RenderMemo } from '@academy/content/markdown/render-memo';
import type { Finding } from '@academy/contract/findings';
import type { TenantId } from '@academy/contract/tenants';
import { repositoriesOf, withPictures } from '../publishing/pictures-elsewhere.ts';
import { type Places, places } from '../publishing/places.ts';
import type { TenantOfFolder } from '../publishing/tenant-map.ts';

/** The present state of an item in the folder. */
export interface PreviewItem {
  found: FoundItem;
  /** Its files as last read, also when they could not be built. */
  read: LoadedItem;
  /** The files that `built` was built from. */
  loaded: LoadedItem;
  /** Null when a fatal finding refused it from the beginning. */
  built: BuiltItem | null;
  /** True when `built` is the last valid version, because the present files have a fatal finding. */
  isOutdated: boolean;
  assets: readonly Asset[];
  links: readonly FoundLink[];
  findings: readonly Finding[];
}

/** The changes found by one refresh. */
export interface Refreshed {
  /** Built from changed files. */
  rebuilt: PreviewItem[];
  /** Not rebuilt, because a fatal finding refuses the changed files. */
  refused: PreviewItem[];
  /** No longer in the folder. */
  removed: PreviewItem[];
}

export interface PreviewContentOptions {
  folder: string;
  tenantId: TenantId | null;
  tenants: readonly TenantId[];
  /** The academy of an item whose id does not name it. */
  tenantOfFolder: TenantOfFolder;
}

/**
 * The content of a folder, kept built. A change reads the items again, and renders only the texts that changed, so that
 * a long course is shown at once.
 */
export class PreviewContent {
  readonly #options: PreviewContentOptions;
  readonly #memos = new Map<string, RenderMemo>();
  /** Files as last read: of a long course only saved files are read again. */
  readonly #files = new Map<string, Promise<Uint8Array>>();
  /** What git says of the folder; asked once. */
  #places: Places | null = null;
  #items: readonly PreviewItem[] = [];

  constructor(options: PreviewContentOptions) {
    this.#options = options;
  }

  get items(): readonly PreviewItem[] {
    return this.#items;
  }

  /**
   * Reads the folder again.
   *
   * @param changed absolute paths; items without any of them stay as they are. Absent: everything may have changed
   * @throws when the folder cannot be read
   */
  async refresh(changed?: readonly string[]): Promise<Refreshed> {
    this.#forget(changed);
    const found = await findItems(KIND_ORDER, this.#options.folder);
    const before = new Map(this.#items.map((item) => [keyOf(item.found), item]));
    const items: PreviewItem[] = [];
    for (const one of found) {
      const known = before.get(keyOf(one));
      const isUntouched = known !== undefined && changed !== undefined && !mayTouch(known.found, one, changed);
      items.push(isUntouched ? known : await this.#build(one, known));
    }
    const keys = new Set(found.map(keyOf));
    const removed = this.#items.filter((item) => !keys.has(keyOf(item.found)));
    for (const { found: one } of removed) this.#memos.delete(keyOf(one));
    const others = items.filter((item) => before.get(keyOf(item.found)) !== item);
    this.#items = items;
    const isRefused = ({ built, isOutdated }: PreviewItem) => built === null || isOutdated;
    return { rebuilt: others.filter((item) => !isRefused(item)), refused: others.filter(isRefused), removed };
  }

  /** The findings of the items, each by itself and in relation to the others. */
  findings(): { item: PreviewItem; findings: Finding[] }[] {
    const built = this.#items.filter((item) => item.built !== null);
    const among = checkCatalogue(
      built.map(({ built: item, loaded, links, found: { file, root } }) => ({
        tenantId: loaded.tenantId ?? '',
        item: item as BuiltItem,
        links,
        files: loaded.item?.files ?? new Map(),
        file,
        folder: path.relative(this.#options.folder, root) || '.',
      })),
    );
    const more = new Map(built.map((item, at) => [item, among[at] ?? []]));
    return this.#items.map((item) => ({ item, findings: [...item.findings, ...(more.get(item) ?? [])] }));
  }

  async #build(found: FoundItem, before: PreviewItem | undefined): Promise<PreviewItem> {
    const { tenantId, tenants, tenantOfFolder } = this.#options;
    const read = await loadItem(found, {
      tenantId,
      tenants,
      variables: {},
      fallback: tenantOfFolder(found.root),
      read: (file) => this.#read(file),
    });
    const loaded = await this.#withPictures(read);
    // Saved without a change, or a file that the item does not use.
    if (before !== undefined && isDeepStrictEqual(before.read, loaded)) return before;
    const { findings, ...made } = await this.#made(loaded);
    // A half-written file must not remove the page: as in a real academy, the previous version stays.
    if (made.built === null && before !== undefined)
      return { ...before, isOutdated: before.built !== null, found, read: loaded, findings };
    return { found, read: loaded, loaded, findings, isOutdated: false, ...made };
  }

  /** With the pictures of the folder that texts name by the address of a git host, or outside of the item. */
  async #withPictures(loaded: LoadedItem): Promise<LoadedItem> {
    if (loaded.item === null) return loaded;
    const { folder } = this.#options;
    const { root } = loaded.found;
    this.#places ??= places(folder, null, {});
    const place = await this.#places.of(root);
    const repositories = repositoriesOf([{ place, root }], folder);
    const { item } = await withPictures(loaded.item, loaded.found, place.top, { repositories, fetch: null });
    return { ...loaded, item };
  }

  async #made(loaded: LoadedItem): Promise<Pick<PreviewItem, 'built' | 'assets' | 'links' | 'findings'>> {
    if (loaded.item === null || loaded.tenantId === null) {
      return { built: null, assets: [], links: [], findings: loaded.findings };
    }
    const { kind, files, options } = loaded.item;
    const key = keyOf(loaded.found);
    const memo = this.#memos.get(key) ?? new RenderMemo();
    this.#memos.set(key, memo);
    const result = await buildItem(kind, files, { ...options, tenantId: loaded.tenantId }, { memo });
    const findings = [...loaded.findings, ...result.findings];
    if (result.refused) return { built: null, assets: [], links: [], findings };
    return { built: result.item, assets: result.assets, links: result.links, findings };
  }

  /** A changed folder stands for all files in it. */
  #forget(changed: readonly string[] = ['']): void {
    for (const file of this.#files.keys()) {
      if (changed.some((one) => one === '' || file === one || file.startsWith(`${one}${path.sep}`)))
        this.#files.delete(file);
    }
  }

  #read(file: string): Promise<Uint8Array> {
    const known = this.#files.get(file) ?? readFile(file);
    this.#files.set(file, known);
    // A file that cannot be read now may be readable later.
    known.catch(() => this.#files.delete(file));
    return known;
  }
}

const keyOf = ({ kind, root, file }: FoundItem): string => `${kind} ${root} ${file}`;

/** True when changed files may belong to an item, as it was found before or as it is found now. */
function mayTouch(before: FoundItem, now: FoundItem, changed: readonly string[]): boolean {
  return !isDeepStrictEqual(before, now) || changed.some((file) => holds(before, file) || holds(now, file));
}

/** True when a file may be one of an item's. */
function holds({ root, parts }: FoundItem, file: string): boolean {
  if (parts?.some(({ from }) => from === file) === true) return true;
  return file.startsWith(`${root}${path.sep}`);
}

/** The address that shows an item; null for kinds without a screen. */
export function addressOf({ built }: PreviewItem): string | null {
  return built === null ? null : pathOf(built);
}

/** The addresses that show the subject of a finding: its lesson, else its item. */
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
