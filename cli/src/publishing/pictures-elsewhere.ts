import { createHash } from 'node:crypto';
import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { repositoryFile } from '@academy/content/assets';
import { extensionOf } from '@academy/content/file-names';
import type { FoundItem } from '@academy/content/found-item';
import type { PackedItem } from '@academy/content/pack';
import { readPicture } from '@academy/content/pictures/picture-size';
import { isTextFile, type SourceFiles } from '@academy/content/source-files';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import type { Finding } from '@academy/contract/findings';
import type { FetchPicture } from './fetch-pictures.ts';
import type { Place } from './places.ts';
import { isWithin } from './tenant-map.ts';

/** Sources of images that lie elsewhere. */
export interface PictureSources {
  /** Folder of an imported repository by `owner/name` in lower case. */
  repositories: ReadonlyMap<string, string>;
  /** `--fetch-images`. */
  fetch: FetchPicture | null;
}

const PICTURES = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** How texts and JSON files write addresses of images; a match that is no image costs a look-up only. */
const FORMS: readonly RegExp[] = [
  /!\[[^\]\n]{0,500}\]\(\s*<?([^\s)>]+)/g,
  /^\s{0,3}\[[^\]\n]{1,200}\]:\s*<?([^\s>]+)/gm,
  /\bsrc\s*=\s*["']?([^"'\s>]+)/gi,
  /"(?:image|thumbnail|avatar)"\s*:\s*"([^"\n]+)"/g,
];

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

const NEW_LINE = 10;

interface Mention {
  address: string;
  file: string;
  line: number;
}

/**
 * Adds copies of the images that an item's texts show and that lie elsewhere: in another repository of this run, in the
 * same repository outside of the item's folder, or on another host when fetching is enabled.
 *
 * @param top folder that contains all local files
 */
export async function withPictures(
  item: PackedItem,
  found: FoundItem,
  top: string,
  sources: PictureSources,
): Promise<{ item: PackedItem; findings: Finding[] }> {
  const files = new Map(item.files);
  const pictures = new Map(Object.entries(item.options.pictures ?? {}));
  const findings: Finding[] = [];
  const ambiguous = new Set<string>();
  const inItem = new Map(partsOf(found, item.files).map(({ file, from }) => [from, file]));

  const add = (address: string, file: string, bytes: Uint8Array | null) => {
    if ((pictures.get(address) ?? file) !== file) ambiguous.add(address);
    pictures.set(address, file);
    if (bytes !== null) files.set(file, bytes);
  };
  for (const mention of mentionsOf(item.files)) {
    const { address } = mention;
    if (ambiguous.has(address) || address.length > 2_000) continue;
    const local = await localFile(mention, found, item.files, top, sources.repositories);
    if (local !== null) {
      const own = inItem.get(local);
      if (own !== undefined) add(address, own, null);
      else {
        const bytes = await readFile(local);
        add(address, nameOf(bytes, extensionOf(local)), bytes);
      }
      continue;
    }
    if (sources.fetch === null || !address.startsWith('https://') || pictures.has(address)) continue;
    const fetched = await sources.fetch(address);
    const name = 'bytes' in fetched ? fetchedName(fetched.bytes) : null;
    if ('bytes' in fetched && name !== null) add(address, name, fetched.bytes);
    else {
      const why = 'trouble' in fetched ? fetched.trouble : 'it is no picture that browsers show';
      const message = `the picture ${address.slice(0, 300)} could not be fetched: ${why}`;
      findings.push({ ...mention, ...{ severity: 'warning', code: 'image-not-fetched', message } });
    }
  }
  // The same address means different files in different texts: then neither is right for both.
  for (const address of ambiguous) pictures.delete(address);
  if (pictures.size === 0) return { item, findings };
  const sorted = [...pictures].sort(([a], [b]) => (a < b ? -1 : 1));
  const options = { ...item.options, pictures: Object.fromEntries(sorted) };
  return {
    item: { ...item, files, options },
    findings: findings.map(({ file, line, severity, code, message }) => ({ file, line, severity, code, message })),
  };
}

