import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FindingList } from '@academy/content/finding-list';
import { tarEntries } from '@academy/content/lab-files/lab-pack';
import { FilesRefused, type LabTree } from '@academy/content/lab-files/lab-tree';
import { readDefinition } from '@academy/content/workshops/read-definition';
import type { LabPack } from '@academy/contract/lab-files';
import { addFolder } from '../add-folder.ts';
import { type LabFilesFetcher, labFilesFetcher } from '../fetch-lab-files.ts';
import { sourceMap } from '../source-map.ts';
import type { SampleSources } from './sample-sources.ts';
import { HOSTS, type VendirCase } from './vendir-cases.ts';

const FILE = 'resources/workshop.yaml';

/** The definition of a lab with these sources; JSON is YAML. */
const definitionOf = (files: readonly unknown[]): string =>
  JSON.stringify({
    apiVersion: 'training.educates.dev/v1beta1',
    kind: 'Workshop',
    metadata: { name: 'spring-lab' },
    spec: { title: 'A lab', workshop: { files } },
  }).replace('"kind":"Workshop"', '\n"kind": "Workshop"\n');

/** Fills in what is known only when the sources are there. */
function filled(source: VendirCase['source'], { commit }: SampleSources): string {
  return JSON.stringify(source).replaceAll('$COMMIT', commit).replaceAll('$NOTES', NOTES_DIGEST);
}

/** Of the host's file notes.txt. */
const NOTES_DIGEST = '444e0fffbd825e9610ff5b199485707a0c895339ae80c15cc8a8aee41b106fda';

/** Fetches from the sources of the tests; each repository once. */
export function fetcherOf({ repositories, origin }: SampleSources): LabFilesFetcher {
  const entries = [`${HOSTS.git}=${repositories}/`, `${HOSTS.web}=${origin}/`, `${HOSTS.registry}=${origin}/`];
  const map = sourceMap(entries, { cwd: '/', base: repositories, command: 'apply all' });
  return labFilesFetcher({ map, env: process.env });
}

/** The files of a case as the academy fetches them. */
export async function fetchedHere(
  { source }: VendirCase,
  sources: SampleSources,
  fetcher: LabFilesFetcher,
): Promise<{ tree: LabTree; findings: string[]; packs: LabPack[] }> {
  const findings = new FindingList();
  const text = definitionOf([JSON.parse(filled(source, sources))]);
  const definition = readDefinition(new Map([[FILE, Buffer.from(text)]]), FILE, findings);
  const { packs, findings: told } = await fetcher.fetch(definition?.sources ?? { files: [], packages: [] }, FILE);
  const tree: LabTree = new Map();
  for (const { hash } of packs) await addPack(tree, fetcher.bytes(hash) ?? new Uint8Array());
  return { tree, findings: [...findings.list(), ...told].map(({ message }) => message), packs };
}

async function addPack(tree: LabTree, packed: Uint8Array): Promise<void> {
  for await (const { header, body } of tarEntries(packed)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    const { name, type, mode = 0, linkname = '' } = header;
    if (type === 'symlink') tree.set(name, { kind: 'link', target: linkname ?? '' });
    else tree.set(name, { kind: 'file', bytes: Buffer.concat(chunks), executable: (mode & 0o100) !== 0 });
  }
}

/** The program vendir; null where it is not on this machine. */
export function findVendir(): string | null {
  const named = process.env.VENDIR;
  if (named !== undefined && existsSync(named)) return named;
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, 'vendir')).find((path) => existsSync(path)) ?? null;
}

/** The files of a case as vendir fetches them, with the lab platform's execute bits; a text says why it refuses. */
export async function fetchedByVendir(
  vendir: string,
  { source }: VendirCase,
  sources: SampleSources,
): Promise<{ tree: LabTree; history: string | null } | string> {
  const folder = mkdtempSync(join(sources.repositories, '../vendir-'));
  const text = filled(source, sources)
    .replaceAll(HOSTS.git, `file://${sources.repositories}/`)
    .replaceAll(HOSTS.web, `${sources.origin}/`)
    .replaceAll(HOSTS.registry, `${new URL(sources.origin).host}/`);
  const config = {
    apiVersion: 'vendir.k14s.io/v1alpha1',
    kind: 'Config',
    directories: [{ path: 'out', contents: [{ path: '.', ...JSON.parse(text) }] }],
  };
  writeFileSync(join(folder, 'vendir.yml'), JSON.stringify(config));
  try {
    // The host of the sources is in this process.
    await promisify(execFile)(vendir, ['sync'], { cwd: folder, timeout: 60_000 });
    const tree: LabTree = new Map();
    await addFolder(tree, join(folder, 'out'), '', () => true);
    for (const [path, entry] of tree)
      if (entry.kind === 'file' && /(?:^|\/)setup\.d\/[^/]*\.sh$/.test(path)) entry.executable = true;
    return { tree, history: tree.has('.git/HEAD') ? historyIn(join(folder, 'out')) : null };
  } catch (error) {
    if (error instanceof FilesRefused) return error.message;
    return String((error as { stderr?: string }).stderr ?? error).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All refs with their commits, and where HEAD is, of a checked-out repository without changes. */
export function historyIn(folder: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]).toString();
  return [
    git('for-each-ref', '--format=%(refname) %(objectname)'),
    readFileSync(join(folder, '.git/HEAD'), 'utf8'),
    git('status', '--porcelain', '--branch'),
    git('config', '--get-regexp', '^(branch|remote)[.].*[.](remote|merge|tagopt|fetch)$').split('\n').sort().join('\n'),
  ].join('\n');
}
