import { API_BASE_PATH } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import { loadTenants } from '@academy/tenants';
import type { FastifyInstance } from 'fastify';
import { addBrandFiles } from '../brand-files/brand-files.routes.ts';
import { addCardImages } from '../card-images/card-images.routes.ts';
import { OPEN_ASSETS } from '../content-assets/asset-access.ts';
import { addContentAssets } from '../content-assets/content-assets.routes.ts';
import { assetsInMemory } from '../content-assets/content-assets.store.ts';
import { NO_REDIRECTS } from '../content-assets/redirects.ts';
import { loadWeb } from '../front/load-web.ts';
import { rendererInProcess } from '../front/page-renderer.ts';
import { PublicReplies } from '../front/public-replies.ts';
import { addWebFiles } from '../front/web-files.ts';
import { addLiveness } from '../http/health.ts';
import { listenFirst } from '../http/listen-first.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { serverMemory } from '../memory/memory-plan.ts';
import { RuntimeConfigs, type Surroundings } from '../runtime-config/runtime-configs.ts';
import { CatalogueInMemory } from './catalogue-in-memory.ts';
import { notesInMemory } from './notes.ts';
import { addUnpublishedSite, unpublishedServer } from './unpublished-site.ts';

/** The oldest of more are forgotten. */
const MAX_ATTEMPTS = 100;
const MAX_LABS = 20;

export interface RunningPreview {
  port: number;
  /** `http://spring.localhost:3100` by tenant. */
  addresses: Record<string, string>;
  catalogue: CatalogueInMemory;
  stop(): Promise<void>;
}

/** For routes of the caller. */
export type BesideApp = FastifyInstance;

export interface PreviewHooks {
  /** Adds routes beside the academy; their pages may frame the academy. */
  beside(app: BesideApp): void;
}

/**
 * Serves an academy from memory: its screens as visitors see them, without a database, without sign-in, on this machine
 * only.
 *
 * @param port 0 takes any free one
 * @throws StartProblem when the port is taken or the web is not built
 */
export async function startPreview(port: number, hooks: PreviewHooks): Promise<RunningPreview> {
  const [tenants, web, early] = await Promise.all([loadTenants(), loadWeb('built'), listenFirst('127.0.0.1', port)]);
  const catalogue = new CatalogueInMemory();
  const addresses = Object.fromEntries(
    [...tenants.keys()].map((tenantId) => [tenantId, `http://${tenantId}.localhost:${early.port}`]),
  );
  const server = previewServer(Object.values(addresses), early.port);
  hooks.beside(server);
  addLiveness(server);

  const memory = serverMemory().caches;
  const calls = await addUnpublishedSite(server, {
    ...{ stores: catalogue.stores, versions: catalogue.versions, tenants, memory, keep: true },
    ...{ web: web.entry, renderer: rendererInProcess(web.entry) },
    configs: new RuntimeConfigs(withoutSignIn(addresses)),
    publicReplies: new PublicReplies(catalogue.versions, memory, false),
    allowedOrigins: new Set(Object.values(addresses)),
    attempts: notesInMemory(MAX_ATTEMPTS),
    labs: notesInMemory(MAX_LABS),
    visitorOf: () => 'preview',
  });
  const uncounted = async () => undefined;
  const assets = assetsInMemory((hash) => catalogue.asset(hash));
  addContentAssets(server, {
    source: assets,
    access: OPEN_ASSETS,
    redirectOf: NO_REDIRECTS,
    ...{ tenants, memory },
    countRead: uncounted,
  });
  // Films show them until they play.
  addCardImages(server, {
    ...{ web: web.entry, calls, tenants, assets, memory, versions: catalogue.versions },
    countDrawing: uncounted,
  });
  if (web.clientFolder !== null) await addWebFiles(server, web.clientFolder);
  await addBrandFiles(server, tenants);
  await server.ready();
  early.serve((request, response) => server.routing(request, response));
  return {
    port: early.port,
    addresses,
    catalogue,
    async stop() {
      await early.close(0);
      await server.close();
    },
  };
}

/** A server with the limits, headers and replies of an academy, for readers of this machine alone. */
function previewServer(addresses: readonly string[], port: number): FastifyInstance {
  const server = unpublishedServer();
  // Other host names that resolve to this machine are refused: a foreign site could read the author's drafts through
  // one (DNS rebinding).
  const own = [...addresses.map((address) => new URL(address).host), `localhost:${port}`];
  const hosts = new Set([...own, `127.0.0.1:${port}`]);
  server.addHook('onRequest', async (request) => {
    if (!hosts.has(request.host)) throw new AcademyError('bad-request', { message: replyTexts.otherPreview });
  });
  // The page beside the academy may frame it; no other page may.
  server.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string')
      reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  });
  return server;
}

/** Sign-in addresses lead to a page that says that a preview has no sign-in. */
function withoutSignIn(tenantOrigins: Record<string, string>): Surroundings {
  const origin = Object.values(tenantOrigins)[0] ?? '';
  const nowhere = `${origin}/not-found`;
  return {
    environment: 'preview',
    tenantOrigins,
    issuer: `${origin}${API_BASE_PATH}/`,
    clientIds: {},
    scopes: 'openid',
    endpoints: { authorize: nowhere, token: nowhere, logout: nowhere, register: false },
    logoutHint: false,
    registrationUrl: null,
    accountUrl: nowhere,
    brightcove: null,
  };
}
