import { createHash } from 'node:crypto';
import path from 'node:path';
import { attachmentTrouble, isAttachable } from './attachments.ts';
import { extensionOf } from './file-names.ts';
import type { FindingList } from './finding-list.ts';
import { pointerTrouble } from './lfs-pointer.ts';
import { cleanSvg } from './pictures/clean-svg.ts';
import { MAX_PIXELS, type PictureEncoder } from './pictures/encode-webp.ts';
import { heavyPicture } from './pictures/heavy-picture.ts';
import { type PictureInfo, readPicture } from './pictures/picture-size.ts';
import { TEXT_WIDTHS, widthsOf } from './pictures/widths.ts';
import { withoutMetadata } from './pictures/without-metadata.ts';
import type { SourceFiles } from './source-files.ts';
import { decode } from './text-source.ts';

/** A file of the content for readers, named by its hash. */
export interface Asset {
  /** SHA-256 of the bytes, hex. */
  hash: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** An image with what its markup needs. */
export interface Picture {
  /** Address on our site of its largest copy. */
  address: string;
  /** Width of the original image, pixels. */
  width: number;
  height: number;
  /** Copies of several widths, ascending, the one of `address` last; empty when there is only that one. */
  forms: { address: string; width: number }[];
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
  'application/pdf': 'pdf',
  'application/zip': 'zip',
};

const DOWNLOAD_TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', zip: 'application/zip' };

/** A file that readers get as a download. */
export interface Download {
  /** Address on our site. */
  address: string;
  /** Name of the file without its folder. */
  name: string;
  /** Bytes. */
  size: number;
}

/** Address of an asset for readers: its content never changes, so it may be cached forever. */
function assetAddress(asset: Pick<Asset, 'hash' | 'mediaType'>): string {
  return `/assets/content/${asset.hash}.${EXTENSION_OF[asset.mediaType] ?? 'bin'}`;
}

/** The repository of the files, so that absolute addresses of its files can be served from here. */
export interface RepositoryPlace {
  /** `owner/name` on a public git host. */
  repository: string;
  /** The item's folder inside it. */
  folder: string;
}

export type PictureResult = Picture | 'missing' | 'unusable';

type SettledPicture = Picture | 'unusable';

/** Collects the assets that an item uses, each once. */
export class AssetStore {
  readonly #files: SourceFiles;
  readonly #findings: FindingList;
  readonly #encode: PictureEncoder | null;
  readonly #assets = new Map<string, Asset>();
  readonly #pictures = new Map<string, Promise<SettledPicture>>();
  readonly #copies = new Map<string, ReturnType<PictureEncoder>>();

  /** @param encode makes smaller copies of images; null serves each as it is */
  constructor(files: SourceFiles, findings: FindingList, encode: PictureEncoder | null = null) {
    this.#files = files;
    this.#findings = findings;
    this.#encode = encode;
  }