function nameOf(bytes: Uint8Array, extension: string): string {
  return `@pictures/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`;
}

/** The type of a fetched image follows from its bytes, not from its host. */
function fetchedName(bytes: Uint8Array): string | null {
  const info = readPicture(bytes);
  if (info !== null) return nameOf(bytes, EXTENSIONS[info.mediaType] ?? 'png');
  const head = new TextDecoder().decode(bytes.subarray(0, 4_000));
  return /<svg[\s>]/i.test(head) ? nameOf(bytes, 'svg') : null;
}

function mentionsOf(files: SourceFiles): Mention[] {
  const mentions: Mention[] = [];
  for (const [file, bytes] of files) {
    if (!isTextFile(file)) continue;
    const text = new TextDecoder().decode(bytes);
    const seen = new Set<string>();
    for (const form of FORMS) {
      let line = 1;
      let counted = 0;
      for (const match of text.matchAll(form)) {
        for (; counted < match.index; counted += 1) if (text.charCodeAt(counted) === NEW_LINE) line += 1;
        const address = (match[1] ?? '').replaceAll('&amp;', '&').trim();
        if (address === '' || seen.has(address)) continue;
        seen.add(address);
        mentions.push({ address, file, line });
      }
    }
  }
  return mentions;
}

export function partsOf(found: FoundItem, files: SourceFiles): { file: string; from: string }[] {
  return [...(found.parts ?? [...files.keys()].map((file) => ({ file, from: path.join(found.root, file) })))];
}

/** The local image of an address that is not simply relative to the text. */
async function localFile(
  { address, file }: Mention,
  found: FoundItem,
  files: SourceFiles,
  top: string,
  repositories: ReadonlyMap<string, string>,
): Promise<string | null> {
  if (/^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(address)) {
    const elsewhere = repositoryFile(address);
    const folder = repositories.get(elsewhere?.repository.toLowerCase() ?? '');
    if (elsewhere === null || folder === undefined) return null;
    return firstPicture(
      elsewhere.paths.map((way) => path.join(folder, way)),
      folder,
    );
  }
  const plain = decoded(address.replace(/[?#].*$/s, ''));
  if (!PICTURES.test(plain)) return null;
  if (plain.startsWith('/')) {
    const way = plain.replace(/^\/+/, '');
    if (files.has(path.posix.normalize(way))) return null;
    return firstPicture([path.join(found.root, way), path.join(top, way), path.join(top, 'static', way)], top);
  }
  if (files.has(path.posix.normalize(path.posix.join(path.posix.dirname(file), plain)))) return null;
  const from = found.parts?.find((part) => part.file === file)?.from ?? path.join(found.root, file);
  return firstPicture([path.resolve(path.dirname(from), plain)], top);
}

/** The first path that is an ordinary image file inside the folder; links are not followed out of it. */
async function firstPicture(places: readonly string[], folder: string): Promise<string | null> {
  for (const place of places) {
    if (!PICTURES.test(place) || !isWithin(place, folder)) continue;
    const known = await lstat(place).catch(() => null);
    if (known?.isFile() !== true || known.size > CONTENT_LIMITS.fileBytes) continue;
    if (isWithin(await realpath(place), await realpath(folder))) return place;
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The repositories whose folders are in this run: by the remotes of git and the name of the source, or by folders named
 * `<owner>/<name>` below or at the named folder.
 */
export function repositoriesOf(
  places: readonly { place: Pick<Place, 'top' | 'repositories'>; root: string }[],
  base: string,
): Map<string, string> {
  const map = new Map<string, string>();
  for (const { place, root } of places) {
    for (const repository of place.repositories) map.set(repository.toLowerCase(), place.top);
    if (place.repositories.length > 0 || place.top !== base) continue;
    for (let folder = root; isWithin(folder, base); folder = path.dirname(folder)) {
      const owner = path.basename(path.dirname(folder));
      map.set(`${owner}/${path.basename(folder)}`.toLowerCase(), folder);
      if (path.dirname(folder) === folder) break;
    }
  }
  return map;
}
