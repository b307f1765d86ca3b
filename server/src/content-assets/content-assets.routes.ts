import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { CountCall } from '../plugins/rate-limits.ts';
import { byteRange } from './byte-range.ts';
import type { AssetSource } from './content-assets.store.ts';
import { rememberedAssets } from './remembered-assets.ts';

/** Media types that a browser may show in place; anything else is offered as a download (security rule 22). */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|svg\+xml)|video\/mp4|text\/vtt)$/;

/** Bytes of a large file that are read at once. */
const PIECE = 1024 * 1024;

/**
 * Serves pictures and other files of the content by the hash of their bytes: whoever has the address had the page.
 *
 * @param countRead counts a file that must be read against its address; what lies in memory costs nothing
 */
export function addContentAssets(app: FastifyInstance, source: AssetSource, countRead: CountCall): void {
  const assets = rememberedAssets(source);

  app.get<{ Params: { file: string } }>('/assets/content/:file', async (request, reply) => {
    const [, hash] = /^([0-9a-f]{64})\.[a-z0-9]{2,5}$/.exec(request.params.file) ?? [];
    if (hash === undefined) return reply.callNotFound();
    const etag = `"${hash}"`;
    // The address is the hash: whoever names it as what he has, has it.
    reply.header('etag', etag).header('cache-control', 'public, max-age=31536000, immutable');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    let file: Awaited<ReturnType<typeof assets.read>> = assets.known(hash);
    if (file === null) {
      await countRead(request);
      file = await assets.read(hash);
    }
    if (file === null) {
      reply.removeHeader('etag').removeHeader('cache-control');
      return reply.callNotFound();
    }

    const shown = SHOWN.test(file.mediaType);
    reply
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
    return reply.header('content-length', length).send(Readable.from(pieces(hash, from, length)));
  });

  async function* pieces(hash: string, from: number, length: number) {
    for (let at = 0; at < length; at += PIECE)
      yield asBuffer(await source.bytes(hash, from + at, Math.min(PIECE, length - at)));
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
