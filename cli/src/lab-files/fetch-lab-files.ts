import { createHash } from 'node:crypto';
import { addressOf, type FileSource, type LabSources } from '@academy/content/lab-files/file-sources';
import { packTree } from '@academy/content/lab-files/lab-pack';
import { chosenFiles, FilesRefused } from '@academy/content/lab-files/lab-tree';
import type { Finding } from '@academy/contract/findings';
import { LAB_FILES_LIMITS, type LabPack } from '@academy/contract/lab-files';
import { fetchGit } from './fetch-git.ts';
import { fetchGithubRelease } from './fetch-github-release.ts';
import { fetchHttp } from './fetch-http.ts';
import { fetchImage } from './fetch-image.ts';
import { type FetchedTree, type FetchTerms, NO_DATE } from './fetch-terms.ts';

/** The files of a lab as they were fetched. */
export interface FetchedLabFiles {
  packs: LabPack[];
  findings: Finding[];
}

/** Fetches the files of labs, each source once for all labs that name it. */
export interface LabFilesFetcher {
  /** @param file the definition, for findings */
  fetch(sources: LabSources, file: string): Promise<FetchedLabFiles>;
  /** The gzipped tar of a pack that was fetched here; null for any other. */
  bytes(hash: string): Uint8Array | null;
}

interface Fetched extends Omit<LabPack, 'package' | 'path' | 'asked' | 'from'> {
  packed: Uint8Array;
}

/** A fetcher that remembers what it has fetched until it is let go. */
export function labFilesFetcher(terms: FetchTerms): LabFilesFetcher {
  const fetched = new Map<string, Promise<Fetched>>();
  const trees = new Map<string, Promise<FetchedTree>>();
  const bytes = new Map<string, Uint8Array>();

  function packOf(source: FileSource, asked: string): Promise<Fetched> {
    const before = fetched.get(asked) ?? fetchPack(source);
    fetched.set(asked, before);
    return before;
  }

  async function fetchPack(source: FileSource): Promise<Fetched> {
    const key = digestOf(withoutTerms(source));
    const whole = trees.get(key) ?? treeOf(source, terms);
    trees.set(key, whole);
    const { tree, at, date } = await whole;
    const { packed, hash, bytes: size, files } = await packTree(chosenFiles(tree, source), date);
    bytes.set(hash, packed);
    return { hash, packed, packedBytes: packed.byteLength, bytes: size, files, at };
  }

  return {
    bytes: (hash) => bytes.get(hash) ?? null,

    async fetch({ files, packages }, file) {
      const all = [
        ...files.map((source) => ({ source, name: null })),
        ...packages.flatMap(({ name, sources }) => sources.map((source) => ({ source, name }))),
      ];
      const packs: LabPack[] = [];
      const findings: Finding[] = [];
      const refuse = (line: number, message: string) =>
        findings.push({ file, line, severity: 'error', code: 'lab-files-missing', message });
      for (const { source, name } of all.slice(0, LAB_FILES_LIMITS.sources)) {
        const asked = askedOf(source, name);
        const from = addressOf(source);
        try {
          const { packed: _packed, ...pack } = await packOf(source, asked);
          packs.push({ ...pack, package: name, path: source.path, from: withoutPassword(from), asked });
        } catch (error) {
          if (!(error instanceof FilesRefused)) throw error;
          refuse(source.line, `${withoutPassword(from)} ${error.message}`);
        }
      }
      const sum = (of: 'bytes' | 'files') => packs.reduce((total, pack) => total + pack[of], 0);
      if (
        sum('bytes') > LAB_FILES_LIMITS.bytes ||
        sum('files') > LAB_FILES_LIMITS.files ||
        all.length > LAB_FILES_LIMITS.sources
      ) {
        const max = `${LAB_FILES_LIMITS.bytes / 1024 / 1024} MB and ${LAB_FILES_LIMITS.files.toLocaleString('en-US')} files`;
        refuse(
          all[0]?.source.line ?? 1,
          `the files of the lab are more than ${max} together; name fewer with "includePaths"`,
        );
        return { packs: [], findings };
      }
      return { packs, findings };
    },
  };
}

async function treeOf(source: FileSource, terms: FetchTerms): Promise<FetchedTree> {
  switch (source.kind) {
    case 'git':
      return fetchGit(source, terms);
    case 'http':
      return fetchHttp(source, terms);
    case 'image':
      return fetchImage(source, terms);
    case 'githubRelease':
      return fetchGithubRelease(source, terms);
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
