import type { Call, CallInput } from '@academy/contract/call';
import { ERROR_TEXTS } from '@academy/contract/error-texts';
import { splitLanguage } from '@academy/contract/i18n/address';
import { mayNotifyContainer } from '@academy/contract/rules/page-view';
import type { Tenant } from '@academy/contract/tenants';
import type { NormalForm, PageRequest, WebEntry } from '@academy/contract/web-entry';
import { html } from '@academy/identity/pages/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { step } from '../background/activity.ts';
import type { CallTable } from '../calls/bind.ts';
import type { CatalogueVersions, ReadVersions } from '../catalogue/catalogue-version.ts';
import type { FootersService } from '../content-pages/footer-pages.ts';
import { askedPackings, packWhatIsAsked, sendReady } from '../http/compressed.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { inLanguageOf } from '../http/language.ts';
import type { LoadShedding } from '../http/load-shedding.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { remembered } from '../http/remembered.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { CSP_REPORTS, documentPolicy, REPORTING_ENDPOINTS } from '../http/security-headers.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import { plainPage, sendPlainPage } from '../mail/plain-page.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PageViews } from '../page-views/page-views.service.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import type { TagsService } from '../tags/tags.service.ts';
import { scopeOf } from '../values/scope.ts';
import { type Answer, HTML, type PageRenderer, type PageTask, type RenderedPage } from './page-renderer.ts';
import { type PagePlace, ReadyPages } from './ready-pages.ts';

/** Documents with labs. */
const LAB = /^\/(?:courses\/[^/]+\/lessons|guides)\/[^/]+\/lab$/;
/** Uncacheable documents: a certificate may be revoked without a change of the catalogue. */
const OF_THE_MOMENT = /^\/certificates\/./;
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
/** Addresses whose screens are remembered. */
const MAX_ADDRESSES = 1_000;
/** Policies that are remembered: of each screen in each language and academy. */
const MAX_POLICIES = 1_000;

export interface PagesOptions {
  web: WebEntry;
  renderer: PageRenderer;
  /** False: renders the page at every request. */
  keep: boolean;
  calls: CallTable;
  tenants: Tenants;
  /** With `onBump`, the most requested pages are rendered again as soon as the version is bumped. */
  versions: ReadVersions & Partial<Pick<CatalogueVersions, 'onBump'>>;
  configs: RuntimeConfigs;
  /** Origins that pages may call besides those of the configuration: Vite's socket in development. */
  connect: readonly string[];
  /** Called with the requested path of each document that shows something. */
  viewed: PageViews['note'];
  /** Whether readers use https. */
  https: boolean;
  /** Refuses to render while the server is overloaded; left out, every page is rendered. */
  load?: Pick<LoadShedding, 'isTooMuch'>;
  /** Counts a page that must be rendered against the rate limit of the client's address. */
  countRendering: CountCall;
  /** Origins that pages of a tenant's labs may frame besides players. */
  labFramesOf: (tenantId: string) => readonly string[];
  /** Names of a brand's topics, those of its content included. */
  topicNames: TagsService['topicNames'];
  /** A brand's footer, without links to pages that are not published. */
  footerOf: FootersService['footerOf'];
  memory: CacheMemory;
  metrics?: Pick<Metrics, 'countPage'>;
}

/**
 * Serves every screen, rendered as a visitor sees it: the same document for everybody, cached until its content
 * changes. The learner's own state is loaded after hydration.
 */
