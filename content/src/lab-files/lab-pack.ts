import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { LAB_FILES_LIMITS } from '@academy/contract/lab-files';
import tar from 'tar-stream';
import { compare } from '../finding-list.ts';
import { checkNames, FilesRefused, type LabTree, type NamedEntry, printable } from './lab-tree.ts';

/** Start-up scripts run only with the execute bit, which most sources lose; the lab platform sets it for these. */
const START_UP = /(?:^|\/)setup\.d\/[^/]*\.sh$/;
/** More than all files of a lab, with their headers. */
const MAX_UNPACKED = LAB_FILES_LIMITS.bytes + LAB_FILES_LIMITS.files * 4_096;

/** A tree as one gzipped tar. */
export interface PackedTree {
  packed: Uint8Array;
  /** SHA-256 of it, hex. */
  hash: string;
  /** Unpacked. */
  bytes: number;
  files: number;
}

/**
 * Packs a tree; the same tree and date always give the same bytes.
 *
 * @param date of all files
 * @throws FilesRefused for names that cannot be used, and for more than a lab may bring
 */
export async function packTree(tree: LabTree, date: Date): Promise<PackedTree> {
  checkNames(named(tree));
  const pack = tar.pack();
  const chunks: Buffer[] = [];
  const written = (async () => {
    for await (const chunk of pack) chunks.push(chunk as Buffer);
  })();
  let bytes = 0;
  for (const path of [...tree.keys()].sort(compare)) {
    const entry = tree.get(path);
    if (entry === undefined) continue;
    const head = { name: path, mtime: date, uid: 0, gid: 0 };
    if (entry.kind === 'link') {
      pack.entry({ ...head, type: 'symlink', linkname: entry.target, mode: 0o777 });
      continue;
    }
    const mode = entry.executable || START_UP.test(path) ? 0o755 : 0o644;
    bytes += entry.bytes.byteLength;
    pack.entry({ ...head, type: 'file', mode }, Buffer.from(entry.bytes));
  }
  pack.finalize();
  await written;
  const packed = await promisify(gzip)(Buffer.concat(chunks), { level: 6 });
  // The operating system's byte in the gzip header would differ between machines.
  packed[9] = 255;
  if (packed.byteLength > LAB_FILES_LIMITS.packedBytes)
    throw new FilesRefused(`has more than ${LAB_FILES_LIMITS.packedBytes / 1024 / 1024} MB when packed`);
  return { packed, hash: createHash('sha256').update(packed).digest('hex'), bytes, files: tree.size };
}

const named = (tree: LabTree): Map<string, NamedEntry> =>
  new Map(
    [...tree].map(([path, entry]) => [
      path,
      entry.kind === 'link' ? entry : { kind: 'file', size: entry.bytes.byteLength },
    ]),
  );

/**
 * Reads a gzipped tar to its end and checks it like a tree that is packed here.
 *
 * @returns its sizes
 * @throws FilesRefused
 */
export async function checkPack(packed: Uint8Array): Promise<Pick<PackedTree, 'bytes' | 'files'>> {
  const entries = new Map<string, NamedEntry>();
  let bytes = 0;
  for await (const { header, body } of tarEntries(packed)) {
    const { name, type, size = 0, linkname } = header;
    if (type !== 'file' && type !== 'symlink') throw new FilesRefused(`has "${printable(name)}", which is no file`);
    if (entries.has(name)) throw new FilesRefused(`has "${printable(name)}" twice`);
    if (entries.size >= LAB_FILES_LIMITS.files) throw new FilesRefused('has too many files');
    entries.set(name, type === 'symlink' ? { kind: 'link', target: linkname ?? '' } : { kind: 'file', size });
    bytes += size;
    for await (const _piece of body);
  }
  checkNames(entries);
  return { bytes, files: entries.size };
}

/**
 * The entries of a gzipped tar, in their order; each must be read to its end.
 *
 * @throws FilesRefused when it is none, or unpacks to more than a lab may bring
 */
export async function* tarEntries(
  packed: Uint8Array,
): AsyncGenerator<{ header: tar.Header; body: AsyncIterable<Uint8Array> }> {
  const extract = tar.extract();
  const source = Readable.from(bounded(packed), { objectMode: false });
  source.on('error', (error) => extract.destroy(error));
  source.pipe(extract);
  try {
    for await (const entry of extract) yield { header: entry.header, body: entry as AsyncIterable<Uint8Array> };
  } catch (error) {
    if (error instanceof FilesRefused) throw error;
    throw new FilesRefused('is no complete gzipped tar');
  } finally {
    source.destroy();
    extract.destroy();
  }
}

async function* bounded(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  const gunzipped = createGunzip();
  gunzipped.end(packed);
  for await (const chunk of gunzipped as AsyncIterable<Buffer>) {
    unpacked += chunk.byteLength;
    if (unpacked > MAX_UNPACKED) throw new FilesRefused('unpacks to more than a lab may bring');
    yield chunk;
  }
}
