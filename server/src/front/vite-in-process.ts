import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WebEntry } from '@academy/contract/web-entry';
import type { FastifyInstance } from 'fastify';
import type { LoadedWeb } from './loaded-web.ts';

/** The part of Vite's types that this file uses; the server does not depend on Vite, the web does. */
interface ViteServer {
  middlewares(request: unknown, response: unknown, next: (error?: unknown) => void): void;
  ssrLoadModule(path: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Runs Vite in this process: changed browser code is live at once, pages are rendered from the sources. */
export async function loadDevelopmentWeb(webFolder: string): Promise<LoadedWeb> {
  const viteFile = import.meta.resolve('vite', pathToFileURL(join(webFolder, 'package.json')));
  const { createServer } = (await import(viteFile)) as { createServer(options: object): Promise<ViteServer> };
  const vite = await createServer({
    root: webFolder,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { port: 0 } },
    logLevel: 'warn',
  });
  const entry = async () => (await vite.ssrLoadModule('/src/entry-server.tsx')) as unknown as WebEntry;
  const first = await entry();
  return {
    clientFolder: null,
    entryUrl: null,
    entry: {
      renderPage: async (request) => (await entry()).renderPage(request),
      renderShell: (request, status) => first.renderShell(request, status),
      staticDocument: (tenant, language) => first.staticDocument(tenant, language),
      // In development no page is cached.
      normalFormOf: () => ({ address: `development ${performance.now()}`, isOneOfFew: false }),
      patternOf: (path) => first.patternOf(path),
      coverPicture: (slug, tenant) => first.coverPicture(slug, tenant),
      csp: (tenant, path) => first.csp(tenant, path),
    },
    async before(app: FastifyInstance) {
      app.addHook('onRequest', async (request, reply) => {
        await new Promise<void>((resolve, reject) => {
          reply.raw.once('close', resolve);
          vite.middlewares(request.raw, reply.raw, (error) => (error === undefined ? resolve() : reject(error)));
        });
        if (reply.raw.writableEnded || reply.raw.headersSent) reply.hijack();
      });
      app.addHook('onClose', () => vite.close());
    },
  };
}