export function addPages(app: FastifyInstance, options: PagesOptions): void {
  const { web, calls, tenants, versions, configs, renderer, memory } = options;
  const pages = new ReadyPages({
    ...{ renderer, versions, memory, answer: answerTo },
    onFailure: (error) => app.log.error({ err: error }, 'a page could not be rendered: readers get the previous one'),
  });
  versions.onBump?.((tenantId, from) => pages.renew(tenantId, from));

  // In development the screens behind addresses change.
  const known = <T>(of: (text: string) => T) => (options.keep ? remembered(of, MAX_ADDRESSES) : of);
  const addressOf = known((url) => documentAddress(url, web));
  const policyOf = policiesOf(options);

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const tenant = tenantOfPage(request, tenants);
    const address = addressOf(request.url);
    const { path, normalForm } = address;
    const correlationId = correlationIdOf(request);
    const packings = askedPackings(request);
    // The page is kept with this: it must not hold the request.
    const task = () => pageTask(correlationId, tenant, address);
    const place: PagePlace = {
      key: `${tenant.tenantId} ${configs.version} ${normalForm?.address ?? 'not found'}`,
      isOneOfFew: normalForm?.isOneOfFew ?? true,
      tenantId: tenant.tenantId,
      task: async () => ({ ...task(), tenant: await withContent(tenant), packings }),
      // Missing and redirected addresses would evict real pages from the cache.
      keeps: ({ status }) => options.keep && (status === 200 || normalForm === null) && !address.isOfTheMoment,
    };
    let page = pages.find(place);
    options.metrics?.countPage(page === null ? 'made' : 'ready');
    if (page === null && options.load?.isTooMuch('page', pages.underWay)) {
      page = pages.previous(place);
      if (page === null) return sendBusy(reply, tenant);
    }
    if (page === null) {
      // Only rendering is counted: a cached page costs nothing.
      await options.countRendering(request);
      page = pages.make(place);
    }
    try {
      const ready = await page;
      await packWhatIsAsked(request, ready.bytes);
      if (request.method === 'GET' && ready.status === 200) options.viewed(scopeOf(tenant), path, request.headers);
      return sendPage(request, reply, ready, policyOf(tenant, address));
    } catch (error) {
      request.log.error({ err: error }, 'a page could not be rendered');
      const shell = web.renderShell({ ...task(), call: refuse }, 503);
      addPolicy(reply, policyOf(tenant, address));
      return reply.code(503).header('cache-control', 'no-store').header('retry-after', '5').type(HTML).send(shell);
    }
  };

  /** The brand with what depends on the published content. */
  async function withContent(tenant: Tenant): Promise<Tenant> {
    const [topicNames, footer] = await Promise.all([options.topicNames(tenant), options.footerOf(tenant)]);
    return { ...tenant, topicNames, footer };
  }

  function pageTask(correlationId: string, tenant: Tenant, { path, search }: DocumentAddress): PageTask {
    const config = configs.of(tenant);
    return { path, search, origin: config.tenantOrigins[tenant.tenantId] ?? '', tenant, config, correlationId };
  }

  function answerTo({ tenant, path, correlationId }: PageTask): Answer {
    const scope = { tenant, tenantId: scopeOf(tenant), actor: null, correlationId };
    const { language } = splitLanguage(path);
    // Renderers ask from threads of their own, and pages are rendered again without a request.
    return async (name, input) => {
      const made = () => calls.dispatch(calls.get(name).call, input as CallInput<Call>, scope);
      return JSON.stringify(await step({ name }, () => inLanguageOf(language, made)));
    };
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, page: RenderedPage, policy: string): FastifyReply {
    // Never kept, by nobody: another item may take the address, or what moved may come back.
    if (page.location !== null)
      return reply.code(page.status).header('cache-control', 'no-store').header('location', page.location).send();
    addPolicy(reply, policy);
    reply.code(page.status);
    return sendReady(request, reply, page.bytes, CACHE_CONTROL);
  }

  function addPolicy(reply: FastifyReply, policy: string): void {
    reply.header('content-security-policy', policy);
    if (options.https) reply.header('reporting-endpoints', REPORTING_ENDPOINTS);
  }

  const config = { patternOf: known(web.patternOf) };
  for (const url of ['/*', '/']) app.route({ method: ['GET', 'HEAD'], url, config, handler });
}

function sendBusy(reply: FastifyReply, tenant: Tenant): FastifyReply {
  const content = html`<h1>${replyTexts.busyTitle}</h1><p>${ERROR_TEXTS.unavailable}</p>`;
  return sendPlainPage(
    reply.code(503).header('retry-after', '3'),
    plainPage(tenant, replyTexts.busyTitle, content, ''),
  );
}

/** An empty document makes no calls. */
const refuse: PageRequest['call'] = () => Promise.reject(new Error('an empty document makes no calls'));

/** What the address of a document says by itself, whatever academy it is requested from. */
interface DocumentAddress {
  /** As requested, like `search`. */
  path: string;
  search: string;
  normalForm: NormalForm | null;
  isOfTheMoment: boolean;
  /** Which policy the document has. */
  screen: string;
  hasLab: boolean;
  mayNotify: boolean;
}

/** A URL that cannot be parsed is left to the router, which answers not found. */
function documentAddress(url: string, web: Pick<WebEntry, 'normalFormOf' | 'patternOf'>): DocumentAddress {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const search = at < 0 ? '' : url.slice(at + 1);
  const normalForm = web.normalFormOf(path, search);
  const { language, path: own } = splitLanguage(path);
  return {
    ...{ path, search, normalForm },
    isOfTheMoment: OF_THE_MOMENT.test(splitLanguage(normalForm?.address ?? '').path),
    screen: `${language} ${web.patternOf(path)}`,
    hasLab: LAB.test(own),
    mayNotify: mayNotifyContainer(own),
  };
}

/** The policy of a tenant's document: one text for all documents of its screen. */
function policiesOf({ web, configs, connect, labFramesOf, https, keep }: PagesOptions) {
  const policies = new LRUCache<string, string>({ max: MAX_POLICIES });

  function made(tenant: Tenant, path: string, hasLab: boolean, hasContainer: boolean): string {
    return documentPolicy({
      ...web.csp(tenant, path),
      connect: [...configs.connectOrigins, ...connect],
      pictures: configs.fileOrigins,
      // No other document of ours may be framed.
      frames: [
        ...configs.frameOrigins,
        ...(hasLab ? labFramesOf(tenant.tenantId) : []),
        ...(hasContainer ? ["'self'"] : []),
      ],
      anyStyles: hasLab,
      reports: CSP_REPORTS,
      namesReports: https,
    });
  }

  return (tenant: Tenant, { path, screen, hasLab, mayNotify }: DocumentAddress): string => {
    const hasContainer = mayNotify && configs.containerOf(tenant) !== null;
    const lab = hasLab ? labFramesOf(tenant.tenantId).join(' ') : null;
    const key = `${tenant.tenantId} ${configs.version} ${screen} ${lab} ${hasContainer}`;
    const known = policies.get(key);
    if (known !== undefined) return known;
    const policy = made(tenant, path, hasLab, hasContainer);
    if (keep) policies.set(key, policy);
    return policy;
  };
}
