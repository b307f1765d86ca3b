import type { IncomingHttpHeaders } from 'node:http';
import { viewedPage } from '@academy/contract/rules/page-view';
import type { TenantScope } from '../values/scope.ts';
import type { CountedViews, PageViewsStore } from './page-views.store.ts';

/** Counted views are written together at this interval, ms. */
const WRITE_MS = 5_000;
/** Most pages that are counted between two writes: made-up addresses must not fill the memory. */
const MAX_PAGES = 5_000;

/** User agents of programs that identify themselves, and missing ones. */
const PROGRAM = /^$|bot\b|crawl|spider|slurp|preview|monitor|^(?:curl|wget|python|java|go-http|node|okhttp|libwww)/i;

/** Whether a request is a person's view of a page that may be counted. */
export function isCounted(headers: IncomingHttpHeaders): boolean {
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  const hasOptedOut = headers.dnt === '1' || headers['sec-gpc'] === '1';
  return !hasOptedOut && !purpose.includes('prefetch') && !PROGRAM.test(headers['user-agent'] ?? '');
}

interface PageViewsOptions {
  onFailure: (error: unknown) => void;
  now?: () => number;
  writeMs?: number;
}

/** Counts views in memory, by academy, day and page, and writes them every few seconds. A crash loses those seconds. */
export class PageViews {
  readonly #store: PageViewsStore;
  readonly #options: PageViewsOptions;
  #counted = new Map<string, CountedViews>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: PageViewsStore, options: PageViewsOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** @param path as requested, without query */
  note(tenantId: TenantScope, path: string, headers: IncomingHttpHeaders): void {
    const page = isCounted(headers) ? viewedPage(path) : null;
    if (page === null) return;
    const day = new Date(this.#options.now?.() ?? Date.now()).toISOString().slice(0, 10);
    const key = JSON.stringify([tenantId, day, page]);
    const before = this.#counted.get(key);
    if (before !== undefined) before.views += 1;
    else if (this.#counted.size < MAX_PAGES) this.#counted.set(key, { tenantId, day, ...page, views: 1 });
    this.#timer ??= setTimeout(() => void this.write(), this.#options.writeMs ?? WRITE_MS).unref();
  }

  /** Writes what was counted. Counts that cannot be written are dropped: statistics are not worth a queue. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    if (counted.length === 0) return;
    await this.#store.add(counted).catch((error: unknown) => this.#options.onFailure(error));
  }
}
