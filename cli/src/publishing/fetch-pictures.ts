import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import type { Terminal } from '../command.ts';
import { askOutside, OutsideError, type OutsidePolicy } from '../public-hosts.ts';

const TIMEOUT_MS = 10_000;
const AT_ONCE = 4;
/** A fetched image is reused for a week, ms. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** An image of another host, or why there is none. */
export type FetchedPicture = { bytes: Uint8Array } | { trouble: string };

export type FetchPicture = (address: string) => Promise<FetchedPicture>;

/** Cache folder of fetched images, by the conventions of the system. */
export function pictureCache(env: Terminal['env']): string {
  const home = env.HOME ?? homedir();
  const base =
    env.XDG_CACHE_HOME ||
    env.LOCALAPPDATA ||
    path.join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  return path.join(base, 'academy', 'pictures');
}

/** Fetches images for `--fetch-images`: each address once, a few at a time, and not again while it is cached. */
export function pictureFetcher(folder: string, policy?: OutsidePolicy): FetchPicture {
  const asked = new Map<string, Promise<FetchedPicture>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn(address: string): Promise<FetchedPicture> {
    if (running >= AT_ONCE) await new Promise<void>((start) => waiting.push(start));
    running += 1;
    try {
      return await keptOrFetched(folder, address, policy);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  return (address) => {
    const known = asked.get(address) ?? inTurn(address);
    asked.set(address, known);
    return known;
  };
}

async function keptOrFetched(folder: string, address: string, policy?: OutsidePolicy): Promise<FetchedPicture> {
  const file = path.join(folder, createHash('sha256').update(address).digest('hex'));
  const kept = await stat(file).catch(() => null);
  if (kept !== null && Date.now() - kept.mtimeMs < KEPT_MS) return { bytes: await readFile(file) };
  try {
    const { status, mediaType, bytes } = await askOutside(address, {
      method: 'GET',
      timeoutMs: TIMEOUT_MS,
      maxBytes: CONTENT_LIMITS.fileBytes,
      ...(policy === undefined ? {} : { policy }),
    });
    if (status !== 200) return { trouble: `its host answers ${status}` };
    if (!mediaType.startsWith('image/')) return { trouble: `it is no picture (${mediaType || 'no type'})` };
    await mkdir(folder, { recursive: true });
    // Written to a temporary file and renamed: another run never reads half of it.
    await writeFile(`${file}.${process.pid}`, bytes);
    await rename(`${file}.${process.pid}`, file);
    return { bytes };
  } catch (error) {
    if (error instanceof OutsideError) return { trouble: error.message };
    throw error;
  }
}
