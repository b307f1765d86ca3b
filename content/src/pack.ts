import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { ContentIdSchema, SlugSchema } from '@academy/contract/entities';
import { LAB_FILES_LIMITS, LabPackSchema } from '@academy/contract/lab-files';
import { type ContentKind, ContentKindSchema } from '@academy/contract/publishing';
import { inputWords } from '@academy/contract/rules/input-words';
import tar from 'tar-stream';
import * as v from 'valibot';
import { isAttachable } from './attachments.ts';
import { compare } from './finding-list.ts';
import { isContentFile, pathTrouble, type SourceFiles, sizeTrouble } from './source-files.ts';

/** Format version of the archive; a server refuses unknown versions. */
const PACK_FORMAT = 1;
const ITEM_FILE = 'item.json';

/** One line without characters that a database refuses. */
const lineUpTo = (length: number) =>
  v.pipe(
    v.string(),
    v.maxLength(length),
    v.check((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'has control characters or half ones'),
  );

const mapTo = <Value extends v.GenericSchema<string, string>>(value: Value) =>
  v.pipe(
    v.record(v.pipe(lineUpTo(2_000), v.minLength(1)), value),
    v.check((map) => Object.keys(map).length <= 2_000, 'has more than 2,000 entries'),
  );
const AddressMap = mapTo(lineUpTo(2_000));

/** What is sent besides the files: all inputs of the rendering. */
export const ItemOptionsSchema = v.strictObject({
  /** The item's own JSON file, `course.template.json` or `instructor.json`. */
  file: lineUpTo(CONTENT_LIMITS.pathLength),
  /** Values of the template variables. */
  variables: v.record(v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)), lineUpTo(1_000)),
  /** Origin of the files, as far as it is known. */
  source: v.optional(
    v.strictObject({
      /** `owner/name` on a public git host. */
      repository: lineUpTo(200),
      /** Host of the repository, `github.com`. */
      host: v.optional(lineUpTo(253)),
      commit: v.optional(lineUpTo(100)),
      /** The item's folder inside the repository, empty for its root. */
      folder: lineUpTo(CONTENT_LIMITS.pathLength),
    }),
  ),
  /** Images that lie elsewhere: the address as texts write it, and the file of this item with a copy. */
  pictures: v.optional(AddressMap),
  /** The item's slug, when no field of its file contains it. */
  slug: v.optional(SlugSchema),
  /** Links between items: the address as texts write it, and its target on our site. */
  links: v.optional(AddressMap),
  /** Names of authors in texts, and the ids of their profiles. */
  people: v.optional(mapTo(ContentIdSchema)),
  /** Files that a lab brings along, as they were fetched. */
  labFiles: v.optional(v.pipe(v.array(LabPackSchema), v.maxLength(LAB_FILES_LIMITS.sources))),
});
export type ItemOptions = v.InferOutput<typeof ItemOptionsSchema>;

const ManifestSchema = v.strictObject({
  format: v.literal(PACK_FORMAT),
  kind: ContentKindSchema,
  id: ContentIdSchema,
  options: ItemOptionsSchema,
});

export interface PackedItem {
  kind: ContentKind;
  id: string;
  files: SourceFiles;
  options: ItemOptions;
}

export type PackErrorCode =
  | 'archive-broken'
  | 'archive-too-large'
  | 'archive-ratio'
  | 'archive-manifest'
  | 'archive-files'
  | 'archive-link'
  | 'archive-path'
  | 'archive-duplicate'
  | 'file-too-large';

/** A refused archive. The message is for the author; nothing of the archive was used. */
export class PackError extends Error {
  readonly code: PackErrorCode;
  constructor(code: PackErrorCode, message: string) {
    super(message);
    this.name = 'PackError';
    this.code = code;
  }
}

export interface UnpackLimits {
  packedBytes: number;
  unpackedBytes: number;
  files: number;
  /** Unpacked bytes per packed byte; small archives are exempt. */
  ratio: number;
}

const DEFAULT_LIMITS: UnpackLimits = {
  packedBytes: CONTENT_LIMITS.packedBytes,
  unpackedBytes: CONTENT_LIMITS.unpackedBytes,
  files: CONTENT_LIMITS.files,
  ratio: 200,
};
/** Texts compress well; below this size the ratio is not checked. */
const RATIO_FREE_BYTES = 4 * 1024 * 1024;

