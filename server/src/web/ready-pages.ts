import { hash } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { TenantId } from '@academy/contract/tenants';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { Lru } from '../catalogue/lru.ts';
import type { Answer, PageRenderer, PageTask, RenderedPage } from './page-renderer.ts';

/** Pages kept ready; a page weighs about 60 kB in its three encodings. */
const MOST_PAGES = 500;
/** Renderings of one page while the catalogue changes under it; after that it is as new as it gets. */
const MOST_TRIES = 5;
/** What was asked for within this time is made again before anybody asks, ms. */
const HOT_MS = 60_000;
/** Longest that readers get the pages of before while those of now are made, ms. */
const RENEWAL_MS = 250;
/** Pages that are renewed at once: while one is rendered, the calls of the next are answered. */
const LANES = 2;

/** A call that a page made, with a fingerprint of its answer. */
interface Read {
  name: string;
  input: unknown;
  /** Null where nothing can be said. */
  fingerprint: string | null;
}

interface Kept {
  place: PagePlace;
  /** The catalogue that the page was made from. */
  version: number;
  page: RenderedPage;
  reads: readonly Read[];
  /** When somebody asked for it, ms. */
  askedAt: number;
}

/** Where to find a page, and how it is made. */
export interface PagePlace {
  key: string;
  tenantId: TenantId;
  /** What to render, as things are now. */
  task(): PageTask;
  /** False for pages that are made anew each time. */
  keeps(page: RenderedPage): boolean;
}

export interface ReadyPagesOptions {
  renderer: PageRenderer;
  /** Answers the calls of a page as to a visitor. */
  answer(task: PageTask): Answer;
  versions: ReadVersions;
}

/**
 * Pages as visitors see them, kept until what they show changes. After a publish a page is compared first: when all its
 * calls have the same answers, its bytes stay. Pages that are asked for often are made again at once, and for as long as
 * that takes, a fraction of a second at most, readers get those of before.
 */
export class ReadyPages {
  readonly #kept = new Lru<Kept>(MOST_PAGES);
  readonly #underWay = new Map<string, Promise<RenderedPage>>();
  /** Catalogues whose pages are still served while newer ones are made. */
  readonly #renewals = new Set<{ tenantId: TenantId; from: number }>();
  readonly #options: ReadyPagesOptions;

  constructor(options: ReadyPagesOptions) {
    this.#options = options;
  }

  /** The page, ready or in the making; null when it must be made. */
  find({ key, tenantId }: PagePlace): RenderedPage | Promise<RenderedPage> | null {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.version < this.#oldest(tenantId)) return this.#underWay.get(key) ?? null;
    kept.askedAt = performance.now();
    return kept.page;
  }

  /** Makes the page of now, once for everybody who waits for it. */
  make(place: PagePlace): Promise<RenderedPage> {
    const { key } = place;
    const others = this.#underWay.get(key);
    if (others !== undefined) return others;
    const made = this.#make(place).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, made);
    return made;
  }

  /**
   * Makes the pages that are asked for often again, from a catalogue that has just changed.
   *
   * @param from the version of before: its pages are served until this is done
   * @returns when they are made or would take too long; whoever asks from then on gets pages of now
   */
  async renew(tenantId: TenantId, from: number): Promise<void> {
    const since = performance.now() - HOT_MS;
    const hot = this.#kept.newestFirst().filter(({ place, askedAt }) => place.tenantId === tenantId && askedAt > since);
    if (hot.length === 0) return;
    const renewal = { tenantId, from };
    this.#renewals.add(renewal);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, RENEWAL_MS);
    const lane = async () => {
      // Who asks for a page that could not be made tries again, and is told.
      for (let next = hot.shift(); next !== undefined && this.#renewals.has(renewal); next = hot.shift())
        await this.make(next.place).catch(() => undefined);
    };
    await Promise.race([late.promise, Promise.all(Array.from({ length: LANES }, lane))]);
    clearTimeout(timer);
    this.#renewals.delete(renewal);
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
    const before = this.#kept.get(key);
    let made: Pick<Kept, 'page' | 'reads'>;
    let version: number;
    let tries = 0;
    // A page asks for several things: what was put together around a publish is put together again.
    do {
      version = versions.of(tenantId);
      made = await this.#current(place.task(), before);
      tries += 1;
    } while (versions.of(tenantId) !== version && tries < MOST_TRIES);
    const askedAt = before?.askedAt ?? performance.now();
    if (place.keeps(made.page)) this.#kept.set(key, { place, version, page: made.page, reads: made.reads, askedAt });
    else this.#kept.delete(key);
    return made.page;
  }

  /** The page of before when it would become the same, else a new one. */
  async #current(task: PageTask, before: Kept | undefined): Promise<Pick<Kept, 'page' | 'reads'>> {
    const plain = this.#options.answer(task);
    // What the comparison asked for, the rendering does not ask for again.
    const answers = new Map<string, Promise<string>>();
    const answer: Answer = (name, input) => {
      const question = JSON.stringify([name, input]);
      const known = answers.get(question) ?? plain(name, input);
      answers.set(question, known);
      return known;
    };
    if (before !== undefined) {
      const now = await Promise.all(before.reads.map(({ name, input }) => fingerprintOf(answer(name, input))));
      if (before.reads.every(({ fingerprint }, at) => fingerprint !== null && fingerprint === now[at])) return before;
    }
    const asked = new Map<string, Promise<Read>>();
    const page = await this.#options.renderer.render(task, (name, input) => {
      const given = answer(name, input);
      asked.set(
        JSON.stringify([name, input]),
        fingerprintOf(given).then((fingerprint) => ({ name, input, fingerprint })),
      );
      return given;
    });
    return { page, reads: await Promise.all(asked.values()) };
  }
}

/** A refusal is an answer, too: a page says that there is nothing. Of any other failure nothing can be said. */
async function fingerprintOf(answer: Promise<string>): Promise<string | null> {
  try {
    return hash('sha256', await answer, 'base64');
  } catch (error) {
    return error instanceof AcademyError ? `${error.code} ${error.message}` : null;
  }
}
