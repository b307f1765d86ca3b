import type { IncomingMessage } from 'node:http';
import type { ByteRange } from '../values/byte-range.ts';
import { type FileStore, type Pieces, type StoredFile, StoreProblem } from './file-store.ts';
import type { S3Settings } from './file-store-settings.ts';
import { s3Requests } from './s3-requests.ts';

/** Where files lie in the bucket. */
const FOLDER = 'files/';
/** Names that a store lists at once. */
const PAGE = 1000;
/** Attempts to read on after a connection broke in the middle of a file. */
const MAX_RESUMED = 3;

/** Headers of the store's reply at a signed address. */
export interface SignedReply {
  mediaType: string;
  /** Value of `Content-Disposition`. */
  disposition: string;
  cacheControl: string;
}

/** An S3-compatible store. */
export interface S3Store extends FileStore {
  /**
   * An address with which anybody reads a file until it ends.
   *
   * @param from when it begins, ms since 1970; equal beginnings make equal addresses
   * @param seconds how long it is valid
   */
  addressUntil(hash: string, from: number, seconds: number, reply: SignedReply): Promise<URL>;
  /** Writes, reads and removes a small file of its own, signed at the given time (ms since 1970). */
  probe(now?: number): Promise<{ clockDifferenceMs: number }>;
  /** Closes idle connections. */
  close(): void;
}

export function s3Store(settings: S3Settings): S3Store {
  const requests = s3Requests(settings);
  const keyOf = (hash: string) => `${FOLDER}${hash}`;

  async function has({ hash, size }: StoredFile, signal?: AbortSignal): Promise<boolean> {
    try {
      const { headers } = await requests.ask({ method: 'HEAD', key: keyOf(hash), signal });
      return headers['content-length'] === String(size);
    } catch (error) {
      if (error instanceof StoreProblem && error.isMissing) return false;
      throw error;
    }
  }

  async function open(hash: string, { from, length }: ByteRange, signal?: AbortSignal): Promise<IncomingMessage> {
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const response = await requests.open({ method: 'GET', key: keyOf(hash), headers, signal });
    if (response.headers['content-length'] === String(length)) return response;
    response.destroy();
    throw new StoreProblem(`the content store answered with another part of ${hash}`, { reason: 'range' });
  }

  /** What is left of a file, opened again where the connection broke. */
  async function* reading(first: IncomingMessage, hash: string, range: ByteRange, signal?: AbortSignal) {
    let response = first;
    let read = 0;
    let readAtResume = 0;
    for (let resumed = 0; ; resumed += 1) {
      try {
        for await (const piece of response as AsyncIterable<Buffer>) {
          read += piece.length;
          yield piece;
        }
        if (read === range.length) return;
        throw new StoreProblem('it ended too early', { reason: 'incomplete' });
      } catch (error) {
        if (read === range.length) return;
        // A reader that pauses for long may do so as often as they like.
        if (read > readAtResume) resumed = 0;
        readAtResume = read;
        if (signal?.aborted || resumed === MAX_RESUMED) throw error;
        response = await open(hash, { from: range.from + read, length: range.length - read }, signal);
      }
    }
  }

  return {
    async put(file, bytes, signal) {
      if (await has(file, signal)) return;
      const body = { ...file, bytes };
      await requests.ask({ method: 'PUT', key: keyOf(file.hash), body, signal });
    },

    async read(hash, range, signal) {
      if (range.length === 0) return nothing();
      return reading(await open(hash, range, signal), hash, range, signal);
    },

    async remove(hash, signal) {
      try {
        await requests.ask({ method: 'DELETE', key: keyOf(hash), signal });
      } catch (error) {
        if (!(error instanceof StoreProblem && error.isMissing)) throw error;
      }
    },

    async *list(signal) {
      let token: string | null = null;
      do {
        const query: Record<string, string> = { 'list-type': '2', prefix: FOLDER, 'max-keys': String(PAGE) };
        if (token !== null) query['continuation-token'] = token;
        const { text } = await requests.ask({ method: 'GET', key: '', query, signal });
        yield* filesIn(text);
        token = /<IsTruncated>true</.test(text) ? textIn(text, 'NextContinuationToken') : null;
      } while (token !== null);
    },

    addressUntil(hash, from, seconds, { mediaType, disposition, cacheControl }) {
      return requests.addressUntil(keyOf(hash), from, seconds, {
        'response-content-type': mediaType,
        'response-content-disposition': disposition,
        'response-cache-control': cacheControl,
      });
    },

    async probe(now = Date.now()) {
      const key = `probe/${crypto.randomUUID()}`;
      const bytes = Buffer.from(key);
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
      const body = { hash, size: bytes.length, bytes: () => piecesOf(bytes) };
      const { headers } = await requests.ask({ method: 'PUT', key, body, now });
      const { text } = await requests.ask({ method: 'GET', key, now });
      await requests.ask({ method: 'DELETE', key, now });
      if (text !== key)
        throw new StoreProblem('the content store answers with other bytes than it was given', { reason: 'bytes' });
      // Cleaning needs it.
      const query = { 'list-type': '2', prefix: FOLDER, 'max-keys': '1' };
      await requests.ask({ method: 'GET', key: '', query, now });
      return { clockDifferenceMs: Math.abs(Date.parse(headers.date ?? '') - now) || 0 };
    },

    close: () => requests.close(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Bytes that a socket takes at once. */
const PIECE = 256 * 1024;

/** The pieces of a file in memory. */
export async function* piecesOf(bytes: Uint8Array): Pieces & AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** The files that a page of a list names; others than ours are left alone. */
function* filesIn(xml: string): Generator<StoredFile> {
  for (const [entry] of xml.matchAll(/<Contents>.*?<\/Contents>/gs)) {
    const hash = /^files\/([0-9a-f]{64})$/.exec(textIn(entry, 'Key') ?? '')?.[1];
    if (hash !== undefined) yield { hash, size: Number(textIn(entry, 'Size')) };
  }
}

function textIn(xml: string, element: string): string | null {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return found?.replace(/&(?:amp|lt|gt|quot|apos|#(\d+));/g, readReference) ?? null;
}

const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};
const readReference = (reference: string, code?: string): string =>
  code === undefined ? (NAMED[reference] ?? reference) : String.fromCodePoint(Number(code));