/** Packs one item as a gzipped tar whose first entry is `item.json`. The same item always gives the same bytes. */
export async function packItem(item: PackedItem): Promise<Uint8Array> {
  const pack = tar.pack();
  const variables = Object.fromEntries(Object.entries(item.options.variables).sort(([a], [b]) => compare(a, b)));
  const manifest = {
    format: PACK_FORMAT,
    kind: item.kind,
    id: item.id,
    options: { ...item.options, variables },
  };
  const write = (name: string, bytes: Buffer) => {
    pack.entry({ name, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0, type: 'file' }, bytes);
  };
  write(ITEM_FILE, Buffer.from(JSON.stringify(manifest)));
  for (const file of [...item.files.keys()].sort(compare)) {
    const bytes = item.files.get(file);
    // Entries lie below a folder so that a content file may be called item.json too.
    if (bytes !== undefined) write(`files/${file}`, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  const packed = gzipSync(Buffer.concat(chunks), { level: 6 });
  // The operating system's byte in the gzip header would differ between machines.
  packed[9] = 255;
  return packed;
}

/**
 * Unpacks and validates an archive made by `packItem`. Reads at most what the limits allow, whatever the archive
 * claims.
 *
 * @throws PackError when the archive is invalid
 */
export async function unpackItem(packed: Uint8Array, limits: Partial<UnpackLimits> = {}): Promise<PackedItem> {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  if (packed.byteLength > bounds.packedBytes) throw new PackError('archive-too-large', 'the archive is too large');
  const plain = gunzip(packed, bounds);
  const extract = tar.extract();
  const source = Readable.from(plain, { objectMode: false });
  source.on('error', (error) => extract.destroy(error));
  source.pipe(extract);

  let manifest: v.InferOutput<typeof ManifestSchema> | null = null;
  const files = new Map<string, Uint8Array>();
  try {
    for await (const entry of extract) {
      const { name, type, size = 0 } = entry.header;
      if (type !== 'file') throw new PackError('archive-link', `"${printable(name)}" is not an ordinary file`);
      if (manifest === null) {
        if (name !== ITEM_FILE) throw new PackError('archive-manifest', `the first entry must be ${ITEM_FILE}`);
        if (size > 256 * 1024) throw new PackError('archive-manifest', `${ITEM_FILE} is too large`);
        manifest = readManifest(await bytesOf(entry));
        continue;
      }
      const file = checkedName(name, size, manifest.kind, files, bounds);
      files.set(file, await bytesOf(entry));
    }
  } catch (error) {
    if (error instanceof PackError) throw error;
    throw new PackError('archive-broken', 'the archive is not a complete gzipped tar');
  } finally {
    source.destroy();
    extract.destroy();
  }
  if (manifest === null) throw new PackError('archive-manifest', `the archive has no ${ITEM_FILE}`);
  const options = manifest.options;
  if (pathTrouble(options.file) !== null || !files.has(options.file)) {
    throw new PackError('archive-manifest', `${ITEM_FILE} names a file that is not in the archive`);
  }
  return { kind: manifest.kind, id: manifest.id, options, files };
}

function checkedName(name: string, size: number, kind: ContentKind, files: SourceFiles, bounds: UnpackLimits): string {
  const file = name.startsWith('files/') ? name.slice('files/'.length) : '';
  const trouble = pathTrouble(file);
  if (trouble !== null) throw new PackError('archive-path', `"${printable(name)}": ${trouble}`);
  const fits = kind === 'workshop' || isContentFile(file) || isAttachable(file);
  if (!fits) throw new PackError('archive-path', `"${printable(name)}" is not a kind of content file`);
  if (files.has(file)) throw new PackError('archive-duplicate', `"${printable(name)}" is in the archive twice`);
  if (files.size >= bounds.files) throw new PackError('archive-files', `more than ${bounds.files} files`);
  const large = sizeTrouble(file, size);
  if (large !== null) throw new PackError('file-too-large', `${printable(file)} ${large}`);
  return file;
}

async function bytesOf(entry: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function readManifest(bytes: Uint8Array): v.InferOutput<typeof ManifestSchema> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new PackError('archive-manifest', `${ITEM_FILE} is not valid JSON`);
  }
  const result = v.safeParse(ManifestSchema, value, { message: inputWords });
  if (!result.success) {
    const issue = result.issues[0];
    throw new PackError('archive-manifest', `${ITEM_FILE}: ${v.getDotPath(issue) ?? 'value'}: ${issue.message}`);
  }
  return result.output;
}

/** Bytes that are unzipped at once. */
const PIECE = 256 * 1024;

/**
 * Copies the archive in pieces. Unzipping runs in another thread and continues for a moment after the archive was
 * refused; by then the caller may have reused the archive's memory.
 */
function* copiedPieces(packed: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < packed.byteLength; at += PIECE) yield Uint8Array.from(packed.subarray(at, at + PIECE));
}

/** Unzips with all limits checked on the way; the gzip stream must end with the archive. */
async function* gunzip(packed: Uint8Array, bounds: UnpackLimits): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  const source = Readable.from(copiedPieces(packed), { objectMode: false });
  const gunzipped = createGunzip();
  source.on('error', (error) => gunzipped.destroy(error));
  source.pipe(gunzipped);
  try {
    for await (const chunk of gunzipped as AsyncIterable<Buffer>) {
      unpacked += chunk.byteLength;
      if (unpacked > bounds.unpackedBytes) throw new PackError('archive-too-large', 'the unpacked files are too large');
      if (unpacked > RATIO_FREE_BYTES && unpacked > packed.byteLength * bounds.ratio) {
        throw new PackError('archive-ratio', 'the archive unpacks to far more than its size');
      }
      yield chunk;
    }
  } finally {
    source.destroy();
    gunzipped.destroy();
  }
  if (packed.byteLength !== gunzipped.bytesWritten)
    throw new PackError('archive-broken', 'bytes follow the end of the archive');
}

function printable(name: string): string {
  return name.slice(0, 120).replace(/\p{Cc}/gu, '?');
}
