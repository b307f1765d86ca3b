import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ENCODER_VERSION, type EncodedPicture, type PictureEncoder } from './encode-webp.ts';

/** Most bytes in the folder; above that the least recently used files are deleted. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Caches an encoder's results in a folder, by the bytes of the original: publishing an item again after a change of its
 * text encodes nothing. The folder can be lost at any time, and its failures cost only time.
 */
export function keepCopies(encode: PictureEncoder, folder: string, maxBytes = MAX_BYTES): PictureEncoder {
  let tidied: Promise<void> | null = null;
  return async (bytes, widths) => {
    const key = `${createHash('sha256').update(bytes).digest('hex')}-${ENCODER_VERSION}`;
    const fileOf = (width: number) => path.join(folder, `${key}-${width}.webp`);
    const kept = await Promise.all(widths.map((width) => readKept(fileOf(width), width)));
    const missing = widths.filter((_width, at) => kept[at] === null);
    if (missing.length === 0) return kept.filter((copy) => copy !== null);
    const made = await encode(bytes, missing);
    if (made === null) return null;
    tidied ??= tidy(folder, maxBytes);
    await tidied;
    await Promise.all(made.map((copy) => keep(fileOf(copy.width), copy.bytes)));
    return widths.flatMap((width, at) => kept[at] ?? made.find((copy) => copy.width === width) ?? []);
  };
}

async function readKept(file: string, width: number): Promise<EncodedPicture | null> {
  try {
    const bytes = await readFile(file);
    const now = new Date();
    await utimes(file, now, now);
    return { width, bytes };
  } catch {
    return null;
  }
}

/** Written to a temporary file and renamed: another process never reads half of it. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  const beside = `${file}.${process.pid}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(beside, bytes);
    await rename(beside, file);
  } catch {
    await rm(beside, { force: true }).catch(() => undefined);
  }
}

/** Frees space once per process: deletes the oldest until half of the limit is free. */
async function tidy(folder: string, maxBytes: number): Promise<void> {
  try {
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(path.join(folder, name));
        return { name, size, mtimeMs };
      }),
    );
    let total = files.reduce((sum, { size }) => sum + size, 0);
    if (total <= maxBytes) return;
    for (const { name, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (total <= maxBytes / 2) return;
      await rm(path.join(folder, name), { force: true });
      total -= size;
    }
  } catch {
    // No folder yet, or another process is cleaning it.
  }
}
