import type { ByteRange } from '../values/byte-range.ts';

/** A file as stores name it. */
export interface StoredFile {
  /** SHA-256 of the bytes, hex: name and proof at once. */
  hash: string;
  /** Bytes. */
  size: number;
}

/** The bytes of a file, in pieces. May be asked for again when a first attempt failed. */
export type Pieces = AsyncIterable<Uint8Array>;

/**
 * Where bytes of content files lie, by the hash of the bytes: in PostgreSQL, or in an S3-compatible store. Which files
 * exist, and who may read them, is decided by rows of the database only.
 *
 * Every method throws `StoreProblem` when the store does not do what it is asked.
 */
export interface FileStore {
  /** Stores a file unless it is there already; it is on disk afterwards. */
  put(file: StoredFile, bytes: () => Pieces, signal?: AbortSignal): Promise<void>;
  /**
   * A part of a file. Settles once its first bytes are there to be read, so that the sender of the reply can still refuse.
   *
   * @throws StoreProblem `missing` when there is no such file
   */
  read(hash: string, range: ByteRange, signal?: AbortSignal): Promise<Pieces>;
  /** Removes a file; one that is not there is no problem. */
  remove(hash: string, signal?: AbortSignal): Promise<void>;
  /** All files, in the order of their hashes. */
  list(signal?: AbortSignal): AsyncIterable<StoredFile>;
}

/** What a store refused or could not do. The message is for logs and operators. */
export class StoreProblem extends Error {
  /** Code of the store or of the network: `NoSuchKey`, `SignatureDoesNotMatch`, `ECONNREFUSED`. */
  readonly reason: string;
  /** Status of the reply; 0 without one. */
  readonly status: number;
  constructor(message: string, options: { reason: string; status?: number; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'StoreProblem';
    this.reason = options.reason;
    this.status = options.status ?? 0;
  }

  /** Whether the store answered that there is no such file. */
  get isMissing(): boolean {
    return this.status === 404 && this.reason !== 'NoSuchBucket';
  }
}

/** All bytes of a file in one block. @throws StoreProblem when there are fewer or more than that */
export async function collected(pieces: Pieces, size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size);
  let at = 0;
  for await (const piece of pieces) {
    if (at + piece.byteLength > size) break;
    whole.set(piece, at);
    at += piece.byteLength;
  }
  if (at !== size) throw new StoreProblem(`a file of ${size} bytes ended after ${at}`, { reason: 'incomplete' });
  return whole;
}

/** All entries of a list that is read piece by piece. */
export async function allOf<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}
