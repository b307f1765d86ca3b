import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FindingList } from './finding-list.ts';
import { cleanSvg } from './pictures/clean-svg.ts';
import { readPicture } from './pictures/picture-size.ts';
import { extensionOf, type SourceFiles } from './source-files.ts';
import { decode } from './text-source.ts';

/** A file of the content that readers get, named by its bytes. */
export interface Asset {
  /** SHA-256 of the bytes, hex. */
  hash: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** A picture as markup needs it. */
export interface Picture {
  /** Address on our site. */
  address: string;
  /** Pixels. */
  width: number;
  height: number;
}

const EXTENSION_OF: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'text/vtt': 'vtt',
  'video/mp4': 'mp4',
};

/** Pixels of one picture; more would fill a reader's memory from a small file. */
const MAX_PIXELS = 50_000_000;

/** Where a reader finds an asset: addresses never change their bytes, so they may be cached for ever. */
export function assetAddress(asset: Pick<Asset, 'hash' | 'mediaType'>): string {
  return `/assets/content/${asset.hash}.${EXTENSION_OF[asset.mediaType] ?? 'bin'}`;
}

/** The repository that the files come from, so that full addresses of its files can be served from here. */
export interface RepositoryPlace {
  /** `owner/name` on a public git host. */
  repository: string;
  /** The item's folder inside it. */
  folder: string;
}

export type PictureResult = Picture | 'missing' | 'unusable';

/** Collects the assets that an item refers to, each once. */
export class AssetShelf {
  readonly #files: SourceFiles;
  readonly #findings: FindingList;
  readonly #assets = new Map<string, Asset>();
  readonly #pictures = new Map<string, Picture | 'unusable'>();

  constructor(files: SourceFiles, findings: FindingList) {
    this.#files = files;
    this.#findings = findings;
  }

  list(): Asset[] {
    return [...this.#assets.values()];
  }

  /** Files that lie directly in a folder of the item. */
  filesIn(folder: string): string[] {
    return [...this.#files.keys()].filter((file) => path.posix.dirname(file) === folder);
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  /** The picture in a file of the item; trouble with the file itself is told once, in its name. */
  picture(file: string): PictureResult {
    const bytes = this.#files.get(file);
    if (bytes === undefined) return 'missing';
    const known = this.#pictures.get(file);
    if (known !== undefined) return known;
    const picture = extensionOf(file) === 'svg' ? this.#drawing(file, bytes) : this.#pixels(file, bytes);
    this.#pictures.set(file, picture);
    return picture;
  }

  /** A film or its captions; null when the item has no such file. */
  film(file: string): string | null {
    const bytes = this.#files.get(file);
    const extension = extensionOf(file);
    if (bytes === undefined || (extension !== 'vtt' && extension !== 'mp4')) return null;
    if (extension === 'mp4' && Buffer.from(bytes.subarray(4, 8)).toString('latin1') !== 'ftyp') return null;
    if (extension === 'vtt' && !/^\ufeff?WEBVTT/.test(Buffer.from(bytes.subarray(0, 16)).toString('utf8'))) return null;
    return assetAddress(this.#add(bytes, extension === 'vtt' ? 'text/vtt' : 'video/mp4'));
  }

  #pixels(file: string, bytes: Uint8Array): Picture | 'unusable' {
    const info = readPicture(bytes);
    if (info === null) {
      this.#findings.error('image-unreadable', file, 1, 'is not a PNG, JPEG, GIF, WebP or AVIF picture; save it again');
      return 'unusable';
    }
    if (info.width * info.height > MAX_PIXELS) {
      const message = `has ${info.width} x ${info.height} pixels; at most ${MAX_PIXELS / 1e6} million are allowed. Make it smaller`;
      this.#findings.fatal('image-too-large', file, 1, message);
      return 'unusable';
    }
    return { address: assetAddress(this.#add(bytes, info.mediaType)), width: info.width, height: info.height };
  }

  #drawing(file: string, bytes: Uint8Array): Picture | 'unusable' {
    const clean = cleanSvg(decode(bytes, file, this.#findings));
    if (clean === null) {
      this.#findings.error('image-unreadable', file, 1, 'is not an SVG drawing; export it again');
      return 'unusable';
    }
    if (clean.removed !== null) {
      const message = `holds ${clean.removed}, which can run script; it was removed from the drawing`;
      this.#findings.error('script-removed', file, 1, message);
    }
    const asset = this.#add(new TextEncoder().encode(clean.svg), 'image/svg+xml');
    return { address: assetAddress(asset), width: clean.width, height: clean.height };
  }

  #add(bytes: Uint8Array, mediaType: string): Asset {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const asset = this.#assets.get(hash) ?? { hash, mediaType, bytes };
    this.#assets.set(hash, asset);
    return asset;
  }
}

/** What an address in a text means. */
export type PicturePlace = { kind: 'file'; file: string } | { kind: 'outside' } | { kind: 'remote'; address: string };

/**
 * Finds the file that a picture's address means: a path beside the text, a path from the item's root, or a full address
 * of the same repository on a public git host.
 *
 * @param from the text file that holds the address
 */
export function placePicture(
  address: string,
  from: string,
  shelf: Pick<AssetShelf, 'has'>,
  source: RepositoryPlace | null,
): PicturePlace {
  const text = address.trim();
  if (/^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(text)) {
    const file = source === null ? null : fileInRepository(text, source, shelf);
    return file === null ? { kind: 'remote', address: text } : { kind: 'file', file };
  }
  const plain = decoded(text.replace(/[?#].*$/s, ''));
  const base = plain.startsWith('/') ? '' : path.posix.dirname(from);
  const file = path.posix.normalize(path.posix.join(base, plain.replace(/^\/+/, '')));
  return file === '..' || file.startsWith('../') ? { kind: 'outside' } : { kind: 'file', file };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Forms of raw-file addresses on public git hosts: owner, name, then branch or commit and path. */
const RAW_FORMS: readonly RegExp[] = [
  /^https?:\/\/raw\.githubusercontent\.com\/([^/]+\/[^/]+)\/(?:refs\/(?:heads|tags)\/)?(.+)$/i,
  /^https?:\/\/github\.com\/([^/]+\/[^/]+)\/(?:raw|blob)\/(?:refs\/(?:heads|tags)\/)?(.+)$/i,
  /^https?:\/\/gitlab\.com\/([^/]+\/[^/]+)\/-\/(?:raw|blob)\/(.+)$/i,
  /^https?:\/\/codeberg\.org\/([^/]+\/[^/]+)\/(?:raw|src)\/(?:branch|commit|tag)\/(.+)$/i,
];

function fileInRepository(address: string, source: RepositoryPlace, shelf: Pick<AssetShelf, 'has'>): string | null {
  for (const form of RAW_FORMS) {
    const found = form.exec(address.replace(/[?#].*$/s, ''));
    if (found === null || found[1]?.toLowerCase() !== source.repository.toLowerCase()) continue;
    const parts = decoded(found[2] ?? '').split('/');
    // Branch names may hold slashes, so the path starts after one of the next few.
    for (let skip = 1; skip < Math.min(parts.length, 6); skip += 1) {
      const inRepository = parts.slice(skip).join('/');
      const prefix = source.folder === '' ? '' : `${source.folder}/`;
      const file = inRepository.startsWith(prefix) ? inRepository.slice(prefix.length) : '';
      if (file !== '' && shelf.has(file)) return file;
    }
  }
  return null;
}
