import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@academy/bench/root';
import { SETTINGS } from '@academy/server/composition/settings';
import { expect, onTestFinished, test } from 'vitest';
import { missingPrograms } from './machine.fixture.ts';

const read = (file: string) => readFileSync(join(ROOT, 'deploy/systemd', file), 'utf8');
const missing = missingPrograms(['systemd-analyze'], { asRoot: false });

/** What systemd says of a unit; only files that this machine lacks are replaced. */
function analysed(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'academy-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unit = join(folder, name);
  writeFileSync(
    unit,
    read(name)
      .replace(/\/opt\/academy\/academy .*/, '/bin/true')
      .replace('EnvironmentFile=', 'EnvironmentFile=-')
      .replace(/^Documentation=.*\n/m, ''),
  );
  const run = (...args: string[]) => {
    const { stdout, stderr } = spawnSync('systemd-analyze', [...args, '--no-pager', unit], { encoding: 'utf8' });
    return stdout + stderr;
  };
  const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(run('security', '--offline=true')) ?? [];
  return { problems: run('verify'), exposure: Number(exposure) };
}

test.skipIf(missing !== null)('systemd accepts the unit and finds it well protected', () => {
  const { problems, exposure } = analysed('academy.service');
  expect(problems).toBe('');
  expect(exposure).toBeLessThan(1.5);
});

test.skipIf(missing !== null)('a lab host opens only what sandboxes need', () => {
  const { problems, exposure } = analysed('academy-lab-host.service');
  expect(problems).toBe('');
  expect(exposure).toBeLessThan(3.5);
});

test('servers may make no namespaces, and lab hosts outlast their labs', () => {
  expect(read('academy.service')).toContain('\nRestrictNamespaces=true\n');
  const host = read('academy-lab-host.service');
  expect(host).toMatch(/^RestrictNamespaces=user mnt pid net ipc uts cgroup$/m);
  const minutes = Number(/^TimeoutStopSec=(\d+)min$/m.exec(host)?.[1]);
  // Twice as long as a lab, by extensions.
  expect(minutes).toBeGreaterThan(2 * SETTINGS.labSandboxMinutes.default);
});

test('what a stop may take is longer than what the academy takes', () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('academy.service'))?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(30);
});
