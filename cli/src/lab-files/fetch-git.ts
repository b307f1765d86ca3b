import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { GitSource } from '@academy/content/lab-files/file-sources';
import { FilesRefused, type LabTree } from '@academy/content/lab-files/lab-tree';
import { newestFitting } from '@academy/content/lab-files/semver-choice';
import { addFolder } from './add-folder.ts';
import type { FetchedTree, FetchTerms } from './fetch-terms.ts';
import type { LockedSource } from './lock.ts';
import type { MappedPlace } from './source-map.ts';

const run = promisify(execFile);

const FETCH_MS = 600_000;
const LOCAL_MS = 120_000;
/** Files of the history that are kept: never hooks or logs. */
const HISTORY = /^\.git\/(?:HEAD|config|index|packed-refs|refs\/.+|objects\/pack\/[^/]+\.(?:pack|idx))$/;
/** Settings of a repository and of this machine run nothing while a repository of others is read. */
const HARMLESS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.symlinks=true',
  'gc.auto=0',
  'advice.detachedHead=false',
  // Commits that only a log knows would stay in the history.
  'core.logAllRefUpdates=false',
];
/** The same history gives the same pack. */
const SAME_PACK = ['pack.threads=1', 'pack.writeReverseIndex=false', 'repack.writeBitmaps=false'];

/**
 * Fetches a repository with all its branches and tags, and checks one commit out.
 *
 * @param locked what it was at; branches and tags are set back to that
 * @throws FilesRefused
 */
export async function fetchGit(
  source: GitSource,
  { map, env }: FetchTerms,
  locked?: LockedSource,
): Promise<FetchedTree> {
  const place = map(source.url);
  const folder = await mkdtemp(join(tmpdir(), 'academy-lab-files-'));
  const { remote, local } = gitIn(folder, place, env);
  try {
    await local('init', '--quiet', '--template=');
    await local('remote', 'add', '--tags', 'origin', addressFor(place));
    const only = source.refs?.length === 1 && source.refs[0]?.startsWith('origin/') ? [source.refs[0].slice(7)] : [];
    await remote('fetch', '--quiet', 'origin', ...only);
    if (locked !== undefined) await setBack(locked, { remote, local });
    const isAlone = locked !== undefined && !source.history;
    await checkOut(isAlone ? { ...source, refs: [locked.at] } : source, local);
    const [commit = '', seconds] = (await local('log', '-1', '--format=%H %ct')).split(' ');
    if (locked !== undefined && commit !== locked.at)
      throw new FilesRefused(`is held at ${locked.at}, but its branches and tags there lead to ${commit}; ${REFRESH}`);
    const hasSubmodules = (await local('ls-files', '--stage')).split('\n').some((line) => line.startsWith('160000'));
    if (hasSubmodules && !source.skipsSubmodules)
      throw new FilesRefused('has submodules, which are not fetched; "skipInitSubmodules: true" leaves them out');
    const date = new Date(Number(seconds) * 1_000);
    if (source.history) await settleHistory(folder, source.url, local);
    const tree: LabTree = new Map();
    await addFolder(tree, folder, '', (path) => !path.startsWith('.git/') || (source.history && HISTORY.test(path)));
    return { tree, at: commit, date, ...(source.history ? { refs: await refsIn(local) } : {}) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** git for the local folder, and git that may reach the source. */
function gitIn(folder: string, { isMapped, kind }: MappedPlace, env: NodeJS.ProcessEnv) {
  const clean = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT)/.test(name)),
  );
  const settings = HARMLESS.flatMap((setting) => ['-c', setting]);
  const git = async (args: readonly string[], timeout: number, more: NodeJS.ProcessEnv) => {
    try {
      const { stdout } = await run('git', ['-C', folder, ...settings, ...args], {
        env: { ...clean, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...more },
        maxBuffer: 64_000_000,
        timeout,
      });
      return stdout.trim();
    } catch (error) {
      throw new FilesRefused(`could not be fetched: ${reasonOf(error)}`);
    }
  };
  const protocols = kind === 'path' ? 'file' : isMapped ? 'https:http:ssh:file:git' : 'https:http:ssh';
  return {
    local: (...args: string[]) => git(args, LOCAL_MS, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }),
    // With the author's own settings: they know the credentials.
    remote: (...args: string[]) => git(args, FETCH_MS, { GIT_ALLOW_PROTOCOL: protocols }),
  };
}

