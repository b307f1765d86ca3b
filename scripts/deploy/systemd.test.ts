import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@academy/bench/root';
import { expect, onTestFinished, test } from 'vitest';
import { missingPrograms } from './machine.fixture.ts';

const read = (file: string) => readFileSync(join(ROOT, 'deploy/systemd', file), 'utf8');
const missing = missingPrograms(['systemd-analyze'], { asRoot: false });

/** What systemd says of the unit; only files that this machine lacks are replaced. */
function analysed(withLabs: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'academy-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unit = join(folder, 'academy.service');
  writeFileSync(
    unit,
    read('academy.service')
      .replace('/opt/academy/academy start', '/bin/true')
      .replace('EnvironmentFile=', 'EnvironmentFile=-')
      .replace(/^Documentation=.*\n/m, ''),
  );
  if (withLabs) {
    mkdirSync(`${unit}.d`);
    writeFileSync(join(`${unit}.d`, 'labs.conf'), read('academy-labs.conf'));
  }
  const run = (...args: string[]) => {
    const { stdout, stderr } = spawnSync('systemd-analyze', [...args, '--no-pager', unit], { encoding: 'utf8' });
    return stdout + stderr;
  };
  const [, exposure] = /exposure level for academy\.service: ([\d.]+)/.exec(run('security', '--offline=true')) ?? [];
  return { problems: run('verify'), exposure: Number(exposure) };
}

test.skipIf(missing !== null)('systemd accepts the unit and finds it well protected', () => {
  const { problems, exposure } = analysed(false);
  expect(problems).toBe('');
  expect(exposure).toBeLessThan(1.5);
});

test.skipIf(missing !== null)('labs in sandboxes open only what they need', () => {
  const { problems, exposure } = analysed(true);
  expect(problems).toBe('');
  expect(exposure).toBeLessThan(3.5);
});

test('what a stop may take is longer than what the academy takes', () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('academy.service'))?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(30);
});
