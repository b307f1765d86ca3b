import { randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { type Builder, BuilderBusyError, type BuilderSettings, createBuilder } from './build-in-worker.ts';
import { packItem } from './pack.ts';
import { archive } from './testing/archives.ts';
import { aCourse, aPng, options } from './testing/content.ts';

const builders: Builder[] = [];
function aBuilder(settings?: BuilderSettings): Builder {
  const builder = createBuilder(settings);
  builders.push(builder);
  return builder;
}
afterEach(async () => {
  for (const builder of builders.splice(0)) await builder.close();
});

test('a course is built away from the main loop, with the same result', async () => {
  const builder = aBuilder();
  const results = await Promise.all([1, 2, 3].map(() => builder.build('course', aCourse(), options())));
  for (const result of results) expect(result.refused || result.item.id).toBe('spring-x');
  expect(getEventListeners(process, 'exit').length).toBeLessThan(10);
});

test('copies of pictures are made in the worker and kept in its folder', async () => {
  const pictureFolder = await mkdtemp(path.join(tmpdir(), 'academy-copies-'));
  try {
    const changes = { '01-start/01-hello/content.md': '![A](a.png)', '01-start/01-hello/a.png': aPng(20, 30) };
    const result = await aBuilder({ pictureFolder }).build('course', aCourse(changes), options());
    expect(result.refused ? result.findings : result.assets.map(({ mediaType }) => mediaType)).toEqual(['image/webp']);
    expect(await readdir(pictureFolder)).toHaveLength(1);
  } finally {
    await rm(pictureFolder, { recursive: true });
  }
});

// Shows security#linear-parsers
test('a job that takes too long is refused and its worker replaced', async () => {
  const builder = aBuilder({ timeoutMs: 1 });
  const late = await builder.build('course', aCourse(), options());
  expect(late.findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['fatal build-failed']);
  const patient = aBuilder();
  expect((await patient.build('course', aCourse(), options())).refused).toBe(false);
});

test('a worker that runs out of memory refuses the job and not the server', async () => {
  const failures: unknown[] = [];
  const builder = aBuilder({ limits: { maxOldGenerationSizeMb: 8 }, onFailure: (error) => failures.push(error) });
  const long = 'Some *text* with [a link](https://example.com) and `code`.\n\n'.repeat(30_000);
  const result = await builder.build('course', aCourse({ '01-start/01-hello/content.md': long }), options());
  expect(result.refused).toBe(true);
  expect(result.findings[0]?.message).toContain('too much memory');
  expect(failures).toHaveLength(1);
});

const aGoodArchive = () =>
  packItem({ kind: 'course', id: 'spring-x', files: aCourse(), options: { file: 'course.json', variables: {} } });
const anArchive = (packed: Uint8Array) => ({
  packed,
  tenantId: 'spring' as const,
  kind: 'course' as const,
  id: 'spring-x',
  limits: {},
  knownHash: null,
  render: true,
});

test('an archive that is refused half-way does not fail the next job', async () => {
  const failures: unknown[] = [];
  const builder = aBuilder({ onFailure: (error) => failures.push(error) });
  const pictures = Array.from({ length: 7 }, (_one, at) => ({
    name: `files/${at}.png`,
    bytes: randomBytes(1024 * 1024),
  }));
  const bad = await archive([{ name: 'files/.DS_Store' }, ...pictures]);
  const good = await aGoodArchive();
  for (let round = 0; round < 3; round += 1) {
    const [refused, built] = await Promise.all([bad, good].map((bytes) => builder.buildArchive(anArchive(bytes))));
    expect(refused).toMatchObject({ outcome: 'unusable', code: 'archive-path' });
    expect(built).toMatchObject({ outcome: 'built', built: { refused: false } });
  }
  expect(failures).toEqual([]);
});

/** Builds one course, then ends the worker during the next one, this many times. */
async function workersEndedUnderAJob(times: number) {
  let used = 0;
  const end = (worker: Worker) => {
    used += 1;
    if (used > 1 && used <= times) void worker.terminate();
    if (used === 1) first = worker;
  };
  let first: Worker | null = null as Worker | null;
  process.on('worker', end);
  try {
    const builder = aBuilder();
    const packed = await aGoodArchive();
    await builder.buildArchive(anArchive(packed));
    const second = builder.buildArchive(anArchive(packed));
    const third = builder.buildArchive(anArchive(packed));
    await first?.terminate();
    return await Promise.all([second, third]);
  } finally {
    process.off('worker', end);
  }
}

const BUILT = { outcome: 'built', built: { refused: false } };

test('a job whose worker dies is retried once alone', async () => {
  expect(await workersEndedUnderAJob(1)).toMatchObject([BUILT, BUILT]);
});

test('a job that also ends its own worker is refused alone', async () => {
  const refused = { outcome: 'built', built: { refused: true, findings: [{ code: 'build-failed' }] } };
  expect(await workersEndedUnderAJob(2)).toMatchObject([refused, BUILT]);
});

// Shows security#deadlines
test('too many waiting jobs are refused at once', async () => {
  const builder = aBuilder({ queueLength: 1 });
  const first = builder.build('course', aCourse(), options());
  const second = builder.build('course', aCourse(), options());
  await expect(builder.build('course', aCourse(), options())).rejects.toBeInstanceOf(BuilderBusyError);
  expect((await Promise.all([first, second])).map(({ refused }) => refused)).toEqual([false, false]);
});

test('a job that would wait too long is refused at once', async () => {
  const builder = aBuilder({ maxWaitMs: 0.1 });
  // The expected duration comes from earlier jobs.
  await builder.build('course', aCourse(), options());
  const first = builder.build('course', aCourse(), options());
  await expect(builder.build('course', aCourse(), options())).rejects.toBeInstanceOf(BuilderBusyError);
  expect((await first).refused).toBe(false);
});

test('a job that nobody waits for any more leaves the queue', async () => {
  const builder = aBuilder({ queueLength: 1 });
  const first = builder.build('course', aCourse(), options());
  const client = new AbortController();
  const second = builder.listArchive(new Uint8Array(1), {}, client.signal);
  client.abort();
  await expect(second).rejects.toBeInstanceOf(BuilderBusyError);
  // Its place in the queue is free.
  const third = builder.build('course', aCourse(), options());
  await expect(builder.listArchive(new Uint8Array(1), {}, client.signal)).rejects.toBeInstanceOf(BuilderBusyError);
  expect((await Promise.all([first, third])).map(({ refused }) => refused)).toEqual([false, false]);
});

test('an idle worker ends, and starts again when it is needed', async () => {
  const builder = aBuilder({ idleMs: 10 });
  await builder.build('course', aCourse(), options());
  const handles = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = handles();
  await vi.waitFor(() => expect(handles()).toBeLessThanOrEqual(before));
  expect((await builder.build('course', aCourse(), options())).refused).toBe(false);
});

test('a closed builder refuses', async () => {
  const builder = aBuilder();
  const waiting = builder.build('course', aCourse(), options());
  await Promise.all([expect(waiting).rejects.toBeInstanceOf(BuilderBusyError), builder.close()]);
  await expect(builder.build('course', aCourse(), options())).rejects.toBeInstanceOf(BuilderBusyError);
});
