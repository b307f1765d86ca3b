import { gunzipSync } from 'node:zlib';
import { LAB_FILES_LIMITS } from '@academy/contract/lab-files';
import { unzipSync } from 'fflate';
import tar from 'tar-stream';
import { FilesRefused, type LabTree, printable } from './lab-tree.ts';

/** Sizes of files and their headers in an archive. */
const MAX_UNPACKED = LAB_FILES_LIMITS.bytes + LAB_FILES_LIMITS.files * 4_096;

/**
 * The files of a zip or of a tar, gzipped or not; null when it is none of these. As on the lab platform, execute bits and
 * empty folders are lost.
 *
 * @throws FilesRefused for an archive with links or devices, and for one that is too large
 */
export async function unpackedArchive(bytes: Uint8Array): Promise<LabTree | null> {
  if (isZip(bytes)) return unzipped(bytes);
  const plain = isGzip(bytes) ? gunzipped(bytes) : bytes;
  return isTar(plain) ? untarred(plain) : null;
}

const isZip = (bytes: Uint8Array): boolean =>
  ['504b0304', '504b0506'].includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'));
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
/** By the checksum of its first header: old ones have no other sign. */
function isTar(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 512) return false;
  const sum = bytes.subarray(0, 512).reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === Number.parseInt(latin1(bytes, 148, 156).trim(), 8);
}
const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** @throws FilesRefused */
export function gunzipped(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED });
  } catch {
    throw new FilesRefused(
      `is no complete archive, or unpacks to more than ${LAB_FILES_LIMITS.bytes / 1024 / 1024} MB`,
    );
  }
}

function unzipped(bytes: Uint8Array): LabTree {
  let sum = 0;
  let count = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    sum += originalSize;
    count += 1;
    if (sum > MAX_UNPACKED || count > LAB_FILES_LIMITS.files)
      throw new FilesRefused('unpacks to more than a lab may bring');
    return !name.endsWith('/');
  };
  try {
    return new Map(
      Object.entries(unzipSync(bytes, { filter })).map(([name, content]) => [
        pathIn(name),
        { kind: 'file', bytes: content, executable: false },
      ]),
    );
  } catch (error) {
    throw error instanceof FilesRefused ? error : new FilesRefused('is no complete zip archive');
  }
}

/** An entry of a tar, with the size that its header tells. */
export interface TarEntry {
  name: string;
  type: string;
  executable: boolean;
  bytes: Uint8Array;
}

/** All entries of a tar in memory. @throws FilesRefused when it is not complete */
export async function entriesOfTar(bytes: Uint8Array): Promise<TarEntry[]> {
  const extract = tar.extract();
  const entries: TarEntry[] = [];
  extract.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    for await (const entry of extract) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry as AsyncIterable<Uint8Array>) chunks.push(chunk);
      const { name, type, mode = 0 } = entry.header;
      if (entries.length > LAB_FILES_LIMITS.files * 2) throw new FilesRefused('has too many files');
      entries.push({ name, type: type ?? 'file', executable: (mode & 0o100) !== 0, bytes: Buffer.concat(chunks) });
    }
  } catch (error) {
    throw error instanceof FilesRefused ? error : new FilesRefused('is no complete tar archive');
  }
  return entries;
}

async function untarred(bytes: Uint8Array): Promise<LabTree> {
  const tree: LabTree = new Map();
  for (const { name, type, bytes: content } of await entriesOfTar(bytes)) {
    if (type === 'directory') continue;
    if (type !== 'file' && type !== 'contiguous-file')
      throw new FilesRefused(`is an archive with "${printable(name)}", which is no ordinary file`);
    tree.set(pathIn(name), { kind: 'file', bytes: content, executable: false });
  }
  return tree;
}

/** Names of archives may begin with `./`, and may leave the archive only by intent. */
export function pathIn(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || parts.length === 0)
    throw new FilesRefused(`has a file "${printable(name)}", whose name leaves it`);
  if (parts.some((part) => part.toLowerCase() === '.git'))
    throw new FilesRefused(`has a folder ".git", whose settings could run programs; name the repository itself`);
  return parts.join('/');
}
