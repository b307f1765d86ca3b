import type { Status } from '@academy/contract/entities';
import type { ContentKind } from '@academy/contract/publishing';
import { isNearly } from '@academy/contract/rules/near-names';
import { itemPath } from '@academy/contract/rules/site-paths';
import type { TenantId } from '@academy/contract/tenants';
import type { BuiltItem } from '../../built-item.ts';
import type { FindingList } from '../../finding-list.ts';
import type { CheckedItem } from './checked-item.ts';

/** A page that readers can open. */
export interface SitePage {
  path: string;
  /** A draft cannot be opened by readers. */
  status: Status;
  /** Ids of its headings and anchors, as in the markup. */
  ids: ReadonlySet<string>;
}

/** An item that an academy has, but that is not checked in this run. */
export interface ItemElsewhere {
  tenantId: TenantId;
  kind: ContentKind;
  id: string;
  slug: string;
  status: Status;
}

/** All items that are checked together, by academy. */
export class Site {
  readonly #pages = new Map<string, SitePage>();
  readonly #items = new Map<string, CheckedItem[]>();
  readonly #owners = new Map<string, CheckedItem>();
  /** Such items by kind and id, and by the path of their page. */
  readonly #elsewhere = new Map<string, ItemElsewhere>();
  readonly #isComplete: boolean;

  /** Academies of which only a part was seen: what is missing may be there. */
  readonly #partial: ReadonlySet<TenantId>;

  constructor(
    items: readonly CheckedItem[],
    elsewhere: readonly ItemElsewhere[] | null = null,
    partial: ReadonlySet<TenantId> = new Set(),
  ) {
    this.#isComplete = elsewhere !== null;
    this.#partial = partial;
    for (const one of elsewhere ?? []) {
      this.#elsewhere.set(`${one.tenantId} ${one.kind} ${one.id}`, one);
      const path = pathOf(one);
      if (path !== null) this.#elsewhere.set(`${one.tenantId} ${path}`, one);
    }
    for (const checked of items) {
      const { tenantId, item } = checked;
      for (const page of pagesOf(item)) this.#pages.set(`${tenantId} ${page.path}`, page);
      const kind = `${tenantId} ${item.kind}`;
      this.#items.set(kind, [...(this.#items.get(kind) ?? []), checked]);
      for (const name of namesOf(item)) {
        const key = `${tenantId} ${name}`;
        const owner = this.#owners.get(key);
        if (owner === undefined || (!isAtHome(owner) && isAtHome(checked))) this.#owners.set(key, checked);
      }
    }
  }

  page(tenantId: TenantId, path: string): SitePage | null {
    return this.#pages.get(`${tenantId} ${path}`) ?? null;
  }

  /** The items of a kind in an academy. */
  items(tenantId: TenantId, kind: ContentKind): readonly CheckedItem[] {
    return this.#items.get(`${tenantId} ${kind}`) ?? [];
  }

  /** True where content of others cannot be seen. */
  isPartial(tenantId: TenantId): boolean {
    return this.#partial.has(tenantId);
  }

  /** True when an item with this id is checked or exists elsewhere, or may exist where only a part is seen. */
  has(tenantId: TenantId, kind: ContentKind, id: string): boolean {
    if (this.isPartial(tenantId)) return true;
    return this.items(tenantId, kind).some(({ item }) => item.id === id) || this.#has(`${tenantId} ${kind} ${id}`);
  }

  /** The item elsewhere that has this page, or a page above it. */
  elsewhere(tenantId: TenantId, path: string): ItemElsewhere | null {
    const whole = this.#elsewhere.get(`${tenantId} ${path}`);
    return whole ?? this.#elsewhere.get(`${tenantId} ${path.split('/').slice(0, 3).join('/')}`) ?? null;
  }

  /** Advice about a missing item: when no academy was asked, it may be in another folder. */
  adviceFor({ tenantId, item }: CheckedItem, kind: ContentKind, advice: string): string {
    const isKnown = this.#isComplete || this.items(tenantId, kind).some((other) => other.item !== item);
    return isKnown ? advice : `${advice}. If another folder publishes it, all is well`;
  }

