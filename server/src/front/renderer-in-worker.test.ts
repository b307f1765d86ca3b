import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { AcademyError } from '@academy/contract/errors';
import { tenant } from '@academy/tenants/spring/tenant';
import { afterEach, expect, test, vi } from 'vitest';
import { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import type { Answer, PageRenderer, PageTask } from './page-renderer.ts';
import { rendererInWorker } from './renderer-in-worker.ts';

const entryUrl = new URL('../testing/web-entry.fixture.ts', import.meta.url).href;
const renderers: PageRenderer[] = [];
afterEach(async () => {
  for (const renderer of renderers.splice(0)) await renderer.close();
});

function aRenderer(settings: { timeoutMs?: number; idleMs?: number; entryUrl?: string } = {}) {
  const failures: unknown[] = [];
  const renderer = rendererInWorker({ entryUrl, onFailure: (error) => failures.push(error), ...settings });
  renderers.push(renderer);
  return { renderer, failures };
}

const configs = new RuntimeConfigs({
  environment: 'local',
  tenantOrigins: { spring: 'https://spring.example.org' },
  issuer: 'https://id.example.org/',
  clientIds: {},
  scopes: 'openid',
  endpoints: null,
  logoutHint: false,
  registrationUrl: null,
  accountUrl: 'https://id.example.org/account',
  brightcove: null,
});
const task = (path: string, search = ''): PageTask => ({
  ...{ path, search, origin: 'https://spring.example.org', correlationId: 'c' },
  tenant,
  config: configs.of(tenant),
});
const answer: Answer = async (name) => {
  if (name === 'listCourses') return JSON.stringify({ courses: [{ title: 'Boot' }, { title: 'Ünïcode' }] });
  throw new AcademyError('not-found', { message: 'there is no such course' });
};

test('a page is rendered and compressed in the thread', async () => {
  const { renderer } = aRenderer();
  const { status, location, bytes } = await renderer.render(task('/courses'), answer);
  expect({ status, location }).toEqual({ status: 200, location: null });
  expect(bytes.plain.toString()).toContain('<h2>Boot</h2><h2>Ünïcode</h2>');
  if (!bytes.br || !bytes.gzip) throw new Error('the page was not packed');
  expect(brotliDecompressSync(bytes.br)).toEqual(bytes.plain);
  expect(gunzipSync(bytes.gzip)).toEqual(bytes.plain);
});

test('a refusal reaches the page unchanged', async () => {
  const { renderer } = aRenderer();
  const { status, bytes } = await renderer.render(task('/course', 'none'), answer);
  expect(status).toBe(404);
  expect(bytes.plain.toString()).toContain('there is no such course');
});

test('a failing call fails the page and not the thread', async () => {
  const { renderer, failures } = aRenderer();
  const broken: Answer = () => Promise.reject(new Error('the database is away'));
  await expect(renderer.render(task('/courses'), broken)).rejects.toThrow('the database is away');
  await expect(renderer.render(task('/broken'), answer)).rejects.toThrow('this screen is broken');
  expect((await renderer.render(task('/courses'), answer)).bytes.plain.toString()).toContain('rendering 3');
  expect(failures).toEqual([]);
});

test('the thread ends when nothing is rendered, and the next page starts another', async () => {
  const { renderer, failures } = aRenderer({ idleMs: 50 });
  const textOf = async () => (await renderer.render(task('/courses'), answer)).bytes.plain.toString();
  expect(await textOf()).toMatch(/rendering 1\b/);
  expect(await textOf()).toMatch(/rendering 2\b/);
  // The new thread counts anew.
  await vi.waitFor(async () => expect(await textOf()).toMatch(/rendering 1\b/), { interval: 500, timeout: 20_000 });
  expect(failures).toEqual([]);
});

test('an endless page is given up, and its thread replaced', async () => {
  const { renderer, failures } = aRenderer({ timeoutMs: 5_000 });
  await renderer.render(task('/courses'), answer);
  await expect(renderer.render(task('/endless'), answer)).rejects.toThrow('rendering took too long');
  expect(String(failures[0])).toContain('/endless was not rendered within 5000 ms');
  expect((await renderer.render(task('/courses'), answer)).bytes.plain.toString()).toContain('rendering 1');
});

test('a thread that ends fails its pages and is replaced', async () => {
  const { renderer } = aRenderer();
  const other = renderer.render(task('/courses'), () => new Promise(() => undefined));
  await Promise.all([
    expect(other).rejects.toThrow('could not be rendered'),
    expect(renderer.render(task('/exit'), answer)).rejects.toThrow('could not be rendered'),
  ]);
  expect((await renderer.render(task('/courses'), answer)).status).toBe(200);
});

test('an entry that cannot be loaded fails pages with a reason', async () => {
  const { renderer, failures } = aRenderer({ entryUrl: `${entryUrl}.gone` });
  await expect(renderer.render(task('/courses'), answer)).rejects.toThrow('could not be rendered');
  expect(String(failures[0])).toContain('web-entry.fixture.ts.gone');
});

test('a renderer that was closed refuses', async () => {
  const { renderer } = aRenderer();
  const waiting = renderer.render(task('/courses'), () => new Promise(() => undefined));
  await Promise.all([expect(waiting).rejects.toThrow('stopping'), renderer.close()]);
  await expect(renderer.render(task('/courses'), answer)).rejects.toThrow('stopping');
});
