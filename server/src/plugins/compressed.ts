import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { remembered } from '../http/remembered.ts';

/** Bytes that are ready to send, in each encoding that the server offers. */
export interface ReadyBytes {
  plain: Buffer;
  /** Null where compression saves nothing. */
  br: Buffer | null;
  gzip: Buffer | null;
  etag: string;
  type: string;
}

/** Bytes of memory that all encodings take together. */
export const bytesOf = ({ plain, br, gzip: gz }: ReadyBytes): number =>
  plain.length + (br?.length ?? 0) + (gz?.length ?? 0);

/** Smaller bodies fit into one network packet anyway: compression saves nothing. */
const SMALLEST_PACKED = 860;

/**
 * Compresses a text once so that it can be sent many times.
 *
 * @param quality brotli quality: 5 for texts rendered on demand (a few ms), 11 for files compressed at build time
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

/** Bytes of an image: its format is compressed already. */
export const readyPicture = (plain: Buffer, type: string): ReadyBytes => ({
  plain,
  br: null,
  gzip: null,
  etag: etagOf(plain),
  type,
});

/** Compresses like `readyBytes`, in the thread pool: the event loop stays free for other requests. */
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
/** The entity tag of these bytes. */
export const etagOf = (bytes: Buffer) => `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;

/** Sends ready bytes: 304 when the client has them already, else the encoding that it prefers. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: ReadyBytes,
  cacheControl: string,
  vary = 'accept-encoding',
): FastifyReply {
  reply.header('etag', ready.etag).header('cache-control', cacheControl).header('vary', vary);
  if (hasCurrentCopy(request, ready.etag)) return reply.code(304).send();
  reply.header('content-type', ready.type);
  const encoding = encodingOf(request, ready);
  if (encoding === 'identity') return reply.send(ready.plain);
  return reply.header('content-encoding', encoding).send(ready[encoding]);
}

/** Whether `If-None-Match` names the entity tag: alone or in a list, weak or strong, or as `*`. */
export function hasCurrentCopy({ headers }: FastifyRequest, etag: string): boolean {
  return fresh(headers, { etag });
}

/** Smallest first: decides between encodings that the client likes equally. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** The encodings that an `Accept-Encoding` allows, best first. */
const acceptedEncodings = remembered((header): Encoding[] => {
  // The published types lack the second parameter.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as {
    encodings(available: readonly Encoding[], options: { preferred: readonly Encoding[] }): Encoding[];
  };
  return negotiator.encodings(ENCODINGS, { preferred: ENCODINGS });
}, 100);

/** The encoding that `Accept-Encoding` prefers; plain bytes also where it refuses everything. */
function encodingOf({ headers }: FastifyRequest, ready: ReadyBytes): Encoding {
  const accepted = acceptedEncodings(headers['accept-encoding'] ?? '');
  return accepted.find((encoding) => encoding === 'identity' || ready[encoding] !== null) ?? 'identity';
}
