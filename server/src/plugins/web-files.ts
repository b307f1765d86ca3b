import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { tenantFilePath } from '@academy/tenants';
import type { FastifyInstance } from 'fastify';
import { type ReadyBytes, readyBytes, sendReady } from './compressed.ts';
import { type Tenants, tenantOfPage } from './tenant.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
};

/** Serves the built browser files and the drawings of the brands from memory, packed at build time. */
export async function addWebFiles(app: FastifyInstance, options: { clientFolder: string | null; tenants: Tenants }) {
  const assets = options.clientFolder === null ? new Map<string, ReadyBytes>() : await readAssets(options.clientFolder);
  const drawings = new Map<string, ReadyBytes>();
  for (const tenant of options.tenants.values())
    for (const [name, { file }] of Object.entries({ logo: tenant.logo, favicon: tenant.favicon })) {
      const svg = await readFile(tenantFilePath(tenant, file));
      drawings.set(`${tenant.tenantId}/${name}.svg`, readyBytes(svg, TYPES['.svg'] ?? ''));
    }

  // Without a built client (development) Vite answers below /assets/.
  if (options.clientFolder !== null)
    app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
      const asset = assets.get(request.params['*']);
      return asset === undefined ? reply.callNotFound() : sendReady(request, reply, asset, IMMUTABLE);
    });

  app.get<{ Params: { tenantId: string; name: string } }>('/assets/brand/:tenantId/:name', async (request, reply) => {
    const drawing = drawings.get(`${request.params.tenantId}/${request.params.name}`);
    return drawing === undefined ? reply.callNotFound() : sendReady(request, reply, drawing, A_DAY);
  });

  for (const url of ['/favicon.svg', '/favicon.ico'])
    app.get(url, async (request, reply) => {
      const drawing = drawings.get(`${tenantOfPage(request, options.tenants).tenantId}/favicon.svg`);
      return drawing === undefined ? reply.callNotFound() : sendReady(request, reply, drawing, A_DAY);
    });
}

async function readAssets(clientFolder: string): Promise<Map<string, ReadyBytes>> {
  const folder = join(clientFolder, 'assets');
  const names = await readdir(folder, { recursive: true });
  const assets = new Map<string, ReadyBytes>();
  const known = names.filter((name) => TYPES[extname(name)] !== undefined);
  await Promise.all(
    known.map(async (name) => {
      const [plain, br, gzip] = await Promise.all([
        readFile(join(folder, name)),
        readFile(join(folder, `${name}.br`)).catch(() => null),
        readFile(join(folder, `${name}.gz`)).catch(() => null),
      ]);
      // The name holds the content's hash, so it is its own entity tag.
      assets.set(name, { plain, br, gzip, etag: `"${name}"`, type: TYPES[extname(name)] ?? '' });
    }),
  );
  return assets;
}
