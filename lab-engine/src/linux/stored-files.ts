/** Reads a file of the store of images by its path in it, packed as it lies there. Rejects when it cannot be had. */
export type ReadStored = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Hexadecimal digits of the SHA-256 of a content that name it. */
export const HASH_LENGTH = 32;

/** Path of a content in the store of images. */
export const storedPath = (hash: string): string => `files/${hash}.zst`;

/** Begins to read contents that will be needed, all at once; each is handed out when it is asked for. */
export function readAhead(read: ReadStored, hashes: readonly string[]): ReadStored {
  const begun = new Map(hashes.map((hash) => [storedPath(hash), read(storedPath(hash))]));
  // One that fails rejects for the caller that asks for it; the next one reads it again.
  for (const one of begun.values()) one.catch(() => undefined);
  return (path) => {
    const one = begun.get(path);
    begun.delete(path);
    return one ?? read(path);
  };
}

/** Bytes of unpacked files that are kept while they are read in pieces; the machine itself keeps what it has read. */
const MAX_KEPT = 16 * 1024 * 1024;

/** The files of an image as the machine's file system reads them: fetched when they are first read, and unpacked. */
export class StoredFiles {
  /** Contents that were fetched, by hash, in order; the time of each is left to the caller. */
  readonly fetched = new Set<string>();
  readonly #read: ReadStored;
  readonly #unpack: (bytes: number, packed: Uint8Array) => Uint8Array;
  readonly #kept = new Map<string, Promise<Uint8Array>>();
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  constructor(read: ReadStored, unpack: (bytes: number, packed: Uint8Array) => Uint8Array) {
    this.#read = read;
    this.#unpack = unpack;
  }

  /** Part of a content. @param size of the whole, in bytes */
  async read(hash: string, offset: number, count: number, size: number): Promise<Uint8Array> {
    if (size === 0) return new Uint8Array(0);
    return (await this.whole(hash, size)).subarray(offset, offset + count);
  }

  /** A whole content. @param size in bytes */
  async whole(hash: string, size: number): Promise<Uint8Array> {
    const kept = this.#kept.get(hash);
    if (kept !== undefined) {
      this.#kept.delete(hash);
      this.#kept.set(hash, kept);
      return kept;
    }
    const fetched = this.#read(storedPath(hash)).then((packed) => this.#unpack(size, packed));
    this.#kept.set(hash, fetched);
    this.#sizes.set(hash, size);
    this.fetched.add(hash);
    this.#bytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_KEPT || oldest === hash) break;
      this.#forget(oldest);
    }
    try {
      return await fetched;
    } catch (error) {
      this.#forget(hash);
      throw error;
    }
  }

  /** The emulator's file system says what it has read and no longer needs; what is kept is decided here. */
  async cache(): Promise<void> {}
  uncache(): void {}

  #forget(hash: string): void {
    if (!this.#kept.delete(hash)) return;
    this.#bytes -= this.#sizes.get(hash) ?? 0;
  }
}