type Git = (...args: string[]) => Promise<string>;

const REFRESH = 'take the files anew with --refresh-files';

/** Branches and tags with their commits. */
async function refsIn(git: Git): Promise<Record<string, string>> {
  const lines = await git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/remotes/origin', 'refs/tags');
  const refs = lines.split('\n').map((line) => line.split(' '));
  return Object.fromEntries(refs.filter(([name = '']) => name !== '' && name !== 'refs/remotes/origin/HEAD'));
}

/** Sets branches and tags back to what they were, and fetches commits that none has any more. */
async function setBack({ at, refs }: LockedSource, { remote, local }: { remote: Git; local: Git }): Promise<void> {
  for (const commit of new Set([at, ...Object.values(refs ?? {})])) {
    const isHere = await local('cat-file', '-e', commit).then(
      () => true,
      () => false,
    );
    if (!isHere)
      await remote('fetch', '--quiet', '--no-tags', 'origin', commit).catch(() => {
        throw new FilesRefused(`no longer has ${commit}, at which the lab is held; ${REFRESH}`);
      });
  }
  if (refs === undefined) return;
  const now = await refsIn(local);
  for (const name of Object.keys(now)) if (!(name in refs)) await local('update-ref', '-d', name);
  for (const [name, commit] of Object.entries(refs)) if (now[name] !== commit) await local('update-ref', name, commit);
}

/** The last line that git printed about a failure. */
function reasonOf(error: unknown): string {
  const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') return 'git is not on this machine';
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'));
  const told = lines.find((line) => line.startsWith('fatal:')) ?? lines.at(-1) ?? 'git does not say why';
  return told.replace(/^(?:fatal|error): /, '').slice(0, 300);
}

/** A mirror of this machine may have `.git` at the end of its name. */
function addressFor({ kind, place }: MappedPlace): string {
  if (kind === 'address') return place;
  const path = place.replace(/\/$/, '');
  const found = [path, `${path}.git`, path.replace(/\.git$/, '')].find((one) => existsSync(one));
  if (found === undefined) throw new FilesRefused(`is not in ${path}, where the source map looks for it`);
  return found;
}

/** As the name of a branch it becomes a branch of its own that follows the remote one. */
async function checkOut({ refs, semver }: GitSource, git: Git): Promise<void> {
  if (refs === null && semver !== null) {
    const tags = (await git('tag', '-l')).split('\n');
    const tag = newestFitting(tags, semver);
    if (tag === null) throw new FilesRefused(`has no tag that fits "${semver.constraints ?? 'any version'}"`);
    await git('checkout', '--quiet', tag);
    return;
  }
  let problem: unknown = null;
  for (const ref of refs ?? []) {
    try {
      await git('checkout', '--quiet', ref.replace(/^origin\//, ''));
      return;
    } catch (error) {
      problem = error;
    }
  }
  const names = (refs ?? []).map((ref) => `"${ref}"`).join(' or ');
  throw problem instanceof FilesRefused && !/did not match/.test(problem.message)
    ? problem
    : new FilesRefused(`has no branch, tag or commit ${names}`);
}

/** One pack, an index without times of this machine, and settings that name the source alone. */
async function settleHistory(folder: string, url: string, git: Git): Promise<void> {
  await git(...SAME_PACK.flatMap((setting) => ['-c', setting]), 'repack', '-a', '-d', '-f', '--quiet');
  await rm(join(folder, '.git/index'));
  await git('read-tree', 'HEAD');
  const branch = await git('branch', '--show-current');
  const settings = [
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n',
    `[remote "origin"]\n\turl = ${url.replace(/\/\/[^/@]*@/, '//')}\n\ttagOpt = --tags\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
    branch === '' ? '' : `[branch "${branch}"]\n\tremote = origin\n\tmerge = refs/heads/${branch}\n`,
  ];
  await writeFile(join(folder, '.git/config'), settings.join(''));
}
