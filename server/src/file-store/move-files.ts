import { createHash } from 'node:crypto';
import type { DatabaseStore } from './database-store.ts';
import { collected, type FileStore, type Pieces, type StoredFile, StoreProblem } from './file-store.ts';

/** Files that are moved at once; on their way into the database each lies in memory as a whole. */
const AT_ONCE = 4;

export interface MoveProgress {
  /** Called after each file. */
  onFile?: (moved: MoveCounts) => void;
  /** Called for a file whose bytes are missing or differ; it stays as it is. */
  onProblem?: (file: StoredFile, problem: string) => void;
  /** Aborted: files under way are finished, no further one is begun. */
  signal?: AbortSignal;
}

export interface MoveCounts {
  files: number;
  /** Bytes. */
  bytes: number;
  /** Files that stayed because their bytes are missing or differ. */
  problems: number;
}

export interface MoveOptions extends MoveProgress {
  /** Counts only. */
  dryRun?: boolean;
}

/**
 * Moves bytes from rows to the store. A row forgets its bytes once the store has given back the same, so the move may be
 * killed at any moment and run again; servers read each file from where it lies.
 *
 * @throws StoreProblem when the store does not answer
 */
export function moveToStore(rows: DatabaseStore, store: FileStore, options: MoveOptions = {}): Promise<MoveCounts> {
  return moveAll(rows.list(), options, async (file) => {
    await rows.claim([file.hash]);
    await store.put(file, () => piecesIn(rows, file));
    const found = await hashOf(await store.read(file.hash, whole(file)));
    if (found !== file.hash) return 'the store has other bytes under its name';
    await rows.remove(file.hash);
    return null;
  });
}

/**
 * Moves bytes from the store into their rows. They stay in the store until cleaning removes them, because replies may be
 * under way.
 *
 * @throws StoreProblem when the store does not answer
 */
export function moveToDatabase(rows: DatabaseStore, store: FileStore, options: MoveOptions = {}): Promise<MoveCounts> {
  return moveAll(rows.elsewhere(), options, async (file) => {
    const bytes = await collected(await store.read(file.hash, whole(file)), file.size);
    if (createHash('sha256').update(bytes).digest('hex') !== file.hash) return 'its bytes in the store are damaged';
    await rows.put(file, async function* () {
      yield bytes;
    });
    return null;
  });
}

/** The files without their bytes: neither in the row nor in the store. */
export async function* missingFiles(rows: DatabaseStore, store: FileStore): AsyncGenerator<StoredFile> {
  const listing = store.list()[Symbol.asyncIterator]();
  let there = await listing.next();
  for await (const file of rows.elsewhere()) {
    while (!there.done && there.value.hash < file.hash) there = await listing.next();
    if (there.done || there.value.hash !== file.hash || there.value.size !== file.size) yield file;
  }
}

async function moveAll(
  files: AsyncIterable<StoredFile>,
  { dryRun = false, onFile, onProblem, signal }: MoveOptions,
  move: (file: StoredFile) => Promise<string | null>,
): Promise<MoveCounts> {
  const counts: MoveCounts = { files: 0, bytes: 0, problems: 0 };
  let isOver = false;
  async function one(file: StoredFile): Promise<void> {
    const problem = dryRun ? null : await move(file).catch(ofThisFile);
    if (problem === null) {
      counts.files += 1;
      counts.bytes += file.size;
      onFile?.(counts);
    } else {
      counts.problems += 1;
      onProblem?.(file, problem);
    }
  }
  const listing = files[Symbol.asyncIterator]();
  const worker = async () => {
    try {
      while (!isOver && !signal?.aborted) {
        const next = await listing.next();
        if (next.done) return;
        await one(next.value);
      }
    } finally {
      // One that failed ends the others.
      isOver = true;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return counts;
}

/** A missing or incomplete file is reported; a store that does not answer ends the move. */
function ofThisFile(error: unknown): string {
  if (error instanceof StoreProblem && (error.isMissing || error.reason === 'incomplete')) return error.message;
  throw error;
}

const whole = ({ size }: StoredFile) => ({ from: 0, length: size });

async function* piecesIn(rows: DatabaseStore, file: StoredFile): Pieces & AsyncGenerator<Uint8Array> {
  yield* await rows.read(file.hash, whole(file));
}

async function hashOf(pieces: Pieces): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
