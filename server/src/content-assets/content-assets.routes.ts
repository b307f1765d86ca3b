import { Readable } from 'node:stream';
import { html } from '@academy/identity/pages/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pieces } from '../file-store/file-store.ts';
import { hasCurrentCopy } from '../http/compressed.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import { plainPage, sendPlainPage } from '../mail/plain-page.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { byteRange } from '../values/byte-range.ts';
import { scopeOf } from '../values/scope.ts';
import type { AssetAccess } from './asset-access.ts';
import type { AssetSource } from './content-assets.store.ts';
import type { RedirectOf } from './redirects.ts';
import { rememberedAssets } from './remembered-assets.ts';

/** Media types that a browser may show inline; anything else is offered as a download. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|svg\+xml)|video\/mp4|text\/vtt)$/;

/**
 * Browsers may cache a file forever, because its address is the hash of its bytes. Shared caches revalidate every hour
 * whether it is still public.
 */
const PUBLIC = 'public, max-age=31536000, s-maxage=3600, immutable';

export interface ContentAssetsOptions {
  source: AssetSource;
  memory: CacheMemory;
  access: AssetAccess;
  /** Sends readers of large files elsewhere. */
  redirectOf: RedirectOf;
  tenants: Tenants;
  /** Counts a file that must be read against the rate limit of the client's address; a cached file costs nothing. */
  countRead: CountCall;
}

/**
 * Serves images and other files of the content by the hash of their bytes: public files to everybody, locked ones at
 * signed addresses until these expire.
 */
export function addContentAssets(app: FastifyInstance, options: ContentAssetsOptions): void {
  const { source, access, redirectOf, tenants, countRead } = options;
  const assets = rememberedAssets(source, options.memory);

  app.get<{ Params: { file: string } }>('/assets/content/:file', async (request, reply) => {
    const { file } = request.params;
    const hash = hashOf(file);
    const isOpen = hash !== null && (await access.isOpen(scopeOf(tenantOfPage(request, tenants)), hash));
    return isOpen ? send(request, reply, { file, hash, endsAt: null }, PUBLIC) : refuse(request, reply);
  });

  app.get<{ Params: { endsAt: string; signature: string; file: string } }>(
    '/assets/content/until/:endsAt/:signature/:file',
    async (request, reply) => {
      const { file, signature } = request.params;
      const hash = hashOf(file);
      const endsAt = /^\d{1,12}$/.test(request.params.endsAt) ? Number(request.params.endsAt) : 0;
      const tenantId = scopeOf(tenantOfPage(request, tenants));
      if (hash === null || !(await access.opens(tenantId, file, endsAt, signature))) return refuse(request, reply);
      const seconds = Math.max(0, endsAt - Math.ceil(Date.now() / 1000));
      return send(request, reply, { file, hash, endsAt }, `public, max-age=${seconds}`);
    },
  );

  async function send(request: FastifyRequest, reply: FastifyReply, asked: AskedFile, caching: string) {
    const { hash } = asked;
    const etag = `"${hash}"`;
    // The address is the hash of the bytes: a matching copy is current, without a query.
    if (hasCurrentCopy(request, etag))
      return reply.code(304).header('etag', etag).header('cache-control', caching).send();
    let file: Awaited<ReturnType<typeof assets.read>> = assets.known(hash);
    if (file === null) {
      await countRead(request);
      file = await assets.read(hash);
    }
    if (file === null) return refuse(request, reply);
    // Files that are held in memory are sent sooner than a redirect is followed.
    const elsewhere =
      file.bytes === null && file.isInStore ? await redirectOf(asked.file, hash, file, asked.endsAt) : null;
    if (elsewhere !== null)
      return reply
        .code(302)
        .header('cache-control', `public, max-age=${elsewhere.seconds}`)
        .header('location', elsewhere.url)
        .send();

    const shown = SHOWN.test(file.mediaType);
    reply
      .header('etag', etag)
      .header('cache-control', caching)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('content-disposition', shown ? 'inline' : 'attachment')
      .header('accept-ranges', 'bytes')
      .type(shown ? file.mediaType : 'application/octet-stream');
    const { size, bytes } = file;
    const ifRange = request.headers['if-range'];
    const range = ifRange === undefined || ifRange === etag ? byteRange(request.headers.range, size) : null;
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send('');
    const { from, length } = range ?? { from: 0, length: size };
    if (range !== null) reply.code(206).header('content-range', `bytes ${from}-${from + length - 1}/${size}`);
    if (bytes !== null) return reply.send(asBuffer(bytes.subarray(from, from + length)));
    const left = new AbortController();
    // A reader who leaves before the first piece would hold the connection to the store.
    reply.raw.once('close', () => left.abort());
    const pieces = await source.read(hash, { from, length }, left.signal);
    return reply.header('content-length', length).send(Readable.from(buffersOf(pieces), { objectMode: false }));
  }

  /**
   * One reply for files that do not exist, are locked, or whose signed address has expired. Browsers get it as a page.
   */
  async function refuse(request: FastifyRequest, reply: FastifyReply) {
    await countRead(request);
    reply.code(404).header('cache-control', 'no-store');
    if (request.headers['sec-fetch-dest'] !== 'document') return reply.callNotFound();
    const back = pathWithin(request.headers.referer, request.host);
    const content = html`<h1>${replyTexts.fileGoneTitle}</h1>
<p>${replyTexts.fileGone}</p>
<p><a href="${back ?? '/'}">${back === null ? replyTexts.toAcademy : replyTexts.toLesson}</a></p>`;
    return sendPlainPage(reply, plainPage(tenantOfPage(request, tenants), replyTexts.fileGoneTitle, content, ''));
  }
}

async function* buffersOf(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield asBuffer(piece);
}

interface AskedFile {
  /** As in its address: `<hash>.<extension>`. */
  file: string;
  hash: string;
  /** End of the signed address, seconds since 1970; null for a public file. */
  endsAt: number | null;
}

const hashOf = (file: string): string | null => /^([0-9a-f]{64})\.[a-z0-9]{2,5}$/.exec(file)?.[1] ?? null;

/** The path of the referring page on this host; null for any other host. */
function pathWithin(referer: string | undefined, host: string): string | null {
  const url = referer === undefined ? null : URL.parse(referer);
  return url?.host === host ? url.pathname : null;
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
