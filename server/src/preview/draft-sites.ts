import { randomUUID } from 'node:crypto';
import { builtItemOf } from '@academy/content/storable-item';
import { API_BASE_PATH } from '@academy/contract/constants';
import { splitLanguage } from '@academy/contract/i18n/address';
import { ORIGINAL } from '@academy/contract/i18n/languages';
import type { Tenant } from '@academy/contract/tenants';
import type { WebEntry } from '@academy/contract/web-entry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CatalogueVersions, ReadVersions } from '../catalogue/catalogue-version.ts';
import type { AssetAccess } from '../content-assets/asset-access.ts';
import type { Database } from '../db/connect.ts';
import { draftNotesStore } from '../drafts/draft-notes.store.ts';
import { closedDraftPage, draftPage, pagesOf } from '../drafts/draft-pages.ts';
import type { DraftsService } from '../drafts/drafts.service.ts';
import { type DraftRow, draftsStore, type ShownDraft } from '../drafts/drafts.store.ts';
import type { PageRenderer } from '../front/page-renderer.ts';
import { acceptedLanguage, inLanguageOf } from '../http/language.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import { sendPlainPage } from '../mail/plain-page.ts';
import { serverMemory } from '../memory/memory-plan.ts';
import type { ItemBuilds } from '../publishing/item-builds.ts';
import { acceptedOf, overloaded } from '../publishing/refusals.ts';
import type { ReadingStores } from '../reading/reading.ts';
import { RuntimeConfigs, type Surroundings } from '../runtime-config/runtime-configs.ts';
import { scopeOf } from '../values/scope.ts';
import { CatalogueInMemory } from './catalogue-in-memory.ts';
import { draftStores } from './draft-stores.ts';
import type { NotedAttempt } from './noted-attempts.ts';
import type { NotedLab } from './noted-labs.ts';
import { addUnpublishedSite, unpublishedServer } from './unpublished-site.ts';

/** Drafts that a server keeps built. */
const MAX_SITES = 8;
/** Files of drafts have addresses that work for fifty minutes at least: a site is built anew before. */
const SITE_MS = 30 * 60_000;
/** Which browser visits a draft, so that each has labs of its own. It lasts as long as the browser is open. */
const VISITOR = 'draft-visitor';

export interface DraftSitesOptions {
  db: Database;
  drafts: Pick<DraftsService, 'open'>;
  builds: ItemBuilds;
  stores: ReadingStores;
  versions: CatalogueVersions;
  assets: AssetAccess;
  web: WebEntry;
  renderer: PageRenderer;
  tenants: Tenants;
  configs: RuntimeConfigs;
  allowedOrigins: ReadonlySet<string>;
  /** Whether readers use https. */
  https: boolean;
  /** Counts a request against the rate limit of the client's address. */
  count: CountCall;
}

/**
 * Shows drafts to those who have their link: below `/drafts/<key>` is the academy as its readers have it, with the items
 * of the draft in their places. Nobody is logged in there, nothing is recorded as progress, and nothing is kept by caches
 * or search engines. Each server builds a draft when it is first opened.
 */
export function addDraftSites(app: FastifyInstance, options: DraftSitesOptions): void {
  const { tenants, drafts, count } = options;
  const sites = new LRUCache<string, Promise<FastifyInstance>>({
    max: MAX_SITES,
    ttl: SITE_MS,
    dispose: (site) => void site.then((server) => server.close()).catch(() => undefined),
  });
  app.addHook('onClose', async () => sites.clear());

  function siteOf(tenant: Tenant, shown: ShownDraft, key: string): Promise<FastifyInstance> {
    const { draftId, edition } = shown.draft;
    const name = `${draftId} ${edition} ${key}`;
    const known = sites.get(name);
    if (known !== undefined) return known;
    const made = draftSite(tenant, shown.draft, `/drafts/${key}`, options);
    sites.set(name, made);
    // What failed is tried again by the next request.
    made.catch(() => sites.delete(name));
    return made;
  }

  async function handle(request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) {
    await count(request);
    reply.header('x-robots-tag', 'noindex, nofollow');
    const tenant = tenantOfPage(request, tenants);
    const { key } = request.params;
    const opened = await drafts.open(scopeOf(tenant), key);
    const base = `/drafts/${key}`;
    const { pathname } = new URL(request.url, 'http://draft');
    const language = pathname === base ? acceptedLanguage(request.headers) : splitLanguage(pathname).language;
    if (opened.state !== 'open') {
      const status = opened.state === 'unknown' ? 404 : 410;
      return inLanguageOf(language, () => sendPlainPage(reply.code(status), closedDraftPage(tenant, opened.state)));
    }
    if (pathname === base) {
      const inLanguage = base + (language === ORIGINAL ? '' : `/${language}`);
      const [first, ...others] = pagesOf(opened.shown);
      if (first !== undefined && others.length === 0)
        return reply.header('cache-control', 'no-store').redirect(inLanguage + first.path);
      return inLanguageOf(language, () => sendPlainPage(reply, draftPage(tenant, opened.shown, inLanguage)));
    }
    const site = await siteOf(tenant, opened.shown, key);
    reply.hijack();
    // Calls have the addresses of the API; pages know which draft they belong to.
    const { raw } = request;
    const inner = pathname.slice(base.length);
    if (inner.startsWith(`${API_BASE_PATH}/`)) raw.url = request.url.slice(base.length);
    site.routing(raw, reply.raw);
    return reply;
  }

  void app.register((routes, _none, done) => {
    // The site of the draft reads the bodies.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    const method = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
    for (const url of ['/drafts/:key', '/drafts/:key/*'])
      routes.route({ method, url, exposeHeadRoute: false, handler: handle });
    done();
  });
}

