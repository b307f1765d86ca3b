import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Commands that unpacking needs. */
const TOOLS = ['apt-get', 'apt-cache', 'dpkg', 'dpkg-query'] as const;

/**
 * Unpacks Debian packages with the libraries that this machine lacks into a folder, without installing anything. The
 * folder is a cache for later runs.
 *
 * @param parts names of further packages that are no libraries
 * @returns null when everything is there, otherwise a line about what is missing
 */
export function unpackDebian(names: readonly string[], folder: string, parts?: RegExp): string | null {
  const done = join(folder, '.unpacked');
  if (existsSync(done)) return null;
  for (const tool of TOOLS) if (run('which', [tool]) === null) return `${tool} is not on this machine`;
  const closure = run('apt-cache', [
    'depends',
    '--recurse',
    '--important',
    '--no-suggests',
    '--no-conflicts',
    '--no-breaks',
    '--no-replaces',
    '--no-enhances',
    ...names,
  ]);
  if (closure === null) return `the package lists do not know ${names.join(', ')} (apt-get update makes them)`;
  const isPart = (one: string) => /^(lib|fonts-)/.test(one) || parts?.test(one) === true;
  const found = [...new Set(closure.split('\n').filter((line) => /^[a-z0-9]/.test(line)))];
  const needed = found
    .filter((one) => names.some((name) => one === name || one.startsWith(`${name}-`)) || isPart(one))
    .filter((one) => names.includes(one) || !isInstalled(one));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (run('apt-get', ['download', ...needed], folder) === null) {
    return `${names.join(', ')} and their libraries cannot be downloaded from the package servers`;
  }
  const root = join(folder, 'root');
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb')))
    if (run('dpkg', ['-x', file, root], folder) === null) return `${file} cannot be unpacked`;
  writeFileSync(done, `${needed.join('\n')}\n`);
  return null;
}

function isInstalled(name: string): boolean {
  return run('dpkg-query', ['-W', '-f', '$' + '{Status}', name])?.includes('install ok installed') === true;
}

/** @returns the output of the program; null when it failed */
function run(program: string, args: readonly string[], cwd?: string): string | null {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 120_000,
      env: { ...process.env, LC_ALL: 'C' },
    });
  } catch {
    return null;
  }
}
