import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { changelogProblem, datedChangelog, notesOf } from './changelog.ts';
import { isNewer } from './release.ts';
import { TEST_RECORD, TEST_STEPS } from './test-record.ts';

const ROOT = join(import.meta.dirname, '..');
const VERSION = '99.0.0';
const folder = mkdtempSync(join(tmpdir(), 'academy-release-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const clone = join(folder, 'clone');
const out = join(folder, 'out');
const key = join(folder, 'key');

const run = (program: string, args: readonly string[], cwd = clone) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const release = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/release.ts', ...args], { cwd: clone, encoding: 'utf8' });

/** A clone of what lies here, changes included, with the packages of this folder and a record of passed tests. */
function makeClone(): void {
  run('git', ['clone', '--quiet', '--no-hardlinks', '--depth', '1', `file://${ROOT}`, clone], ROOT);
  const changed = run('git', ['ls-files', '-z', '--modified', '--others', '--exclude-standard'], ROOT).split('\0');
  for (const file of changed.filter((one) => one !== '' && existsSync(join(ROOT, one))))
    run('cp', ['--parents', file, clone], ROOT);
  run('git', ['config', 'user.name', 'Test']);
  run('git', ['config', 'user.email', 'test@example.org']);
  mkdirSync(join(clone, 'node_modules'));
  for (const name of ['oxc-parser', 'valibot', '@academy'])
    symlinkSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
  commit();
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'trial', '-f', key], folder);
}

/** Commits everything in the clone, and says that its tests passed. */
function commit(): void {
  run('git', ['add', '--all']);
  run('git', ['commit', '--quiet', '--allow-empty', '--message', 'What lies here']);
  recordTests({});
}

function recordTests(changes: Readonly<Record<string, unknown>>): void {
  const passed = { at: '', commit: run('git', ['rev-parse', 'HEAD']), isClean: true, passed: 1, failed: 0 };
  const steps = { ...Object.fromEntries(TEST_STEPS.map((name) => [name, passed])), ...changes };
  writeFileSync(join(clone, TEST_RECORD), JSON.stringify({ steps, lines: {} }));
  run('git', ['add', '--all']);
  run('git', ['commit', '--quiet', '--message', 'How the tests went']);
}

/** A clone and its archives take a while. */
const isLongRun = process.env.ACADEMY_TEST_ALL === '1';
if (isLongRun) makeClone();

describe.runIf(isLongRun)('a dry run of a release', { timeout: 120_000 }, () => {
  test('makes archive, bill of materials, checksums and signature, and changes nothing', () => {
    const before = run('git', ['rev-parse', 'HEAD']);
    const { status, stderr } = release(VERSION, '--dry-run', '--out', out, '--key', key);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(readdirSync(out).sort()).toEqual([
      'RELEASE-NOTES.md',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      `academy-${VERSION}.sbom.cdx.json`,
      `academy-${VERSION}.tar.gz`,
    ]);
    expect(run('git', ['rev-parse', 'HEAD'])).toBe(before);
    expect(run('git', ['tag', '--list'])).toBe('');
    expect(run('git', ['status', '--porcelain'])).toBe('');
    expect(run('git', ['worktree', 'list']).split('\n')).toHaveLength(1);
  });

  // Shows security#signed-releases
  test('can be verified with sha256sum and ssh-keygen', () => {
    expect(run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], out)).toContain(`academy-${VERSION}.tar.gz: OK`);
    const signers = join(folder, 'signers');
    writeFileSync(signers, `release@academy namespaces="academy-release" ${readFileSync(`${key}.pub`, 'utf8')}`);
    const verify = () =>
      spawnSync(
        'ssh-keygen',
        ['-Y', 'verify', '-f', signers, '-I', 'release@academy', '-n', 'academy-release', '-s', 'SHA256SUMS.sig'],
        { cwd: out, input: readFileSync(join(out, 'SHA256SUMS')), encoding: 'utf8' },
      );
    expect(verify()).toMatchObject({ status: 0, stdout: expect.stringContaining('Good "academy-release" signature') });
    writeFileSync(signers, '');
    expect(verify().status).not.toBe(0);
  });

  test('gives every package its version, and dates the changelog', () => {
    const read = (file: string) =>
      run('tar', ['-xOzf', `academy-${VERSION}.tar.gz`, `academy-${VERSION}/${file}`], out);
    for (const file of [
      'package.json',
      'cli/package.json',
      'server/package.json',
      'package-lock.json',
      'sbom.cdx.json',
    ])
      expect(JSON.parse(read(file)), file).toMatchObject(
        file === 'sbom.cdx.json' ? { specVersion: '1.6' } : { version: VERSION },
      );
    expect(read('CHANGELOG.md')).toMatch(/^## \[99\.0\.0\] - \d{4}-\d\d-\d\d$/m);
    expect(readFileSync(join(out, 'RELEASE-NOTES.md'), 'utf8')).toMatch(/^# Academy 99\.0\.0\n\n### /);
  });
});

