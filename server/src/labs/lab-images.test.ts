import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { addLabImages, labImages } from './lab-images.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-images-'));
afterAll(() => rmSync(folder, { recursive: true }));
const HASH = '0123456789abcdef0123456789abcdef';
function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const list = labImages(folder);
const app = fastify();
app.decorateReply('callNotFound', function notFound() {
  return this.code(404).send();
});
addLabImages(app, folder);
afterAll(() => app.close());

const description = { title: 'Git', digest: 'd1', state: { packed: 20 }, programs: { git: '2.47', ls: '' } };

test('an image that is added while the server runs is offered at once', () => {
  expect(list()).toEqual([]);
  put('git/image.json', JSON.stringify({ name: 'git', ...description }));
  expect(list()).toEqual([{ name: 'git', title: 'Git', digest: 'd1', bytes: 20, programs: ['git', 'ls'] }]);
});

test('a description that cannot be read offers nothing', () => {
  put('broken/image.json', '{');
  expect(list().map(({ name }) => name)).toEqual(['git']);
});

test('contents are served by their hash for ever, and nothing beside them', async () => {
  put(`files/${HASH}.zst`, 'packed');
  put('secret.txt', 'secret');
  const reply = await app.inject(`/lab-images/files/${HASH}.zst`);
  expect([reply.body, reply.headers['cache-control']]).toEqual(['packed', 'public, max-age=31536000, immutable']);
  for (const path of ['files/..%2Fsecret.txt', 'files/secret.txt', '..%2F/image.json', 'none/image.json'])
    expect((await app.inject(`/lab-images/${path}`)).statusCode).toBe(404);
  expect((await app.inject('/lab-images/git/image.json')).headers['cache-control']).toBe('no-cache');
});
