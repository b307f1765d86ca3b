import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HttpSource } from '@academy/content/lab-files/file-sources';
import { FilesRefused, type LabTree } from '@academy/content/lab-files/lab-tree';
import { pathIn, unpackedArchive } from '@academy/content/lab-files/unpack-archive';
import { LAB_FILES_LIMITS } from '@academy/contract/lab-files';
import { askOutside, type OutsideAnswer, OutsideError, type OutsidePolicy } from '../public-hosts.ts';
import { type FetchedTree, type FetchTerms, NO_DATE } from './fetch-terms.ts';
import type { LockedSource } from './lock.ts';

const TIMEOUT_MS = 300_000;
/** What the author has mapped may be of any host, or of this machine. */
const MAPPED: OutsidePolicy = { protocols: ['https:', 'http:'], allows: () => true };

/** Fetches a file or archive. @throws FilesRefused */
export async function fetchHttp(
  { url, sha256, unpacks }: HttpSource,
  terms: FetchTerms,
  locked?: LockedSource,
): Promise<FetchedTree> {
  const bytes = await bytesAt(url, terms);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== null && sha256.toLowerCase() !== digest)
    throw new FilesRefused(`has the digest ${digest}, not ${sha256.slice(0, 80)}`);
  const at = `sha256:${digest}`;
  if (locked !== undefined && locked.at !== at)
    throw new FilesRefused(
      `is no longer ${locked.at}, at which the lab is held; take the files anew with --refresh-files`,
    );
  const unpacked = unpacks ? await unpackedArchive(bytes) : null;
  if (unpacked !== null) return { tree: unpacked, at, date: NO_DATE };
  const name = unpacks ? (new URL(url).pathname.split('/').at(-1) ?? '') : (url.split('/').at(-1) ?? '');
  const file = decodeURIComponent(name) || 'content';
  const tree: LabTree = new Map([[pathIn(file), { kind: 'file', bytes, executable: false }]]);
  return { tree, at, date: NO_DATE };
}

async function bytesAt(url: string, { map, policy }: FetchTerms): Promise<Uint8Array> {
  const { isMapped, kind, place } = map(url);
  if (kind === 'path')
    return readFile(place).catch(() => {
      throw new FilesRefused(`is not in ${place}, where the source map looks for it`);
    });
  const { status, bytes } = await asked(place, isMapped ? MAPPED : policy);
  if (status !== 200) throw new FilesRefused(`could not be fetched: its host answers ${status}`);
  return bytes;
}

/** Requests an address. @throws FilesRefused */
export async function asked(
  address: string,
  policy: OutsidePolicy | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<OutsideAnswer> {
  try {
    return await askOutside(address, {
      method: 'GET',
      timeoutMs: TIMEOUT_MS,
      maxBytes: LAB_FILES_LIMITS.bytes,
      headers,
      ...(policy === undefined ? {} : { policy }),
    });
  } catch (error) {
    if (error instanceof OutsideError) throw new FilesRefused(`could not be fetched: ${error.message}`);
    throw error;
  }
}
