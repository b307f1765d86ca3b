import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DEFAULT_MEMORY_MB } from '@academy/server/memory/memory-plan';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ROOT } from './paths.ts';

it('of two first commands one installs the packages, and the other waits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (...names: string[]) => join(folder, ...names);
  copyFileSync(join(ROOT, 'academy'), at('academy'));
  writeFileSync(at('package-lock.json'), '{"packages":{}}');
  mkdirSync(at('cli/src'), { recursive: true });
  writeFileSync(at('cli/src/main.ts'), "console.log('started');");
  mkdirSync(at('bin'));
  // Stands in for npm: records that it runs, until it may end.
  const npm = `#!/bin/sh\necho run >> runs\nwhile [ ! -e end ]; do sleep 0.1; done\nmkdir -p node_modules\n`;
  writeFileSync(at('bin/npm'), npm, { mode: 0o755 });
  onTestFinished(() => writeFileSync(at('end'), ''));

  const command = () => {
    const PATH = [at('bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
    const child = spawn(at('academy'), ['--help'], { env: { ...process.env, PATH } });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const ended = Promise.all([once(child, 'exit'), text(child.stdout)]);
    return { errors: () => errors, ended };
  };
  const first = command();
  await vi.waitFor(() => expect(existsSync(at('runs'))).toBe(true), { timeout: 20_000 });
  const second = command();
  await vi.waitFor(() => expect(second.errors()).toContain('Waiting for another command'), { timeout: 20_000 });
  writeFileSync(at('end'), '');
  for (const { ended } of [first, second]) expect(await ended).toEqual([[0, null], 'started\n']);
  expect(readFileSync(at('runs'), 'utf8')).toBe('run\n');
  expect(existsSync(at('.installing'))).toBe(false);
}, 60_000);

it('a server starts with limits that follow from the memory it may take', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (...names: string[]) => join(folder, ...names);
  copyFileSync(join(ROOT, 'academy'), at('academy'));
  for (const file of ['package-lock.json', 'node_modules/.academy-lock', 'cli/src/main.ts']) {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), '');
  }
  const print =
    'console.log(JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX ?? null, process.argv.slice(2)]));';
  writeFileSync(at('cli/src/main.ts'), print);
  const started = async (command: string, memory?: string) => {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const { MALLOC_ARENA_MAX: _, ...env } = process.env;
    const child = spawn(at('academy'), [command, '--port', '0'], { env: { ...env, PATH, ACADEMY_MEMORY_MB: memory } });
    return JSON.parse(await text(child.stdout)) as unknown;
  };
  const limits = (heap: number) => [
    ...['--expose-gc', '--no-allocation-site-pretenuring', '--v8-pool-size=1', '--max-semi-space-size=8'],
    `--max-old-space-size=${heap}`,
  ];
  expect(await started('start', '1024')).toEqual([limits(768), '1', ['start', '--port', '0']]);
  expect(await started('start')).toEqual([limits(Math.floor(DEFAULT_MEMORY_MB * 0.75)), '1', ['start', '--port', '0']]);
  // The server itself refuses it, with a message.
  for (const wrong of ['much', '2', '0350', '99999999'])
    expect(await started('start', wrong), wrong).toEqual(await started('start'));
  expect(await started('backup')).toEqual([[], null, ['backup', '--port', '0']]);
}, 60_000);
