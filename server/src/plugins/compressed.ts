import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes that are ready to send, in the encodings that browsers ask for. */
export interface ReadyBytes {
  plain: Buffer;
  /** Null where packing does not pay. */
  br: Buffer | null;
  gzip: Buffer | null;
  etag: string;
  type: string;
}

/** Bytes of memory that they take. */
export const bytesOf = ({ plain, br, gzip: gz }: ReadyBytes): number =>
  plain.length + (br?.length ?? 0) + (gz?.length ?? 0);

/** Below this many bytes packing saves nothing on the wire. */
const SMALLEST_PACKED = 860;

/**
 * Packs a text once so that it can be sent many times.
 *
 * @param quality brotli quality: 5 for what is made on demand (a few ms), 11 for what is made at build time
 */
export function readyBytes(text: string | Buffer, type: string, quality = 5): ReadyBytes {
  const plain = typeof text === 'string' ? Buffer.from(text) : text;
  const pack = plain.length >= SMALLEST_PACKED;
  return {
    plain,
    br: pack ? brotliCompressSync(plain, brotliOptions(quality)) : null,
    gzip: pack ? gzipSync(plain, GZIP_OPTIONS) : null,
    etag: etagOf(plain),
    type,
  };
}

/** Bytes of a picture, which are packed already. */
export const readyPicture = (plain: Buffer, type: string): ReadyBytes => ({
  plain,
  br: null,
  gzip: null,
  etag: etagOf(plain),
  type,
});

/** Packs a text as `readyBytes` does, in threads of the pool: other requests go on meanwhile. */
export async function readyBytesInPool(text: string, type: string): Promise<ReadyBytes> {
  const plain = Buffer.from(text);
  if (plain.length < SMALLEST_PACKED) return readyBytes(plain, type);
  const [br, gz] = await Promise.all([brotliInPool(plain, brotliOptions(5)), gzipInPool(plain, GZIP_OPTIONS)]);
  return { plain, br, gzip: gz, etag: etagOf(plain), type };
}

const brotliInPool = promisify(brotliCompress);
const gzipInPool = promisify(gzip);
const GZIP_OPTIONS = { level: 6 };
const brotliOptions = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const etagOf = (bytes: Buffer) => `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;

/** Sends ready bytes: 304 when the browser has them, else in the best encoding that it accepts. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: ReadyBytes,
  cacheControl: string,
  vary = 'accept-encoding',
): FastifyReply {
  reply.header('etag', ready.etag).header('cache-control', cacheControl).header('vary', vary);
  if (request.headers['if-none-match'] === ready.etag) return reply.code(304).send();
  reply.header('content-type', ready.type);
  const accepted = request.headers['accept-encoding'];
  if (ready.br !== null && typeof accepted === 'string' && accepted.includes('br'))
    return reply.header('content-encoding', 'br').send(ready.br);
  if (ready.gzip !== null && typeof accepted === 'string' && accepted.includes('gzip'))
    return reply.header('content-encoding', 'gzip').send(ready.gzip);
  return reply.send(ready.plain);
}
