import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { bytesOf, type ReadyBytes, sendReady } from '../http/compressed.ts';
import { leanBytes } from '../http/lean-bytes.ts';
import type { CountCall } from '../http/rate-limits.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import type { StoredFile, WebBuildsStore } from './web-builds.store.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * The worker in which a Linux runs compiles its programs to WebAssembly and fetches the files of its image; workers have the
 * policy of their script's reply, and not that of the page.
 */
const LINUX_WORKER = /^linux\.worker-/;
const LINUX_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/** A name that a build gives: with a digest and one of the known endings. */
const NAME = /^[\w.-]{1,200}-[\w-]{8}(\.\w{2,5})$/;

/** Files that a start reads at once, with two packed forms each: a process may open few where its limit is low. */
const READ_AT_ONCE = 16;

const unpack = promisify(brotliDecompress);

export interface FormerFiles {
  /** The files of former builds, and of newer ones that other servers have. */
  builds: WebBuildsStore;
  memory: CacheMemory;
  /** Counts a file that must be read against the rate limit of the client's address. */
  countRead: CountCall;
}

/**
 * Serves the built browser files from memory, compressed at build time. In development, without a built client, Vite
 * serves them.
 *
 * @param former left out, only the files of this build are served
 */
export async function addWebFiles(app: FastifyInstance, clientFolder: string, former?: FormerFiles) {
  const assets = await readAssets(clientFolder, former?.memory);
  const found = former?.memory.cache<ReadyBytes>('former_files', { bytesOf });

  // Without them the academy works: only pages of other builds lack files.
  await former?.builds
    .keep(new Map([...assets].map(([name, ready]) => [name, storedOf(ready)])))
    .catch((error: unknown) => app.log.warn({ err: error }, 'the browser files were not kept for later builds'));

  async function ofOtherBuild(name: string): Promise<ReadyBytes | null> {
    const [, ending = ''] = NAME.exec(name) ?? [];
    const type = TYPES[ending];
    const stored = type === undefined ? null : ((await former?.builds.find(name)) ?? null);
    return stored === null ? null : readyOf(name, stored, type ?? '');
  }

  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const name = request.params['*'];
    const own = assets.get(name) ?? found?.get(name);
    if (LINUX_WORKER.test(name)) reply.header('content-security-policy', LINUX_POLICY);
    if (own !== undefined) return sendReady(request, reply, own, IMMUTABLE);
    if (former === undefined || !NAME.test(name)) return reply.callNotFound();
    await former.countRead(request);
    const other = await ofOtherBuild(name);
    if (other === null) return reply.callNotFound();
    found?.set(name, other);
    return sendReady(request, reply, other, IMMUTABLE);
  });
}

const storedOf = (ready: ReadyBytes): StoredFile => ({ body: ready.br ?? ready.plain, packed: ready.br !== null });

async function readyOf(name: string, { body, packed }: StoredFile, type: string): Promise<ReadyBytes> {
  const plain = packed ? await unpack(body) : body;
  return { plain, br: packed ? body : null, gzip: null, etag: `"${name}"`, type };
}

async function readAssets(clientFolder: string, memory: CacheMemory | undefined): Promise<Map<string, ReadyBytes>> {
  const folder = join(clientFolder, 'assets');
  const names = await readdir(folder, { recursive: true });
  const assets = new Map<string, ReadyBytes>();
  const known = names.filter((name) => TYPES[extname(name)] !== undefined);
  const read = async (name: string) => {
    const [plain, br, gzip] = await Promise.all([
      readFile(join(folder, name)),
      readFile(join(folder, `${name}.br`)).catch(() => null),
      readFile(join(folder, `${name}.gz`)).catch(() => null),
    ]);
    // The name holds the content's hash, so it is its own entity tag.
    const ready = { plain, br, gzip, etag: `"${name}"`, type: TYPES[extname(name)] ?? '' };
    assets.set(name, memory === undefined ? ready : leanBytes(ready, memory));
  };
  for (let at = 0; at < known.length; at += READ_AT_ONCE)
    await Promise.all(known.slice(at, at + READ_AT_ONCE).map(read));
  return assets;
}