describe.runIf(isLongRun)('a release is refused', { timeout: 120_000 }, () => {
  const refusal = (...args: string[]) => {
    const { status, stderr } = release(...args);
    expect(status).toBe(1);
    return stderr;
  };

  test('for an older version, or none', () => {
    expect(refusal('0.0.1', '--dry-run')).toContain('is not newer than');
    expect(refusal('next', '--dry-run')).toContain('is no version');
    expect(release().status).toBe(2);
  });

  // Shows security#signed-releases
  test('without a record of passed tests of this commit', () => {
    const head = run('git', ['rev-parse', 'HEAD']);
    const step = { at: '', commit: head, isClean: true, passed: 1, failed: 0 };
    recordTests({ unit: { ...step, failed: 2 } });
    expect(refusal(VERSION, '--dry-run')).toContain('2 tests of the step unit failed on this commit');
    for (const journeys of [{ ...step, isClean: false }, undefined]) {
      recordTests({ journeys });
      expect(refusal(VERSION, '--dry-run')).toContain('the step journeys were not run on this commit');
    }
    recordTests({});
  });

  test('without a dump or a key, and with a key of a stranger', () => {
    expect(refusal(VERSION)).toContain('There is no dump of this edition');
    writeFileSync(join(clone, `server/src/db/editions/${VERSION}.tar.gz`), '');
    commit();
    expect(refusal(VERSION)).toContain('name the private key');
    expect(refusal(VERSION, '--key', key)).toContain('is not in deploy/release-signers');
  });

  test('with changes that are not committed', () => {
    writeFileSync(join(clone, 'more.txt'), 'x');
    expect(refusal(VERSION, '--dry-run')).toContain('not committed');
    rmSync(join(clone, 'more.txt'));
  });
});

test.runIf(isLongRun)('a release moves the branch and makes a tag', { timeout: 120_000 }, () => {
  writeFileSync(join(clone, 'deploy/release-signers'), `release@academy ${readFileSync(`${key}.pub`, 'utf8')}`);
  commit();
  const before = run('git', ['rev-parse', 'HEAD']);
  expect(release(VERSION, '--out', join(folder, 'real'), '--key', key)).toMatchObject({ status: 0, stderr: '' });
  expect(run('git', ['rev-parse', `v${VERSION}^{commit}`])).toBe(run('git', ['rev-parse', 'HEAD']));
  expect(run('git', ['rev-parse', 'HEAD^'])).toBe(before);
  expect(run('git', ['log', '-1', '--format=%s'])).toBe(`Release ${VERSION}`);
  expect(JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))).toMatchObject({ version: VERSION });
  expect(release(VERSION, '--dry-run')).toMatchObject({ status: 1 });
});

describe('the changelog', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');

  test('says what is not released yet', () => {
    expect(changelogProblem(changelog)).toBeNull();
    expect(changelogProblem(datedChangelog(changelog, '1.0.0', '2030-05-03'))).toContain('says nothing');
    expect(changelogProblem('# Changelog\n')).toContain('no section');
  });

  test('becomes the notes of a release', () => {
    const dated = datedChangelog(
      '# C\n\n## [Unreleased]\n\n- New\n\n## [0.1.0] - 2026-01-01\n\n- Old\n',
      '0.2.0',
      '2030-05-03',
    );
    expect(notesOf(dated, '0.2.0')).toBe('# Academy 0.2.0\n\n- New\n');
  });
});

test('all workspaces have one version, which every command and figure shows', () => {
  const { version, workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
    workspaces: string[];
  };
  const versions = workspaces.map((one) => JSON.parse(readFileSync(join(ROOT, one, 'package.json'), 'utf8')).version);
  expect(new Set(versions)).toEqual(new Set([version]));
});

test.each([
  ['1.10.0', '1.9.9', true],
  ['1.0.0', '1.0.0', false],
  ['0.9.9', '1.0.0', false],
  ['2.0.0', '1.99.99', true],
])('%s comes after %s: %s', (a, b, isAfter) => {
  expect(isNewer(a, b)).toBe(isAfter);
});
