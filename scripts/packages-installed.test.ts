import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'packages-installed.mjs');

/** A repository with one workspace and one package, both installed. */
function repository(): { root: string; isInstalled: () => boolean } {
  const root = mkdtempSync(join(tmpdir(), 'academy-packages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const packages = {
    bench: { name: '@academy/bench' },
    'node_modules/@academy/bench': { resolved: 'bench', link: true },
    'node_modules/left-pad': { version: '1.0.0' },
    'node_modules/for-another-machine': { version: '1.0.0', optional: true },
  };
  const { 'node_modules/left-pad': installed } = packages;
  mkdirSync(join(root, 'bench'));
  mkdirSync(join(root, 'node_modules/@academy'), { recursive: true });
  symlinkSync('../../bench', join(root, 'node_modules/@academy/bench'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  const there = JSON.stringify({ packages: { 'node_modules/left-pad': installed } });
  writeFileSync(join(root, 'node_modules/.package-lock.json'), there);
  return { root, isInstalled: () => spawnSync(process.execPath, [SCRIPT, root]).status === 0 };
}

test('packages are installed when versions and workspaces are those of the lock file', () => {
  expect(repository().isInstalled()).toBe(true);
});

test('packages are not installed while a new workspace has no link', () => {
  const { root, isInstalled } = repository();
  rmSync(join(root, 'node_modules/@academy/bench'));
  expect(isInstalled()).toBe(false);
});

test('packages are not installed while a version differs', () => {
  const { root, isInstalled } = repository();
  const other = { packages: { 'node_modules/left-pad': { version: '1.0.1' } } };
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(other));
  expect(isInstalled()).toBe(false);
});