  /** `Did you mean ...?` for the id of a missing item: one letter is wrong, the prefix is missing, or it is the slug. */
  nearId(tenantId: TenantId, kind: ContentKind, id: string): string | null {
    const own = this.items(tenantId, kind).map(({ item }) => item);
    const others = [...this.#elsewhere.values()].filter((one) => one.tenantId === tenantId && one.kind === kind);
    const all = [...own, ...others];
    const meant =
      all.find((one) => one.id === `${tenantId}-${id}` || one.slug === id) ?? all.find((one) => mayMean(id, one.id));
    return meant === undefined ? null : `Did you mean "${meant.id}"?`;
  }

  /** `Did you mean ...?` for an address in which one part is nearly right, or the id of an item instead of its slug. */
  nearPath(tenantId: TenantId, path: string): string | null {
    const parts = path.split('/');
    const prefix = `${tenantId} `;
    const keys = [...this.#pages.keys(), ...this.#elsewhere.keys()];
    const paths = keys.filter((key) => key.startsWith(`${prefix}/`)).map((key) => key.slice(prefix.length));
    const meant = paths.find((one) => {
      const others = one.split('/');
      const wrong = others.flatMap((other, at) => (other === parts[at] ? [] : [[parts[at] ?? '', other] as const]));
      const [first] = wrong;
      if (others.length !== parts.length || first === undefined || wrong.length > 1) return false;
      return mayMean(first[0], first[1]) || first[0] === `${tenantId}-${first[1]}`;
    });
    // The address of another tool: "/docs/basics/next" is the one page that is called "next".
    const isOfOthers = !['courses', 'guides', 'paths', 'instructors'].includes(parts[1] ?? '') && parts.length > 2;
    const called = isOfOthers ? paths.filter((one) => one.split('/').at(-1) === parts.at(-1)) : [];
    const found = meant ?? (called.length === 1 ? called[0] : undefined);
    return found === undefined ? null : `did you mean "${found}"?`;
  }

  /** Whether the academies' items of a kind can be known. */
  knows(tenantId: TenantId, kind: ContentKind): boolean {
    return this.#isComplete || this.items(tenantId, kind).length > 0;
  }

  #has(key: string): boolean {
    return this.#elsewhere.has(key);
  }

  /** The owner of a name of `namesOf`: the item whose folder has the item's name, else the first one. */
  owner(tenantId: TenantId, name: string): CheckedItem | null {
    return this.#owners.get(`${tenantId} ${name}`) ?? null;
  }
}

/** Names that differ in a number only are those of a series, and both are meant. */
function mayMean(name: string, known: string): boolean {
  const words = (text: string) => text.replace(/\d/g, '').toLowerCase();
  return isNearly(name, known) && (words(name) !== words(known) || name.toLowerCase() === known.toLowerCase());
}

/** Whether an item's folder has the item's name: a copied folder has not. */
function isAtHome({ item, folder, tenantId }: CheckedItem): boolean {
  const name = folder?.split(/[\\/]/).at(-1)?.replace(/^\d+-/, '');
  return name !== undefined && [item.slug, item.id, item.id.replace(`${tenantId}-`, '')].includes(name);
}

/** The names that must be unique in the item's academy. */
export function namesOf(item: BuiltItem): string[] {
  const own = [`${item.kind} id ${item.id}`, `${item.kind} slug ${item.slug}`];
  return item.kind === 'course' ? [...own, ...item.lessons.map(({ lessonId }) => `lesson id ${lessonId}`)] : own;
}

/** The address of an item with a single page; null for all others. */
export function pathOf(item: Pick<BuiltItem, 'kind' | 'slug'>): string | null {
  switch (item.kind) {
    case 'tags':
    case 'test':
    case 'workshop':
      return null;
    default:
      return itemPath(item.kind, item.slug);
  }
}

function pagesOf(item: BuiltItem): SitePage[] {
  const path = pathOf(item);
  if (path === null) return [];
  const page = (at: string, status: Status, ...html: (string | null)[]): SitePage => ({
    path: at,
    status,
    ids: idsIn(html),
  });
  switch (item.kind) {
    case 'course':
      return [
        page(path, item.status, item.data.summary),
        page(`${path}/conclusion`, item.status, item.data.conclusion),
        ...item.lessons
          .filter(({ type }) => type !== 'module')
          .flatMap(({ slug, status, type, data, body }) => {
            const at = `${path}/lessons/${slug}`;
            const shown = item.status === 'draft' ? 'draft' : status;
            const lesson = page(at, shown, data.summary, body.html, body.preview, body.transcript);
            if (type === 'lab') return [lesson, page(`${at}/lab`, shown)];
            return type === 'knowledge-check' ? [lesson, page(`${at}/knowledge-check`, shown)] : [lesson];
          }),
      ];
    case 'guide': {
      const { body, data, status } = item;
      const guide = page(path, status, data.summary, body.html, body.preview, body.transcript);
      return data.type === 'lab' ? [guide, page(`${path}/lab`, status)] : [guide];
    }
    case 'path':
      return [page(path, item.status, item.data.summary)];
    case 'instructor':
      return [page(path, item.status, item.data.bio)];
    case 'page':
      return [page(path, item.status, item.body.html)];
    default:
      return [];
  }
}

function idsIn(html: readonly (string | null)[]): Set<string> {
  return new Set(html.flatMap((part) => [...(part ?? '').matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)));
}

/** A rule about one item in relation to all others. */
export type CatalogueCheck = (checked: CheckedItem, site: Site, findings: FindingList) => void;
