import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import type { PackedItem } from './pack.ts';
import type { TemplateVariables } from './template-variables.ts';

const run = promisify(execFile);

/** What git and the build environment say about a folder. */
export interface GitSource {
  source: PackedItem['options']['source'];
  /** False where `source` names a repository of this machine only. */
  hasRemote: boolean;
  /** `owner/name` of every remote: texts of a fork name the repository that it was made from. */
  remotes: string[];
  /** The five variables of templates; the environment's own values win. */
  variables: TemplateVariables;
}

/**
 * Asks git for the origin of a folder. Outside of a repository, or without git, there is no source and the variables
 * say `local`.
 */
export async function gitSource(folder: string, environment: NodeJS.ProcessEnv = process.env): Promise<GitSource> {
  const git = async (...args: string[]) => {
    try {
      return (await run('git', ['-C', folder, ...args], { timeout: 5_000 })).stdout.trim();
    } catch {
      return '';
    }
  };
  const [commit, branch, prefix, remotes, date] = await Promise.all([
    git('rev-parse', 'HEAD'),
    git('rev-parse', '--abbrev-ref', 'HEAD'),
    git('rev-parse', '--show-prefix'),
    git('remote'),
    git('log', '-1', '--format=%cI'),
  ]);
  const names = remotes.split('\n');
  const name = names.includes('origin') || names.length > 1 ? 'origin' : names[0];
  const remote = name === undefined || name === '' ? '' : await git('remote', 'get-url', name);
  const addresses = await Promise.all(names.filter((one) => one !== '').map((one) => git('remote', 'get-url', one)));
  const origin = remoteOf(remote) ?? (commit === '' ? null : await withoutRemote(git));
  const value = (name: string, fallback: string) => (environment[name] ?? fallback).slice(0, 500);
  return {
    hasRemote: remoteOf(remote) !== null,
    remotes: addresses.flatMap((address) => remoteOf(address)?.repository ?? []),
    source:
      origin === null
        ? undefined
        : { ...origin, folder: prefix.replace(/\/$/, ''), ...(commit === '' ? {} : { commit }) },
    variables: {
      GITHUB_REF_NAME: value('GITHUB_REF_NAME', branch || 'local'),
      GITHUB_SHA: value('GITHUB_SHA', commit || 'local'),
      GITHUB_ACTOR: value('GITHUB_ACTOR', 'local'),
      GITHUB_WORKFLOW: value('GITHUB_WORKFLOW', 'local'),
      DEBUG_DATE: value('DEBUG_DATE', date),
    },
  };
}

/**
 * Identifies a repository without a remote: by its folder and, in place of a host, its first commit. Two repositories
 * in folders of the same name are two sources, and copies of one are the same.
 */
async function withoutRemote(
  git: (...args: string[]) => Promise<string>,
): Promise<{ repository: string; host: string } | null> {
  const [top, first] = await Promise.all([
    git('rev-parse', '--show-toplevel'),
    git('rev-list', '--max-parents=0', '--first-parent', 'HEAD'),
  ]);
  return first === '' ? null : { repository: basename(top).slice(0, 200), host: `commit-${first.slice(0, 12)}` };
}

/**
 * `owner/name` and the host of a remote's address, without credentials in it. The port is dropped: the same repository
 * has several, one for each protocol.
 */
export function remoteOf(remote: string): { repository: string; host: string } | null {
  const found = /^(?:[a-z+]+:\/\/([^/]+)\/|([^/@]+@[^/:]+):)([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/i.exec(remote);
  if (found === null) return null;
  const [, authority = '', login = '', repository = ''] = found;
  const host = (authority || login).replace(/^.*@/, '').replace(/:\d*$/, '');
  return { repository, host: host.toLowerCase().slice(0, 253) };
}
