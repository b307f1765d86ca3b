import { createHash } from 'node:crypto';
import { addressOf, type FileSource, type LabSources, lockedAddress } from '@academy/content/lab-files/file-sources';
import { packTree } from '@academy/content/lab-files/lab-pack';
import { chosenFiles, FilesRefused } from '@academy/content/lab-files/lab-tree';
import type { Finding } from '@academy/contract/findings';
import { LAB_FILES_LIMITS, type LabPack } from '@academy/contract/lab-files';
import { fetchGit } from './fetch-git.ts';
import { fetchGithubRelease } from './fetch-github-release.ts';
import { fetchHttp } from './fetch-http.ts';
import { fetchImage } from './fetch-image.ts';
import { type FetchedTree, type FetchTerms, NO_DATE } from './fetch-terms.ts';
import { type LabLock, type LockedSource, lockedAs, withLocked } from './lock.ts';

/** The files of a lab as they were fetched. */
export interface FetchedLabFiles {
  packs: LabPack[];
  findings: Finding[];
  /** What they are at; sources that could not be fetched stay as they were held. */
  lock: LabLock;
}

/** Fetches the files of labs, each source once for all labs that name it. */
export interface LabFilesFetcher {
  /**
   * @param file the definition, for findings
   * @param lock what is held at what it was
   */
  fetch(sources: LabSources, file: string, lock?: LabLock): Promise<FetchedLabFiles>;
  /** The gzipped tar of a pack that was fetched here; null for any other. */
  bytes(hash: string): Uint8Array | null;
}

interface Fetched extends Omit<LabPack, 'package' | 'path' | 'asked' | 'from'> {
  packed: Uint8Array;
  refs: FetchedTree['refs'];
}

/** A fetcher that remembers what it has fetched until it is let go. */
export function labFilesFetcher(terms: FetchTerms): LabFilesFetcher {
  const fetched = new Map<string, Promise<Fetched>>();
  const trees = new Map<string, Promise<FetchedTree>>();
  const bytes = new Map<string, Uint8Array>();

  function packOf(source: FileSource, asked: string, locked: LockedSource | undefined): Promise<Fetched> {
    const key = digestOf({ asked, locked });
    const before = fetched.get(key) ?? fetchPack(source, locked);
    fetched.set(key, before);
    return before;
  }

  async function fetchPack(source: FileSource, locked: LockedSource | undefined): Promise<Fetched> {
    const key = digestOf({ ...withoutTerms(source), locked });
    const whole = trees.get(key) ?? treeOf(source, terms, locked);
    trees.set(key, whole);
    const { tree, at, date, refs } = await whole;
    const { packed, hash, bytes: size, files } = await packTree(chosenFiles(tree, source), date);
    bytes.set(hash, packed);
    return { hash, packed, packedBytes: packed.byteLength, bytes: size, files, at, refs };
  }

  return {
    bytes: (hash) => bytes.get(hash) ?? null,

    async fetch({ files, packages }, file, lock = []) {
      const all = [
        ...files.map((source) => ({ source, name: null })),
        ...packages.flatMap(({ name, sources }) => sources.map((source) => ({ source, name }))),
      ];
      const packs: LabPack[] = [];
      const findings: Finding[] = [];
      let held: LabLock = [];
      const refuse = (line: number, message: string, severity: Finding['severity'] = 'error') =>
        findings.push({ file, line, severity, code: 'lab-files-missing', message });
      for (const { source, name } of all.slice(0, LAB_FILES_LIMITS.sources)) {
        const asked = askedOf(source, name);
        const from = addressOf(source);
        try {
          const locked = usableLock(lockedAs(lock, source), source);
          const { packed: _packed, refs, ...pack } = await packOf(source, asked, locked);
          packs.push({ ...pack, package: name, path: source.path, from: withoutPassword(from), asked });
          const address = lockedAddress(source);
          const now =
            address === null || pack.at === null ? locked : { ...address, at: pack.at, ...(refs ? { refs } : {}) };
          if (now !== undefined) held = withLocked(held, now);
        } catch (error) {
          const before = lockedAs(lock, source);
          if (before !== undefined) held = withLocked(held, before);
          if (!(error instanceof FilesRefused)) throw error;
          refuse(source.line, `${withoutPassword(from)} ${error.message}`, before === undefined ? 'error' : 'fatal');
        }
      }
      const tooMuch = tooMuchOf(packs, all.length);
      if (tooMuch === null) return { packs, findings, lock: held };
      refuse(all[0]?.source.line ?? 1, tooMuch);
      return { packs: [], findings, lock: held };
    },
  };
}

/** Why a lab brings more than it may; null: it does not. */
function tooMuchOf(packs: readonly LabPack[], sources: number): string | null {
  const { bytes, files, sources: most } = LAB_FILES_LIMITS;
  if (sources > most) return `the lab takes files from more than ${most} sources; name fewer`;
  const sum = (of: 'bytes' | 'files') => packs.reduce((total, pack) => total + pack[of], 0);
  if (sum('bytes') <= bytes && sum('files') <= files) return null;
  const max = `${bytes / 1024 / 1024} MB and ${files.toLocaleString('en-US')} files`;
  return `the files of the lab are more than ${max} together; name fewer with "includePaths"`;
}

/** A history is held by its branches and tags; what was held without them is fetched anew. */
const usableLock = (locked: LockedSource | undefined, source: FileSource): LockedSource | undefined =>
  source.kind === 'git' && source.history && locked?.refs === undefined ? undefined : locked;

async function treeOf(source: FileSource, terms: FetchTerms, locked: LockedSource | undefined): Promise<FetchedTree> {
  switch (source.kind) {
    case 'git':
      return fetchGit(source, terms, locked);
    case 'http':
      return fetchHttp(source, terms, locked);
    case 'image':
      return fetchImage(source, terms, locked);
    case 'githubRelease':
      return fetchGithubRelease(source, terms, locked);
    case 'inline':
      return {
        tree: new Map(
          [...source.files].map(([path, text]) => [
            path.replace(/^(?:\.\/)+/, ''),
            { kind: 'file', bytes: Buffer.from(text), executable: false },
          ]),
        ),
        at: null,
        date: NO_DATE,
      };
  }
}

/** Equal for the same request of the same definition. */
const askedOf = ({ line: _line, ...source }: FileSource, name: string | null): string => digestOf({ ...source, name });

function withoutTerms({
  line,
  path,
  newRootPath,
  includePaths,
  excludePaths,
  legalPaths,
  ...source
}: FileSource): object {
  return source;
}

const digestOf = (value: object): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_name, part) => (part instanceof Map ? [...part] : part)))
    .digest('hex');

const withoutPassword = (address: string): string => address.replace(/\/\/[^/@]*@/, '//');
