import { readFile } from 'node:fs/promises';
import type { Call, CallInput } from '@academy/contract/call';
import { getCourse } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import { getGuide } from '@academy/contract/guides';
import { getInstructor } from '@academy/contract/instructors';
import { getLearningPath } from '@academy/contract/learning-paths';
import type { Tenant } from '@academy/contract/tenants';
import type { WebEntry } from '@academy/contract/web-entry';
import { tenantFilePath } from '@academy/tenants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallTable } from '../calls/bind.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { AssetSource } from '../content-assets/content-assets.store.ts';
import { collected } from '../file-store/file-store.ts';
import { bytesOf, type ReadyBytes, readyPicture, sendReady } from '../http/compressed.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { scopeOf } from '../values/scope.ts';
import { type Card, drawCard } from './draw-card.ts';

/** Cards that may wait for the one being drawn; more are refused, because sites that preview a link give up soon. */
const MAX_WAITING = 40;
const A_DAY = 'public, max-age=86400';

/** What a card shows. */
interface Subject {
  slug: string;
  picture: { hash: string; as: 'ground' | 'portrait' } | null;
}

type Read = <C extends Call>(call: C, input: CallInput<C>) => ReturnType<typeof CallTable.prototype.dispatch<C>>;

const hashIn = (address: string | null) => /^\/assets\/content\/([0-9a-f]{64})\./.exec(address ?? '')?.[1] ?? null;

/** Reads what the card of an item shows, as a visitor may see it; rejects with not-found where there is none. */
const SUBJECTS: Readonly<Record<string, (read: Read, slug: string) => Promise<Subject>>> = {
  async courses(read, slug) {
    const hash = hashIn((await read(getCourse, { query: { slug } })).thumbnail);
    return { slug, picture: hash === null ? null : { hash, as: 'ground' } };
  },
  async guides(read, slug) {
    return { slug: (await read(getGuide, { query: { slug } })).slug, picture: null };
  },
  async paths(read, slug) {
    return { slug: (await read(getLearningPath, { query: { slug } })).slug, picture: null };
  },
  async instructors(read, slug) {
    const hash = hashIn((await read(getInstructor, { query: { slug } })).avatar);
    return { slug, picture: hash === null ? null : { hash, as: 'portrait' } };
  },
};

export interface CardImagesOptions {
  web: Pick<WebEntry, 'coverPicture'>;
  calls: CallTable;
  tenants: Tenants;
  versions: ReadVersions;
  assets: AssetSource;
  memory: CacheMemory;
  /** Counts a card that must be looked up or drawn against the rate limit of the client's address. */
  countDrawing: CountCall;
}

/**
 * Serves the preview images of shared links: `/assets/cards/courses/<slug>.png`, and `/assets/cards/academy.png` for
 * the academy as a whole. They are drawn one at a time, in a thread of the pool, and cached.
 */
export function addCardImages(app: FastifyInstance, options: CardImagesOptions): void {
  const { web, calls, tenants, versions, assets, memory } = options;
  /** Names of cards by requested path, valid for one catalogue version. */
  const names = memory.cache<string>('card_names');
  const cards = memory.cache<ReadyBytes>('cards', { bytesOf });
  const underWay = new Map<string, Promise<ReadyBytes | null>>();
  let last: Promise<unknown> = Promise.resolve();

  async function find(request: FastifyRequest, kind: string, slug: string): Promise<ReadyBytes | null> {
    const tenant = tenantOfPage(request, tenants);
    const asked = `${tenant.tenantId} ${versions.ofContent(tenant.tenantId)} ${kind} ${slug}`;
    const ready = cards.get(names.get(asked) ?? '');
    if (ready !== undefined) return ready;
    await options.countDrawing(request);
    const subject = await subjectOf(request, tenant, kind, slug);
    if (subject === null) return null;
    const name = `${tenant.tenantId} ${subject.slug} ${subject.picture?.as} ${subject.picture?.hash}`;
    const card = cards.get(name) ?? (await drawnOnce(name, tenant, subject));
    names.set(asked, name);
    return card;
  }

  async function subjectOf(request: FastifyRequest, tenant: Tenant, kind: string, slug: string) {
    if (kind === '') return { slug: tenant.tenantId, picture: null };
    if (!Object.hasOwn(SUBJECTS, kind)) return null;
    const scope = { tenant, tenantId: scopeOf(tenant), actor: null, correlationId: correlationIdOf(request) };
    const read: Read = (call, input) => calls.dispatch(call, input, scope);
    try {
      return (await SUBJECTS[kind]?.(read, slug)) ?? null;
    } catch (error) {
      if (error instanceof AcademyError && (error.code === 'not-found' || error.code === 'invalid-input')) return null;
      throw error;
    }
  }

  /** Concurrent requests for one card share one drawing. */
  function drawnOnce(name: string, tenant: Tenant, subject: Subject): Promise<ReadyBytes | null> {
    const begun = underWay.get(name);
    if (begun !== undefined) return begun;
    if (underWay.size >= MAX_WAITING) return Promise.reject(new AcademyError('unavailable'));
    const card = last.then(async () => {
      const png = await draw(tenant, subject);
      if (png === null) return null;
      const ready = readyPicture(png, 'image/png');
      cards.set(name, ready);
      return ready;
    });
    last = card.catch(() => undefined);
    underWay.set(name, card);
    void last.then(() => underWay.delete(name));
    return card;
  }

  async function draw(tenant: Tenant, { slug, picture }: Subject): Promise<Buffer | null> {
    const mark = await readFile(tenantFilePath(tenant, tenant.favicon.file));
    const plain: Card = { cover: web.coverPicture(slug, tenant), picture: null, mark };
    const file = picture === null ? null : await assets.find(picture.hash);
    if (picture === null || file === null) return drawCard(plain);
    const bytes = await collected(await assets.read(picture.hash, { from: 0, length: file.size }), file.size);
    // An image that this platform cannot decode is left out.
    return drawCard({ ...plain, picture: { bytes, as: picture.as } }).catch(() => drawCard(plain));
  }

  const add = (url: string) =>
    app.route<{ Params: { kind?: string; file?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      async handler(request, reply) {
        const { kind = '', file = '' } = request.params;
        const slug = kind === '' ? '' : (/^(.+)\.png$/.exec(file)?.[1] ?? null);
        const card = slug === null ? null : await find(request, kind, slug);
        if (card === null) return reply.callNotFound();
        // Other sites embed these images.
        reply.header('cross-origin-resource-policy', 'cross-origin');
        return sendReady(request, reply, card, A_DAY);
      },
    });
  add('/assets/cards/academy.png');
  add('/assets/cards/:kind/:file');
}