/** Builds the items of a draft and serves the academy with them. @throws AcademyError unavailable while too many jobs wait */
async function draftSite(tenant: Tenant, draft: DraftRow, base: string, options: DraftSitesOptions) {
  const { db, builds, stores, versions, assets, web, renderer, configs } = options;
  const catalogue = new CatalogueInMemory();
  const archives = await draftsStore(db).archives(draft.draftId);
  const items = await Promise.all(
    archives.map(async ({ kind, id, packed }) => {
      const job = { packed, tenantId: tenant.tenantId, kind, id, knownHash: null, render: true };
      const made = acceptedOf({ kind, id, strict: false }, await builds.build(job).catch(overloaded));
      if (typeof made === 'string') throw new Error('an item of a draft was not built');
      return builtItemOf(made.rendered.item);
    }),
  );
  // Files that only the draft uses are open to nobody else.
  catalogue.replace(new Map([[tenant.tenantId, await assets.signed(scopeOf(tenant), items)]]), []);
  const named = new Set(archives.map(({ kind, id }) => `${kind}:${id}`));
  const server = unpublishedServer();
  server.addHook('onRequest', async (request, reply) => {
    // Sent to this draft alone.
    if (visitorIn(request) === null)
      reply.header(
        'set-cookie',
        `${VISITOR}=${randomUUID()}; Path=${base}; HttpOnly; SameSite=Lax${options.https ? '; Secure' : ''}`,
      );
  });
  server.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
    reply.removeHeader('etag');
  });
  await addUnpublishedSite(server, {
    ...{ web, renderer, versions: reading(versions), keep: false, memory: serverMemory().caches },
    stores: draftStores(catalogue, stores, (kind, id) => named.has(`${kind}:${id}`)),
    tenants: new Map([[tenant.tenantId, tenant]]),
    configs: new RuntimeConfigs(surroundingsOf(configs.of(tenant), base)),
    publicReplies: { covers: () => false, send: () => Promise.reject(new Error('drafts are not kept')) },
    allowedOrigins: options.allowedOrigins,
    attempts: draftNotesStore<NotedAttempt>(db, draft.draftId, 'attempt'),
    labs: draftNotesStore<NotedLab>(db, draft.draftId, 'lab'),
    visitorOf: (request) => visitorIn(request) ?? 'visitor',
  });
  await server.ready();
  return server;
}

/** Without the renewal of pages after a publish: those of drafts are not kept. */
const reading = (versions: CatalogueVersions): ReadVersions => ({
  of: (tenantId) => versions.of(tenantId),
  ofContent: (tenantId) => versions.ofContent(tenantId),
  refresh: (...tenants) => versions.refresh(...tenants),
  cached: versions.cached,
});

const COOKIE = new RegExp(`(?:^|; )${VISITOR}=([0-9a-f-]{36})(?:;|$)`);
const visitorIn = ({ headers }: FastifyRequest): string | null => COOKIE.exec(headers.cookie ?? '')?.[1] ?? null;

/** As the academy's own, without a log-in. */
function surroundingsOf(config: ReturnType<RuntimeConfigs['of']>, base: string): Surroundings {
  const { tenantId, tenantOrigins, issuer, brightcove } = config;
  const nowhere = `${tenantOrigins[tenantId] ?? ''}${base}/not-found`;
  return {
    environment: 'preview',
    ...{
      tenantOrigins,
      issuer,
      brightcove,
      clientIds: {},
      scopes: 'openid',
      accountUrl: nowhere,
      registrationUrl: null,
    },
    endpoints: { authorize: nowhere, token: nowhere, logout: nowhere, register: false },
    logoutHint: false,
    apiBaseUrl: base + API_BASE_PATH,
  };
}
