import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { makeFolder } from '@academy/server/values/make-folder';
import { changelogProblem, datedChangelog, notesOf } from './changelog.ts';
import { sbom } from './sbom.ts';
import { TEST_RECORD, TEST_STEPS, type TestRecord } from './test-record.ts';

const ROOT = join(import.meta.dirname, '..');
/** Public keys of those who may sign releases, in the form of `ssh-keygen -Y verify`. */
const SIGNERS = 'deploy/release-signers';
/** What a signature is for: one of another purpose is not accepted. */
const NAMESPACE = 'academy-release';

const USAGE = `Usage: node scripts/release.ts <version> [--dry-run] [--out <folder>] [--key <private key>]

Makes a release of the commit that is checked out: versions, changelog, archive, bill of materials, checksums, signature and tag.
  --dry-run  Makes all of it in the folder, without the commit and the tag
  --out      Folder that gets the files (default dist/release)
  --key      Private SSH key that signs the checksums; a dry run may do without`;

class ReleaseProblem extends Error {}

interface Order {
  version: string;
  isDryRun: boolean;
  out: string;
  key: string | null;
}

/** @throws ReleaseProblem when something is missing; nothing was changed then */
function release({ version, isDryRun, out, key }: Order): void {
  const git = (...args: string[]) => run('git', args, ROOT);
  const head = git('rev-parse', 'HEAD');
  check(version, isDryRun, key, head);
  const tree = mkdtempSync(join(tmpdir(), 'academy-release-'));
  try {
    // The release is committed beside the branch, so that a failure leaves the branch as it is.
    git('worktree', 'add', '--quiet', '--detach', tree, head);
    writeVersions(tree, version);
    const date = new Date().toISOString().slice(0, 10);
    const changelog = datedChangelog(readFileSync(join(tree, 'CHANGELOG.md'), 'utf8'), version, date);
    writeFileSync(join(tree, 'CHANGELOG.md'), changelog);
    run('git', ['commit', '--quiet', '--all', '--message', `Release ${version}`], tree);
    const commit = run('git', ['rev-parse', 'HEAD'], tree);
    const files = writeFiles({ version, out, tree, commit });
    writeFileSync(join(out, 'RELEASE-NOTES.md'), notesOf(changelog, version));
    if (key !== null) sign(join(out, 'SHA256SUMS'), key);
    console.log(
      [...files, 'SHA256SUMS', ...(key === null ? [] : ['SHA256SUMS.sig'])].map((file) => join(out, file)).join('\n'),
    );
    if (isDryRun) return;
    git('merge', '--quiet', '--ff-only', commit);
    git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`, commit);
    console.log(
      `Tagged v${version}. Push it with "git push --follow-tags", and publish the files and RELEASE-NOTES.md.`,
    );
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(tree, { recursive: true, force: true });
  }
}

function check(version: string, isDryRun: boolean, key: string | null, head: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseProblem(`"${version}" is no version such as 1.2.3.`);
  const { version: now } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  if (!isNewer(version, now)) throw new ReleaseProblem(`${version} is not newer than ${now}.`);
  if (run('git', ['status', '--porcelain'], ROOT) !== '')
    throw new ReleaseProblem('There are changes that are not committed.');
  if (run('git', ['tag', '--list', `v${version}`], ROOT) !== '')
    throw new ReleaseProblem(`The tag v${version} exists.`);
  const problem = changelogProblem(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  if (problem !== null) throw new ReleaseProblem(problem);
  checkTests(head);
  if (isDryRun) return;
  if (!existsSync(join(ROOT, `server/src/db/editions/${version}.tar.gz`)))
    throw new ReleaseProblem(
      `There is no dump of this edition: run "node scripts/make-edition-dump.ts HEAD ${version}" and commit it.`,
    );
  if (key === null) throw new ReleaseProblem('A release is signed: name the private key with --key.');
  const [type = '', bytes = ''] = readFileSync(`${key}.pub`, 'utf8').split(' ');
  if (!readFileSync(join(ROOT, SIGNERS), 'utf8').includes(`${type} ${bytes.trim()}`))
    throw new ReleaseProblem(`The public key of ${key} is not in ${SIGNERS}, so the release could not be verified.`);
}

/** Every step of `./academy test --all` must have run on what this commit holds, but for its record, without a failure. */
function checkTests(head: string): void {
  const file = join(ROOT, TEST_RECORD);
  const again = 'Run "./academy test --all" on it first.';
  if (!existsSync(file)) throw new ReleaseProblem(`There is no record of the tests. ${again}`);
  const { steps } = JSON.parse(readFileSync(file, 'utf8')) as TestRecord;
  for (const name of TEST_STEPS) {
    const step = steps[name];
    if (step?.isClean !== true || !isSame(step.commit, head))
      throw new ReleaseProblem(`The tests of the step ${name} were not run on this commit as it is. ${again}`);
    if (step.failed !== 0) throw new ReleaseProblem(`${step.failed} tests of the step ${name} failed on this commit.`);
  }
}

/** Whether two commits hold the same files, but for the record of the tests. */
function isSame(commit: string, other: string): boolean {
  const args = ['diff', '--quiet', commit, other, '--', '.', `:!${TEST_RECORD}`];
  return spawnSync('git', args, { cwd: ROOT, stdio: 'ignore' }).status === 0;
}

/** Whether a version such as 1.10.0 comes after another one such as 1.9.0. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split('.').map(Number));
  const at = [0, 1, 2].find((place) => a?.[place] !== b?.[place]);
  return at !== undefined && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

/** Writes the version into every package and the lock file. All workspaces have the same one. */
function writeVersions(tree: string, version: string): void {
  const root = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const folder of ['.', ...root.workspaces]) {
    const file = join(tree, folder, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^( {2}"version": )".*"/m, `$1"${version}"`));
  }
  const file = join(tree, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as {
    version: string;
    packages: Record<string, { version?: string }>;
  };
  lock.version = version;
  for (const folder of ['', ...root.workspaces]) {
    const entry = lock.packages[folder];
    if (entry?.version !== undefined) entry.version = version;
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

interface Files {
  version: string;
  out: string;
  tree: string;
  commit: string;
}

/** Writes archive, bill of materials and checksums. @returns names of what the checksums cover */
function writeFiles({ version, out, tree, commit }: Files): string[] {
  makeFolder(out);
  const madeAt = new Date(run('git', ['show', '--no-patch', '--format=%cI', commit], tree)).toISOString();
  const bom = `${JSON.stringify(sbom(version, madeAt), null, 2)}\n`;
  const bomFile = join(tree, 'sbom.cdx.json');
  writeFileSync(bomFile, bom);
  const tar = execFileSync(
    'git',
    ['archive', '--format=tar', `--prefix=academy-${version}/`, `--add-file=${bomFile}`, commit],
    { cwd: tree, maxBuffer: 2 ** 31 - 1 },
  );
  // Without name and time: the same commit gives the same bytes.
  const written = {
    [`academy-${version}.tar.gz`]: gzipSync(tar, { level: 9 }),
    [`academy-${version}.sbom.cdx.json`]: Buffer.from(bom),
  };
  for (const [name, bytes] of Object.entries(written)) writeFileSync(join(out, name), bytes);
  const sums = Object.entries(written).map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  return Object.keys(written);
}

function sign(file: string, key: string): void {
  rmSync(`${file}.sig`, { force: true });
  run('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', NAMESPACE, file], ROOT);
}

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      out: { type: 'string', default: 'dist/release' },
      key: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [version] = positionals;
  if (version === undefined || values.help) {
    console.error(USAGE);
    process.exitCode = values.help ? 0 : 2;
  } else {
    try {
      const key = values.key === undefined ? null : resolve(values.key);
      release({ version, isDryRun: values['dry-run'], out: resolve(values.out), key });
    } catch (error) {
      if (!(error instanceof ReleaseProblem)) throw error;
      console.error(`No release: ${error.message}`);
      process.exitCode = 1;
    }
  }
}
