import { createHash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { isMarkedAsUntransferable, parentPort, workerData } from 'node:worker_threads';
import type { ContentKind } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { type BuildTools, buildItem } from './build.ts';
import { publishingTools } from './build-tools.ts';
import type { BuildResult } from './built-item.ts';
import { type BuildOptions, hashOf } from './item-hash.ts';
import { type ItemOptions, PackError, type PackErrorCode, type UnpackLimits, unpackItem } from './pack.ts';
import { isTextFile, type SourceFiles } from './source-files.ts';
import { type StorableResult, storable } from './storable-item.ts';

/** Files to build. */
interface FilesJob {
  task: 'files';
  kind: ContentKind;
  files: SourceFiles;
  options: BuildOptions;
}

/** A pushed archive: unpacked, compared with the published version, and built when it differs. */
export interface ArchiveJob {
  task: 'archive';
  /** In memory shared with the sender. */
  packed: Uint8Array;
  tenantId: TenantId;
  kind: ContentKind;
  id: string;
  limits: Partial<UnpackLimits>;
  /** An archive with this hash is not built. */
  knownHash: string | null;
  /** False: only compares the hash. */
  render: boolean;
}

/** The files of an archive, for reading. */
interface ListJob {
  task: 'list';
  packed: Uint8Array;
  limits: Partial<UnpackLimits>;
}

export type Job = FilesJob | ArchiveJob | ListJob;

export type ArchiveResult =
  | { outcome: 'unusable'; code: PackErrorCode; message: string }
  /** The archive contains another item than it was sent as. */
  | { outcome: 'mistaken'; kind: ContentKind; id: string }
  | { outcome: 'unchanged' | 'changed' }
  | { outcome: 'built'; built: StorableResult; options: ItemOptions };

/** A file of an archive; `text` is null for images, videos and texts beyond the limit of the list. */
export interface ListedFile {
  file: string;
  text: string | null;
  /** Bytes. */
  size: number;
  /** SHA-256, hex. */
  hash: string;
}

/** Characters of all texts of a list together. */
const MAX_LISTED = 4_000_000;

// Requests of readers have priority. On Linux this sets the priority of the calling thread, elsewhere of the whole
// process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** A worker thread that builds items away from the main loop; `build-in-worker.ts` starts it, one job at a time. */
parentPort?.on('message', async (job: Job) => {
  const result = await handle(job);
  parentPort?.postMessage(result, transferable(result));
});

/** Start parameters of the worker. */
export interface WorkerSettings {
  /** Cache folder of resized images; null: no cache. */
  pictureFolder: string | null;
  /** False: nothing is published, so images are not resized. */
  encodesPictures: boolean;
}

let tools: Promise<BuildTools> | null = null;

async function build(kind: ContentKind, files: SourceFiles, options: BuildOptions): Promise<BuildResult> {
  const { pictureFolder, encodesPictures } = workerData as WorkerSettings;
  tools ??= encodesPictures ? publishingTools(pictureFolder) : Promise.resolve({});
  return buildItem(kind, files, options, await tools);
}

async function handle(job: Job): Promise<BuildResult | ArchiveResult | ListedFile[]> {
  if (job.task === 'files') return build(job.kind, job.files, job.options);
  return job.task === 'archive' ? buildArchive(job) : list(job);
}

async function buildArchive({ packed, limits, ...job }: ArchiveJob): Promise<ArchiveResult> {
  try {
    const { kind, id, files, options } = await unpackItem(packed, limits);
    if (kind !== job.kind || id !== job.id) return { outcome: 'mistaken', kind, id };
    const buildOptions = { ...options, tenantId: job.tenantId };
    if (job.knownHash !== null && hashOf(kind, files, buildOptions) === job.knownHash) return { outcome: 'unchanged' };
    if (!job.render) return { outcome: 'changed' };
    return { outcome: 'built', built: storable(await build(kind, files, buildOptions)), options };
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return { outcome: 'unusable', code: error.code, message: error.message };
  }
}

async function list({ packed, limits }: ListJob): Promise<ListedFile[]> {
  const { files } = await unpackItem(packed, limits);
  let listed = 0;
  return [...files].map(([file, bytes]) => {
    const text = isTextFile(file) && listed + bytes.byteLength <= MAX_LISTED ? new TextDecoder().decode(bytes) : null;
    listed += text?.length ?? 0;
    return { file, text, size: bytes.byteLength, hash: createHash('sha256').update(bytes).digest('hex') };
  });
}

/**
 * Large files and texts are transferred instead of copied. Small files share memory with others and cannot be
 * transferred.
 */
function transferable(result: BuildResult | ArchiveResult | ListedFile[]): ArrayBuffer[] {
  const built = 'outcome' in result && result.outcome === 'built' ? result.built : result;
  const all = 'assets' in built ? built.assets.map(({ bytes }) => bytes) : [];
  if ('outcome' in result && result.outcome === 'built' && !result.built.refused) {
    const { data, body, translations, translatedBodies, lessons, search } = result.built.item;
    all.push(data, body, translations, translatedBodies, ...lessons, ...search);
  }
  const whole = all.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !isMarkedAsUntransferable(buffer)
      ? [buffer]
      : [],
  );
  return [...new Set(whole)];
}
