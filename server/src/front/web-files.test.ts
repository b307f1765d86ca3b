import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { serverMemory } from '../memory/memory-plan.ts';
import { testDatabase } from '../testing/database.ts';
import { webBuildsStore } from './web-builds.store.ts';
import { addWebFiles } from './web-files.ts';

const { db } = await testDatabase();

/** A server with a build of its own. */
async function serverWith(files: Record<string, string>): Promise<FastifyInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-web-files-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, 'assets', name), text);
    writeFileSync(join(folder, 'assets', `${name}.br`), brotliCompressSync(text));
  }
  const app = fastify();
  const { caches: memory } = serverMemory();
  await addWebFiles(app, folder, { builds: webBuildsStore(db), memory, countRead: async () => undefined });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  return app;
}

const get = (app: FastifyInstance, name: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/assets/${name}`, headers });

// Shows security#old-files
it('a page gets its files from servers with an older or newer build', async () => {
  const older = await serverWith({ 'main-AAAAAAAA.js': 'older()', 'same-CCCCCCCC.css': 'same {}' });
  const newer = await serverWith({ 'main-BBBBBBBB.js': 'newer()', 'same-CCCCCCCC.css': 'same {}' });
  for (const [app, name, text] of [
    [newer, 'main-AAAAAAAA.js', 'older()'],
    [older, 'main-BBBBBBBB.js', 'newer()'],
    [newer, 'same-CCCCCCCC.css', 'same {}'],
  ] as const) {
    const reply = await get(app, name);
    expect([reply.statusCode, reply.body]).toEqual([200, text]);
    expect(reply.headers['cache-control']).toContain('immutable');
    const packed = await get(app, name, { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(String(brotliDecompressSync(packed.rawPayload))).toBe(text);
    expect((await get(app, name, { 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(304);
  }
  expect((await get(newer, 'main-AAAAAAAA.js')).headers['content-type']).toContain('text/javascript');
  for (const name of ['main-ZZZZZZZZ.js', 'main.js', '..%2fpackage-AAAAAAAA.json', 'main-AAAAAAAA.exe'])
    expect((await get(newer, name)).statusCode, name).toBe(404);
});

// Shows security#old-files
it('the files of the last two builds stay, those before are deleted', async () => {
  const builds = ['DDDDDDDD', 'EEEEEEEE', 'FFFFFFFF', 'GGGGGGGG'];
  for (const digest of builds) await serverWith({ [`main-${digest}.js`]: digest });
  // The second one is started again: it counts as new.
  await serverWith({ 'main-EEEEEEEE.js': 'EEEEEEEE' });
  const newest = await serverWith({ 'main-HHHHHHHH.js': 'HHHHHHHH' });
  const statuses = await Promise.all(
    [...builds, 'HHHHHHHH'].map(async (digest) => (await get(newest, `main-${digest}.js`)).statusCode),
  );
  expect(statuses).toEqual([404, 200, 404, 200, 200]);
});

it('two servers that start at once keep the files of both', async () => {
  const [one, two] = await Promise.all([
    serverWith({ 'main-IIIIIIII.js': 'one', 'both-KKKKKKKK.js': 'both' }),
    serverWith({ 'main-JJJJJJJJ.js': 'two', 'both-KKKKKKKK.js': 'both' }),
  ]);
  expect((await get(one, 'main-JJJJJJJJ.js')).body).toBe('two');
  expect((await get(two, 'main-IIIIIIII.js')).body).toBe('one');
  expect((await get(two, 'both-KKKKKKKK.js')).body).toBe('both');
});

it('a start reads a build of many files where few may be open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-web-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  for (let count = 0; count < 1000; count += 1) writeFileSync(join(folder, 'assets', `part-${count}.js`), 'part()');
  const program = `
    const { addWebFiles } = await import(${JSON.stringify(join(import.meta.dirname, 'web-files.ts'))});
    await addWebFiles({ get() {} }, ${JSON.stringify(folder)});`;
  const run = ['-c', 'ulimit -n 256; exec "$0" --input-type=module --eval "$1"', process.execPath, program];
  expect(() => execFileSync('sh', run, { stdio: 'pipe' })).not.toThrow();
});