  list(): Asset[] {
    return [...this.#assets.values()];
  }

  /** Adds an asset that an earlier build of the same files made. */
  adopt(asset: Asset): void {
    this.#assets.set(asset.hash, asset);
  }

  /** Files that lie directly in a folder of the item. */
  filesIn(folder: string): string[] {
    return [...this.#files.keys()].filter((file) => path.posix.dirname(file) === folder);
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  /** The file that a path means on systems where case does not matter and `\\` separates folders; null for none. */
  meant(file: string): string | null {
    const plain = (path: string) => path.replaceAll('\\', '/').toLowerCase();
    const wanted = plain(path.posix.normalize(file.replaceAll('\\', '/')));
    return [...this.#files.keys()].find((one) => plain(one) === wanted) ?? null;
  }

  /**
   * The image in a file of the item; problems of the file are reported once, with its name.
   *
   * @param widths of its copies, pixels, ascending
   */
  async picture(file: string, widths: readonly number[] = TEXT_WIDTHS): Promise<PictureResult> {
    const bytes = this.#files.get(file);
    if (bytes === undefined) return 'missing';
    const key = `${widths.join()} ${file}`;
    const known = this.#pictures.get(key) ?? this.#settle(file, bytes, widths);
    this.#pictures.set(key, known);
    return known;
  }

  /** The address of an original image or video of the item, for a link to it; null for any other file. */
  original(file: string): string | null {
    const bytes = this.#files.get(file);
    if (bytes === undefined) return null;
    if (extensionOf(file) === 'svg') {
      const drawing = this.#drawing(file, bytes);
      return drawing === 'unusable' ? null : drawing.address;
    }
    const info = readPicture(bytes);
    if (info === null) return this.film(file);
    return this.#refuses(file, info) ? null : this.#addOriginal(bytes, info);
  }

  /** The bytes of a file of the item; null when there is no such file. */
  bytes(file: string): Uint8Array | null {
    return this.#files.get(file) ?? null;
  }

  /** A file of the item to download; null when it has no such file, or one of a type that is not offered. */
  download(file: string): Download | null {
    const bytes = this.#files.get(file);
    if (bytes === undefined || !isAttachable(file)) return null;
    const trouble = attachmentTrouble(file, bytes);
    if (trouble !== null) this.#findings.error('attachment-unreadable', file, 1, trouble);
    const mediaType = DOWNLOAD_TYPES[extensionOf(file)] ?? 'application/octet-stream';
    return { address: this.#add(bytes, mediaType), name: path.posix.basename(file), size: bytes.byteLength };
  }

  /** An SVG that was drawn here; null when sanitising leaves nothing of it. */
  drawn(svg: string): Picture | null {
    const clean = cleanSvg(svg);
    if (clean === null) return null;
    const address = this.#add(new TextEncoder().encode(clean.svg), 'image/svg+xml');
    return { address, width: clean.width, height: clean.height, forms: [] };
  }

  /** A video or its captions; null when the item has no such file. */
  film(file: string): string | null {
    const bytes = this.#files.get(file);
    const extension = extensionOf(file);
    if (bytes === undefined || (extension !== 'vtt' && extension !== 'mp4')) return null;
    if (extension === 'mp4' && Buffer.from(bytes.subarray(4, 8)).toString('latin1') !== 'ftyp') return null;
    if (extension === 'vtt' && !decode(bytes, file, this.#findings).startsWith('WEBVTT')) return null;
    return this.#add(bytes, extension === 'vtt' ? 'text/vtt' : 'video/mp4');
  }

  async #settle(file: string, bytes: Uint8Array, widths: readonly number[]): Promise<SettledPicture> {
    if (extensionOf(file) === 'svg') return this.#drawing(file, bytes);
    const info = readPicture(bytes);
    if (info === null) {
      const trouble = pointerTrouble(bytes) ?? 'is not a PNG, JPEG, GIF, WebP or AVIF picture; save it again';
      this.#findings.error('image-unreadable', file, 1, trouble);
      return 'unusable';
    }
    if (this.#refuses(file, info)) return 'unusable';
    const heavy = heavyPicture(bytes.byteLength, info);
    if (heavy !== null) this.#findings.warning('image-heavy', file, 1, heavy);
    return this.#pixels(file, bytes, info, widths);
  }

  /** Refuses a bad image by its header, before it is decoded. */
  #refuses(file: string, { width, height, whole }: PictureInfo): boolean {
    if (width * height > MAX_PIXELS) {
      const message = `has ${width} x ${height} pixels; at most ${MAX_PIXELS / 1e6} million are allowed. Make it smaller`;
      this.#findings.fatal('image-too-large', file, 1, message);
    } else if (!whole) {
      this.#findings.error('image-unreadable', file, 1, 'ends before its picture is complete; save it again');
    }
    return width * height > MAX_PIXELS || !whole;
  }

  async #pixels(
    file: string,
    bytes: Uint8Array,
    info: PictureInfo,
    widths: readonly number[],
  ): Promise<SettledPicture> {
    const { width, height } = info;
    const copies = info.animated ? [] : await this.#copiesOf(bytes, widthsOf(widths, width));
    if (copies === null) {
      this.#findings.error('image-unreadable', file, 1, 'cannot be decoded; save it again as PNG or JPEG');
      return 'unusable';
    }
    // Camera metadata cannot be removed from an AVIF, so a copy replaces it even when it is larger.
    const isKept = (copy: Uint8Array) => info.mediaType === 'image/avif' || copy.byteLength < bytes.byteLength;
    const smaller = copies.filter((copy) => isKept(copy.bytes));
    const forms = smaller.map((copy) => ({ address: this.#add(copy.bytes, 'image/webp'), width: copy.width }));
    // The original is kept only where no copy replaces it.
    const largest = copies.at(-1);
    if (largest === undefined || smaller.at(-1) !== largest) {
      forms.push({ address: this.#addOriginal(bytes, info), width });
    }
    const address = forms.at(-1)?.address ?? '';
    return { address, width, height, forms: forms.length > 1 ? forms : [] };
  }

  /** Each distinct image is encoded once, under however many names the item has it. */
  #copiesOf(bytes: Uint8Array, widths: readonly number[]): ReturnType<PictureEncoder> {
    if (this.#encode === null) return Promise.resolve([]);
    const key = `${widths.join()} ${hashOf(bytes)}`;
    const known = this.#copies.get(key) ?? this.#encode(bytes, widths);
    this.#copies.set(key, known);
    return known;
  }

  #drawing(file: string, bytes: Uint8Array): SettledPicture {
    const clean = cleanSvg(decode(bytes, file, this.#findings));
    if (clean === null) {
      const trouble = pointerTrouble(bytes) ?? 'is not an SVG drawing; export it again';
      this.#findings.error('image-unreadable', file, 1, trouble);
      return 'unusable';
    }
    if (clean.removed !== null) {
      const message = `holds ${clean.removed}, which can run script; it was removed from the drawing`;
      this.#findings.error('script-removed', file, 1, message);
    }
    const { svg, width, height } = clean;
    return { address: this.#add(new TextEncoder().encode(svg), 'image/svg+xml'), width, height, forms: [] };
  }

  #addOriginal(bytes: Uint8Array, { mediaType }: PictureInfo): string {
    return this.#add(withoutMetadata(bytes, mediaType), mediaType);
  }

  /** @returns its address */
  #add(bytes: Uint8Array, mediaType: string): string {
    const hash = hashOf(bytes);
    const asset = this.#assets.get(hash) ?? { hash, mediaType, bytes };
    this.#assets.set(hash, asset);
    return assetAddress(asset);
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The target of an address in a text. */
export type PicturePlace = { kind: 'file'; file: string } | { kind: 'outside' } | { kind: 'remote'; address: string };

/**
 * Resolves an image's address: a path relative to the text, a path from the item's root, or an absolute address of the
 * same repository on a public git host.
 *
 * @param from the text file with the address
 */
export function placePicture(
  address: string,
  from: string,
  assetStore: Pick<AssetStore, 'has'>,
  source: RepositoryPlace | null,
): PicturePlace {
  const text = address.trim();
  if (/^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(text)) {
    const file = source === null ? null : fileInRepository(text, source, assetStore);
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

/** Patterns of raw-file addresses on git hosts: owner, name, then branch or commit and path. */
const RAW_FORMS: readonly RegExp[] = [
  /^https?:\/\/raw\.githubusercontent\.com\/([^/]+\/[^/]+)\/(?:refs\/(?:heads|tags)\/)?(.+)$/i,
  /^https?:\/\/(?:www\.)?github\.[^/]+\/([^/]+\/[^/]+)\/(?:raw|blob)\/(?:refs\/(?:heads|tags)\/)?(.+)$/i,
  /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/-\/(?:raw|blob)\/(.+)$/i,
  /^https?:\/\/bitbucket\.org\/([^/]+\/[^/]+)\/(?:raw|src)\/(.+)$/i,
  // The branch stands before the slash, and may be left out.
  /^https?:\/\/cdn\.jsdelivr\.net\/gh\/([^/@]+\/[^/@]+)(?:@[^/]+)?\/(.+)$/i,
  /^https?:\/\/codeberg\.org\/([^/]+\/[^/]+)\/(?:raw|src)\/(?:branch|commit|tag)\/(.+)$/i,
];

/** A file of a repository on a public git host. */
export interface RepositoryFile {
  /** `owner/name`. */
  repository: string;
  /** Possible paths of the file: the address does not show where the name of the branch ends. */
  paths: string[];
}

/** Parses the address of a file in a repository on a public git host; null for any other address. */
export function repositoryFile(address: string): RepositoryFile | null {
  for (const form of RAW_FORMS) {
    const found = form.exec(address.replace(/[?#].*$/s, ''));
    if (found === null) continue;
    const parts = decoded(found[2] ?? '').split('/');
    // Branch names may contain slashes, so the path starts after one of the next few.
    const starts = Array.from({ length: Math.min(parts.length, 6) }, (_none, at) => at);
    return { repository: found[1] ?? '', paths: starts.map((start) => parts.slice(start).join('/')) };
  }
  return null;
}

function fileInRepository(
  address: string,
  source: RepositoryPlace,
  assetStore: Pick<AssetStore, 'has'>,
): string | null {
  const found = repositoryFile(address);
  if (found === null || found.repository.toLowerCase() !== source.repository.toLowerCase()) return null;
  const prefix = source.folder === '' ? '' : `${source.folder}/`;
  const inItem = found.paths.map((file) => (file.startsWith(prefix) ? file.slice(prefix.length) : ''));
  return inItem.find((file) => file !== '' && assetStore.has(file)) ?? null;
}
