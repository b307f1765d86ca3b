import { hash } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { TenantId } from '@academy/contract/tenants';
import { step } from '../background/activity.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { isRefusal, type Making, making, NotHidden, orPrevious } from '../catalogue/or-previous.ts';
import { packingsIn } from '../http/compressed.ts';
import { bytesOfLean, leanBytes } from '../http/lean-bytes.ts';
import { bytesOfValue } from '../memory/bytes-of-value.ts';
import type { BoundedCache, CacheMemory } from '../memory/cache-memory.ts';
import type { Answer, PageRenderer, PageTask, RenderedPage } from './page-renderer.ts';

/** Attempts to render a page while the catalogue changes; the last one is used as it is. */
const MAX_TRIES = 5;
/** Pages requested within this time are rendered again in advance, ms. */
const HOT_MS = 60_000;
/** Longest time that readers get the previous pages while new ones are rendered, ms. */
const RENEWAL_MS = 250;
/** Pages that are renewed at once: while one is rendered, the calls of the next are answered. */
const LANES = 2;

/** A call that a page made, with a fingerprint of its reply. */
interface Read {
  name: string;
  input: unknown;
  /** Null where the reply is unknown. */
  fingerprint: string | null;
}

interface Kept {
  place: PagePlace;
  /** The catalogue version that the page was made from. */
  version: number;
  page: RenderedPage;
  reads: readonly Read[];
  /** Fingerprint of the brand that the page was made with: published content changes its topics and footer. */
  brand: string;
  /** When it was last requested, ms. */
  askedAt: number;
}

type Made = Pick<Kept, 'page' | 'reads' | 'brand'>;

/** A page's key, and how it is rendered. */
export interface PagePlace {
  key: string;
  /** False where visitors can make up any number of addresses. */
  isOneOfFew: boolean;
  tenantId: TenantId;
  /** What to render, at the present moment. */
  task(): Promise<PageTask>;
  /** False for pages that are not cached. */
  keeps(page: RenderedPage): boolean;
}

export interface ReadyPagesOptions {
  renderer: PageRenderer;
  /** Answers the calls of a page as to a visitor. */
  answer(task: PageTask): Answer;
  versions: ReadVersions;
  memory: CacheMemory;
  /** Called when a page could not be made anew, and its readers get the previous one. */
  onFailure?: (error: unknown) => void;
}

/**
 * Pages as visitors see them, cached until their content changes. After a publish a page is compared first: when all
 * its calls have the same replies, and the brand the same topics and footer, its bytes stay. Frequently requested pages
 * are renewed at once, and meanwhile, for a fraction of a second at most, readers get the previous ones. They also get them
 * where the present ones cannot be made, or take seconds.
 */
export class ReadyPages {
  readonly #few: BoundedCache<Kept>;
  /** The number of addresses with queries is unlimited: they do not evict the others. */
  readonly #endless: BoundedCache<Kept>;
  readonly #underWay = new Map<string, Making<RenderedPage>>();
  /** Catalogue versions whose pages are still served while newer ones are rendered. */
  readonly #renewals = new Set<{ tenantId: TenantId; from: number }>();
  readonly #options: ReadyPagesOptions;

  constructor(options: ReadyPagesOptions) {
    this.#options = options;
    this.#few = options.memory.cache('pages', { bytesOf: sizeOf });
    this.#endless = options.memory.cache('filtered_pages', { bytesOf: sizeOf });
  }

