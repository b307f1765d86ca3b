import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Asset } from '@academy/content/assets';
import { buildItem } from '@academy/content/build';
import type { BuiltItem } from '@academy/content/built-item';
import { checkCatalogue } from '@academy/content/checks/catalogue/index';
import { pathOf } from '@academy/content/checks/catalogue/site';
import { type FoundItem, findItems, KIND_ORDER, type LoadedItem, loadItem } from '@academy/content/find-items';
import type { FoundLink } from '@academy/content/found-links';
import { RenderMemo } from '@academy/content/markdown/render-memo';
import type { Finding } from '@academy/contract/findings';
import type { TenantId } from '@academy/contract/tenants';
import type { TenantOfFolder } from '../publishing/tenant-map.ts';

/** An item of the folder as it is now. */
export interface PreviewItem {
  found: FoundItem;
  loaded: LoadedItem;
  /** Null when a fatal finding refused it from the beginning. */
  built: BuiltItem | null;
  /** True when `built` is of before a mistake that is fatal now. */
  isOutdated: boolean;
  assets: readonly Asset[];
  links: readonly FoundLink[];
  findings: readonly Finding[];
}

export interface PreviewContentOptions {
  folder: string;
  tenantId: TenantId | null;
  tenants: readonly TenantId[];
  /** The academy of an item whose id does not tell it. */
  tenantOfFolder: TenantOfFolder;
}

/**
 * The content of a folder, kept built. A change reads the items again, and of their texts only those are rendered that
 * changed, so that a long course is shown at once.
 */
export class PreviewContent {
  readonly #options: PreviewContentOptions;
  readonly #memos = new Map<string, RenderMemo>();
  /** Files as they were read last: of a long course only what was saved is read again. */
  readonly #files = new Map<string, Promise<Uint8Array>>();
  #items: readonly PreviewItem[] = [];

  constructor(options: PreviewContentOptions) {
    this.#options = options;
  }

  get items(): readonly PreviewItem[] {
    return this.#items;
  }

  /**
   * Looks at the folder again.
   *
   * @param changed absolute paths; items that hold none of them stay as they are. Absent: everything may have changed
   * @throws when the folder cannot be read
   */
  async refresh(changed?: readonly string[]): Promise<void> {
    this.#forget(changed);
    const found = await findItems(KIND_ORDER, this.#options.folder);
    const before = new Map(this.#items.map((item) => [keyOf(item.found), item]));
    const items: PreviewItem[] = [];
    for (const one of found) {
      const known = before.get(keyOf(one));
      const isSame = known !== undefined && changed !== undefined && !changed.some((file) => holds(one, file));
      items.push(isSame ? known : await this.#build(one, known));
    }
    this.#items = items;
  }

  /** What is wrong with the items, each by itself and among the others. */
  findings(): { item: PreviewItem; findings: Finding[] }[] {
    const built = this.#items.filter((item) => item.built !== null);
    const among = checkCatalogue(
      built.map(({ built: item, loaded, links, found: { file } }) => ({
        tenantId: loaded.tenantId ?? '',
        item: item as BuiltItem,
        links,
        files: loaded.item?.files ?? new Map(),
        file,
      })),
    );
    const more = new Map(built.map((item, at) => [item, among[at] ?? []]));
    return this.#items.map((item) => ({ item, findings: [...item.findings, ...(more.get(item) ?? [])] }));
  }

  async #build(found: FoundItem, before: PreviewItem | undefined): Promise<PreviewItem> {
    const { loaded, findings, ...made } = await this.#made(found);
    // A half-written file must not take the page away: as in a real academy, what was there stays.
    if (made.built === null && before !== undefined)
      return { ...before, isOutdated: before.built !== null, found, findings };
    return { found, loaded, findings, isOutdated: false, ...made };
  }

  async #made(found: FoundItem): Promise<Omit<PreviewItem, 'found' | 'isOutdated'>> {
    const { tenantId, tenants, tenantOfFolder } = this.#options;
    const loaded = await loadItem(found, {
      tenantId,
      tenants,
      variables: {},
      fallback: tenantOfFolder(found.root),
      read: (file) => this.#read(file),
    });
    if (loaded.item === null || loaded.tenantId === null) {
      return { loaded, built: null, assets: [], links: [], findings: loaded.findings };
    }
    const { kind, files, options } = loaded.item;
    const memo = this.#memos.get(keyOf(found)) ?? new RenderMemo();
    this.#memos.set(keyOf(found), memo);
    const result = await buildItem(kind, files, { ...options, tenantId: loaded.tenantId }, { memo });
    const findings = [...loaded.findings, ...result.findings];
    if (result.refused) return { loaded, built: null, assets: [], links: [], findings };
    return { loaded, built: result.item, assets: result.assets, links: result.links, findings };
  }

  /** A changed folder stands for all that lies in it. */
  #forget(changed: readonly string[] = ['']): void {
    for (const file of this.#files.keys()) {
      if (changed.some((one) => one === '' || file === one || file.startsWith(`${one}${path.sep}`)))
        this.#files.delete(file);
    }
  }

  #read(file: string): Promise<Uint8Array> {
    const known = this.#files.get(file) ?? readFile(file);
    this.#files.set(file, known);
    // What cannot be read now may be read next time.
    known.catch(() => this.#files.delete(file));
    return known;
  }
}

const keyOf = ({ kind, root, file }: FoundItem): string => `${kind} ${root} ${file}`;

/** True when a file may be one of an item's. */
function holds({ root, parts }: FoundItem, file: string): boolean {
  if (parts?.some(({ from }) => from === file) === true) return true;
  return file.startsWith(`${root}${path.sep}`);
}

/** The address that shows an item; null for what has no screen of its own. */
export function addressOf({ built }: PreviewItem): string | null {
  return built === null ? null : pathOf(built);
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
