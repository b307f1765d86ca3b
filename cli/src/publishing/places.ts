import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type GitSource, gitSource } from '@academy/content/git-source';

const run = promisify(execFile);

/** The origin of an item's folder. */
export interface Place {
  source: GitSource['source'];
  variables: GitSource['variables'];
  /** Folder of the repository, or the one named on the command line. */
  top: string;
  /** `owner/name` of all its remotes, and the name of its source. */
  repositories: readonly string[];
  /** Null outside of git, and without a commit. */
  git: Commits | null;
}

/** The commits that an author's copy contains. */
export interface Commits {
  head: string;
  /** Absolute paths of the files with an unfinished merge. */
  unmerged: readonly string[];
  /** True when only some folders of the repository are checked out. */
  isSparse: boolean;
  /** True when the copy is based on it, or when that cannot be known. */
  contains(commit: string): Promise<boolean>;
}

/** Origins of items; git is asked once for each repository. */
export interface Places {
  of(folder: string): Promise<Place>;
}

/**
 * @param base folder named on the command line
 * @param sourceName `--source`: the name for folders without a git remote
 */
export function places(base: string, sourceName: string | null, environment: NodeJS.ProcessEnv): Places {
  const tops = new Map<string, string | null>();
  const repositories = new Map<string, Promise<Omit<Place, 'top'>>>();

  function topOf(folder: string): string | null {
    const known = tops.get(folder);
    if (known !== undefined) return known;
    const parent = path.dirname(folder);
    const top = existsSync(path.join(folder, '.git')) ? folder : parent === folder ? null : topOf(parent);
    tops.set(folder, top);
    return top;
  }

  async function read(top: string, isGit: boolean): Promise<Omit<Place, 'top'>> {
    const [{ source, hasRemote, remotes, variables }, git] = await Promise.all([
      gitSource(top, environment),
      isGit ? commitsOf(top) : null,
    ]);
    const named =
      sourceName === null
        ? undefined
        : { repository: sourceName, folder: '', ...(git === null ? {} : { commit: git.head }) };
    // A given name is more specific than the folder of a repository without a remote.
    const repositories = [...remotes, ...(sourceName === null ? [] : [sourceName])];
    return { source: hasRemote ? source : (named ?? source), repositories, variables, git };
  }

  return {
    async of(folder) {
      const repository = topOf(path.resolve(folder));
      const top = repository ?? base;
      const known = repositories.get(top) ?? read(top, repository !== null);
      repositories.set(top, known);
      const place = await known;
      const inside = path.relative(top, folder).split(path.sep).join('/');
      return {
        ...place,
        top,
        source: place.source === undefined ? undefined : { ...place.source, folder: inside },
      };
    },
  };
}

async function commitsOf(top: string): Promise<Commits | null> {
  const git = (...args: string[]) => run('git', ['-C', top, ...args], { timeout: 10_000 });
  const head = await git('rev-parse', 'HEAD').then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  if (head === '') return null;
  const unmerged = await git('diff', '--name-only', '--diff-filter=U', '-z').then(
    ({ stdout }) => stdout.split('\0').flatMap((file) => (file === '' ? [] : path.join(top, file))),
    () => [],
  );
  const isSparse = await git('config', '--bool', 'core.sparseCheckout').then(
    ({ stdout }) => stdout.trim() === 'true',
    () => false,
  );
  const known = new Map<string, Promise<boolean>>();
  const isShallow = git('rev-parse', '--is-shallow-repository').then(
    ({ stdout }) => stdout.trim() === 'true',
    () => true,
  );
  const ask = async (commit: string) => {
    try {
      await git('merge-base', '--is-ancestor', commit, head);
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // 1: known, and no ancestor. Otherwise git does not know it, which means nothing in a shallow clone.
      return code !== 1 && (await isShallow);
    }
  };
  return {
    head,
    unmerged,
    isSparse,
    async contains(commit) {
      if (commit === head || !/^[0-9a-f]{7,64}$/.test(commit)) return true;
      const answer = known.get(commit) ?? ask(commit);
      known.set(commit, answer);
      return answer;
    },
  };
}
