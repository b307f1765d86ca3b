import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type ReadyBytes, sendReady } from './compressed.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
};

/**
 * Serves the built browser files from memory, compressed at build time. In development, without a built client, Vite
 * serves them.
 */
export async function addWebFiles(app: FastifyInstance, clientFolder: string) {
  const assets = await readAssets(clientFolder);

  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const asset = assets.get(request.params['*']);
    return asset === undefined ? reply.callNotFound() : sendReady(request, reply, asset, IMMUTABLE);
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
