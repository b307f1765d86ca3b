import type { Tenant } from '@academy/contract/tenants';
import type { Page, WebEntry } from '@academy/contract/web-entry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallTable } from '../calls/bind.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { Lru } from '../catalogue/lru.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { scopeOf } from '../scope.ts';
import { type ReadyBytes, readyBytes, sendReady } from './compressed.ts';
import { correlationIdOf } from './correlation-id.ts';
import type { CountCall } from './rate-limits.ts';
import { documentPolicy } from './security-headers.ts';
import { type Tenants, tenantOfPage } from './tenant.ts';

const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
/** Pages kept ready; a page weighs about 60 kB in its three encodings. */
const MOST_PAGES = 500;
/** Renderings of one page while the catalogue changes under it; after that it is as new as it gets. */
const MOST_TRIES = 5;
const HTML = 'text/html; charset=utf-8';

export interface PagesOptions {
  web: WebEntry;
  calls: CallTable;
  tenants: Tenants;
  versions: ReadVersions;
  configs: RuntimeConfigs;
  /** Origins that pages may call besides those of the configuration: Vite's socket in development. */
  connect: readonly string[];
  /** Counts a page that must be rendered against its address. */
  countRendering: CountCall;
}

interface Ready {
  status: number;
  location: string | null;
  bytes: ReadyBytes;
}

/**
 * Serves every screen, rendered as a visitor sees it: the same document for everybody, kept until the tenant's catalogue
 * changes. What is the learner's own arrives after hydration.
 */
export function addPages(app: FastifyInstance, options: PagesOptions): void {
  const { web, calls, tenants, versions, configs } = options;
  const pages = new Lru<Promise<Ready>>(MOST_PAGES);
  const connect = [...configs.connectOrigins, ...options.connect];

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const tenant = tenantOfPage(request, tenants);
    const { pathname: path, search } = splitUrl(request.url);
    const normalForm = web.cacheKeyOf(path, search);
    const key = `${tenant.tenantId} ${versions.of(tenant.tenantId)} ${normalForm ?? 'not found'}`;
    let ready = pages.get(key);
    if (ready === undefined) {
      // Rendering is work: what is ready costs nothing and is not counted.
      await options.countRendering(request);
      ready = render(request, tenant, path, search);
      pages.set(key, ready);
      // A failure is not kept, and addresses of things that do not exist would push real pages out.
      ready.then(
        ({ status }) => status === 404 && normalForm !== null && pages.delete(key),
        () => pages.delete(key),
      );
    }
    try {
      return sendPage(request, reply, tenant, await ready);
    } catch (error) {
      request.log.error({ err: error }, 'a page could not be rendered');
      const shell = web.renderShell(pageRequest(request, tenant, path, search), 503);
      addDocumentHeaders(reply, tenant);
      return reply.code(503).header('cache-control', 'no-store').header('retry-after', '5').type(HTML).send(shell);
    }
  };

  async function render(request: FastifyRequest, tenant: Tenant, path: string, search: string): Promise<Ready> {
    let page: Page;
    let version: number;
    let tries = 0;
    // A page asks for several things: what was put together around a publish is put together again.
    do {
      version = versions.of(tenant.tenantId);
      page = await web.renderPage(pageRequest(request, tenant, path, search));
      tries += 1;
    } while (versions.of(tenant.tenantId) !== version && tries < MOST_TRIES);
    return { status: page.status, location: page.location ?? null, bytes: readyBytes(page.html, HTML) };
  }

  function pageRequest(request: FastifyRequest, tenant: Tenant, path: string, search: string) {
    const config = configs.of(tenant);
    const correlationId = correlationIdOf(request);
    const scope = { tenant, tenantId: scopeOf(tenant), actor: null, correlationId };
    return {
      path,
      search,
      origin: config.tenantOrigins[tenant.tenantId] ?? '',
      tenant,
      config,
      correlationId,
      call: ((call, input) => calls.dispatch(call, input, scope)) as Parameters<WebEntry['renderPage']>[0]['call'],
    };
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, tenant: Tenant, ready: Ready): FastifyReply {
    if (ready.location !== null)
      return reply.code(302).header('cache-control', 'no-store').header('location', ready.location).send();
    addDocumentHeaders(reply, tenant);
    reply.code(ready.status);
    return sendReady(request, reply, ready.bytes, CACHE_CONTROL);
  }

  function addDocumentHeaders(reply: FastifyReply, tenant: Tenant): void {
    const { scripts, styles } = web.csp(tenant);
    reply.header('content-security-policy', documentPolicy({ scripts, styles, connect, frames: configs.frameOrigins }));
  }

  for (const url of ['/*', '/']) app.route({ method: ['GET', 'HEAD'], url, handler });
}

/** Path and query as sent; a URL that cannot be parsed is left to the router, which answers not found. */
function splitUrl(url: string): { pathname: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at + 1) };
}