  /** How many pages are being rendered or wait for it. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /** The page, cached or being rendered; null when it must be rendered. */
  find(place: PagePlace): RenderedPage | Promise<RenderedPage> | null {
    const { key, tenantId } = place;
    const kept = this.#memoryOf(place).get(key);
    if (kept === undefined || kept.version < this.#oldest(tenantId)) {
      const others = this.#underWay.get(key);
      return others === undefined ? null : orPrevious(others, kept?.page, this.#options.onFailure);
    }
    kept.askedAt = performance.now();
    return kept.page;
  }

  /** The page as it was last made, from whichever catalogue; null when it is not cached. */
  previous(place: PagePlace): RenderedPage | null {
    return this.#memoryOf(place).get(place.key)?.page ?? null;
  }

  /** Renders the present page, once for all requests that wait for it. */
  make(place: PagePlace): Promise<RenderedPage> {
    return orPrevious(this.#begin(place), this.previous(place) ?? undefined, this.#options.onFailure);
  }

  #begin(place: PagePlace): Making<RenderedPage> {
    const { key } = place;
    const others = this.#underWay.get(key);
    if (others !== undefined) return others;
    const begun = making(this.#make(place).finally(() => this.#underWay.delete(key)));
    this.#underWay.set(key, begun);
    return begun;
  }

  /**
   * Renders the frequently requested pages again, from a catalogue that has just changed.
   *
   * @param from the previous version: its pages are served until this is done
   * @returns when they are rendered or would take too long; later requests get present pages
   */
  async renew(tenantId: TenantId, from: number): Promise<void> {
    const since = performance.now() - HOT_MS;
    // The cache iterates from the last used value.
    const hot = [...this.#few.values()].filter((kept) => kept.place.tenantId === tenantId && kept.askedAt > since);
    if (hot.length === 0) return;
    const renewal = { tenantId, from };
    this.#renewals.add(renewal);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, RENEWAL_MS);
    const lane = async () => {
      // A request for a page that failed here renders it again, and gets the error.
      for (let next = hot.shift(); next !== undefined && this.#renewals.has(renewal); next = hot.shift())
        await this.#begin(next.place).made.catch(() => undefined);
    };
    await Promise.race([late.promise, Promise.all(Array.from({ length: LANES }, lane))]);
    clearTimeout(timer);
    this.#renewals.delete(renewal);
  }

  #memoryOf({ isOneOfFew }: PagePlace): BoundedCache<Kept> {
    return isOneOfFew ? this.#few : this.#endless;
  }

  #oldest(tenantId: TenantId): number {
    let oldest = this.#options.versions.of(tenantId);
    for (const renewal of this.#renewals)
      if (renewal.tenantId === tenantId && renewal.from < oldest) oldest = renewal.from;
    return oldest;
  }

  async #make(place: PagePlace): Promise<RenderedPage> {
    const { key, tenantId } = place;
    const { versions } = this.#options;
    const memory = this.#memoryOf(place);
    const before = memory.get(key);
    let made: Made;
    let version: number;
    let tries = 0;
    // A page makes several calls: when a publish came between them, it is rendered again.
    do {
      version = versions.of(tenantId);
      made = await this.#current(await place.task(), before);
      tries += 1;
    } while (versions.of(tenantId) !== version && tries < MAX_TRIES);
    const askedAt = before?.askedAt ?? performance.now();
    const { page, reads, brand } = made;
    if (place.keeps(page)) memory.set(key, { place, version, page, reads, brand, askedAt });
    else memory.delete(key);
    return page;
  }

  /** The previous page when it would be the same, else a new one. */
  async #current(task: PageTask, before: Kept | undefined): Promise<Made> {
    const brand = hash('sha256', JSON.stringify(task.tenant), 'base64');
    const plain = this.#options.answer(task);
    let isUnanswered = false;
    const noting = async (answered: Promise<string>) => {
      try {
        return await answered;
      } catch (error) {
        isUnanswered ||= !isRefusal(error);
        throw error;
      }
    };
    // Rendering reuses the replies that the comparison got.
    const answers = new Map<string, Promise<string>>();
    const answer: Answer = (name, input) => {
      const question = JSON.stringify([name, input]);
      const known = answers.get(question) ?? noting(plain(name, input));
      answers.set(question, known);
      return known;
    };
    if (before?.brand === brand) {
      const now = await Promise.all(before.reads.map(({ name, input }) => fingerprintOf(answer(name, input))));
      if (before.reads.every(({ fingerprint }, at) => fingerprint !== null && fingerprint === now[at])) return before;
    }
    const asked = new Map<string, Promise<Read>>();
    const answerAndNote: Answer = (name, input) => {
      const given = answer(name, input);
      asked.set(
        JSON.stringify([name, input]),
        fingerprintOf(given).then((fingerprint) => ({ name, input, fingerprint })),
      );
      return given;
    };
    // What readers of the previous page asked for, they will ask for again.
    const asks = [...(task.packings ?? []), ...(before === undefined ? [] : packingsIn(before.page.bytes))];
    const packed = { ...task, ...(task.packings === undefined ? {} : { packings: asks }) };
    const made = await step({ name: 'render page' }, () =>
      this.#options.renderer.render(packed, answerAndNote).catch((error: unknown) => {
        throw isUnanswered ? error : new NotHidden(error);
      }),
    );
    const page = { ...made, bytes: leanBytes(made.bytes, this.#options.memory) };
    return { page, reads: await Promise.all(asked.values()), brand };
  }
}

/** A page, and about what its reads take. */
const sizeOf = ({ page, reads }: Kept): number => bytesOfLean(page.bytes) + bytesOfValue(reads);

/** An error reply counts, too: a page may say that something does not exist. Other failures have no fingerprint. */
async function fingerprintOf(answer: Promise<string>): Promise<string | null> {
  try {
    return hash('sha256', await answer, 'base64');
  } catch (error) {
    return error instanceof AcademyError ? `${error.code} ${error.message}` : null;
  }
}
