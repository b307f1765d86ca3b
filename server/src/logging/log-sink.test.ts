import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { smallDisk } from '../testing/small-disk.ts';
import { LogSink } from './log-sink.ts';
import { logFile } from './log-targets.ts';

const line = (number: number) => `{"number":${number},"filler":"${'x'.repeat(980)}"}\n`;
const numbersIn = (text: string) => [...text.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number));
const droppedIn = (text: string) =>
  [...text.matchAll(/"lines":(\d+),"msg":"log lines were dropped"/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-log-sink-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('a full disk drops log lines, and their count is logged later', async (test) => {
  const disk = smallDisk('1m', onTestFinished);
  if (disk === null) return test.skip();
  const file = join(disk.folder, 'server.log');
  const sink = new LogSink(logFile(file), { maxBytes: 20_000, retryMs: 10 });
  sink.write(line(0));
  await new Promise<void>((done) => sink.flush(done));
  disk.fill();
  for (let number = 1; number <= 100; number += 1) sink.write(line(number));
  disk.free();
  sink.write(line(101));
  await expect.poll(() => droppedIn(readFileSync(file, 'utf8'))).toBeGreaterThan(0);
  sink.write(line(102));
  await new Promise<void>((done) => sink.flush(done));
  const text = readFileSync(file, 'utf8');
  const numbers = numbersIn(text);
  expect([numbers[0], numbers.at(-1)]).toEqual([0, 102]);
  expect(numbers.length + droppedIn(text)).toBe(103);
  for (const one of text.trimEnd().split('\n')) expect(() => JSON.parse(one)).not.toThrow();
});

it('a log file is rotated by size while the server runs', async () => {
  const folder = newFolder();
  const file = join(folder, 'server.log');
  const sink = new LogSink(logFile(file, 10_000, 2));
  for (let number = 0; number < 100; number += 1) {
    sink.write(line(number));
    await new Promise<void>((done) => sink.flush(done));
  }
  expect(readdirSync(folder).sort()).toEqual(['server.log', 'server.log.1', 'server.log.2']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(10_000);
  const all = ['server.log.2', 'server.log.1', 'server.log'].flatMap((name) =>
    numbersIn(readFileSync(join(folder, name), 'utf8')),
  );
  expect(all).toEqual(Array.from({ length: all.length }, (_, index) => 100 - all.length + index));
});

it('a log continues in a new file when its file was removed', async () => {
  const folder = join(newFolder(), 'data');
  const file = join(folder, 'server.log');
  const sink = new LogSink(logFile(file, 10_000, 2, 0));
  const written = async (number: number) => {
    sink.write(line(number));
    await new Promise<void>((done) => sink.flush(done));
    return numbersIn(readFileSync(file, 'utf8'));
  };
  expect(await written(1)).toEqual([1]);
  rmSync(file);
  expect(await written(2)).toEqual([2]);
  rmSync(folder, { recursive: true });
  expect(await written(3)).toEqual([3]);
});

it('without space for another file the log continues in the present one', async (test) => {
  const disk = smallDisk('1m,nr_inodes=6', onTestFinished);
  if (disk === null) return test.skip();
  const file = join(disk.folder, 'server.log');
  const sink = new LogSink(logFile(file, 10_000, 2), { retryMs: 10 });
  const write = async (numbers: number[]) => {
    for (const number of numbers) {
      sink.write(line(number));
      await new Promise<void>((done) => sink.flush(done));
    }
  };
  await write(Array.from({ length: 21 }, (_, number) => number));
  expect(readdirSync(disk.folder).sort()).toEqual(['server.log', 'server.log.1', 'server.log.2']);
  const before = readFileSync(`${file}.2`, 'utf8');
  let files = 0;
  expect(() => {
    for (; files < 10; files += 1) writeFileSync(join(disk.folder, `other-${files}`), '');
  }).toThrow('ENOSPC');
  await write([21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]);
  expect(numbersIn(readFileSync(file, 'utf8')).at(-1)).toBe(31);
  expect(readFileSync(`${file}.2`, 'utf8')).toBe(before);
});

/** A process that logs to the given standard output. */
async function logging(stdout: 'pipe' | number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/logging.process.ts')], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** Lets it log, and resolves when it reports that it still runs. */
async function log(child: ChildProcess, lines: number): Promise<void> {
  const alive = once(child, 'message');
  child.send({ lines });
  await alive;
}

it('a pipe without a reader blocks nothing, and continues later', async () => {
  const child = await logging('pipe');
  await log(child, 5_000);
  await log(child, 1);
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  let text = '';
  lines.on('line', (one) => {
    text += `${one}\n`;
  });
  await expect.poll(() => droppedIn(text)).toBeGreaterThan(0);
  await expect.poll(() => numbersIn(text).length + droppedIn(text)).toBe(5_001);
  const ended = once(child, 'exit');
  child.send('end');
  expect(await ended).toEqual([0, null]);
});

it('a process whose log nobody reads ends on request', async () => {
  const child = await logging('pipe');
  await log(child, 5_000);
  const ended = once(child, 'exit');
  child.send('end');
  expect(await ended).toEqual([0, null]);
});

it('a closed reader does not end the process', async () => {
  const child = await logging('pipe');
  child.stdout?.destroy();
  await log(child, 10);
  await log(child, 10);
  const ended = once(child, 'exit');
  child.send('end');
  expect(await ended).toEqual([0, null]);
});

it.runIf(existsSync('/dev/full'))('a standard output without space blocks nothing', async () => {
  const child = await logging(openSync('/dev/full', 'w'));
  await log(child, 5_000);
  const ended = once(child, 'exit');
  child.send('end');
  expect(await ended).toEqual([0, null]);
});
