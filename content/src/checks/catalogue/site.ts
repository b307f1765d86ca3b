import type { Status } from '@academy/contract/entities';
import type { ContentKind } from '@academy/contract/publishing';
import { itemPath } from '@academy/contract/rules/site-paths';
import type { TenantId } from '@academy/contract/tenants';
import type { BuiltItem } from '../../built-item.ts';
import type { CheckedItem } from './index.ts';

/** A page that readers can open. */
export interface SitePage {
  path: string;
  /** A draft is opened by nobody but admins. */
  status: Status;
  /** Ids of its headings and anchors, as they stand in the markup. */
  ids: ReadonlySet<string>;
}

/** Everything that is checked together, by academy. */
export class Site {
  readonly #pages = new Map<string, SitePage>();
  readonly #items = new Map<string, CheckedItem[]>();
  readonly #owners = new Map<string, CheckedItem>();

  constructor(items: readonly CheckedItem[]) {
    for (const checked of items) {
      const { tenantId, item } = checked;
      for (const page of pagesOf(item)) this.#pages.set(`${tenantId} ${page.path}`, page);
      const kind = `${tenantId} ${item.kind}`;
      this.#items.set(kind, [...(this.#items.get(kind) ?? []), checked]);
      for (const name of namesOf(item)) {
        const key = `${tenantId} ${name}`;
        if (!this.#owners.has(key)) this.#owners.set(key, checked);
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

  /** Who was first to use a name of `namesOf`. */
  owner(tenantId: TenantId, name: string): CheckedItem | null {
    return this.#owners.get(`${tenantId} ${name}`) ?? null;
  }
}

/** What an item must have for itself in its academy. */
export function namesOf(item: BuiltItem): string[] {
  const own = [`${item.kind} id ${item.id}`, `${item.kind} slug ${item.slug}`];
  return item.kind === 'course' ? [...own, ...item.lessons.map(({ lessonId }) => `lesson id ${lessonId}`)] : own;
}

/** The address of an item that is one page; null for all others. */
export function pathOf(item: BuiltItem): string | null {
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
