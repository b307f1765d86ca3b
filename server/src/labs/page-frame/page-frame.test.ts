import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAB_PAGE_FRAME } from '@academy/contract/rules/lab-address';
import { afterAll, expect, test } from 'vitest';
import { rendererInProcess } from '../../front/page-renderer.ts';
import { startApp } from '../../testing/start-app.ts';
import * as entry from '../../testing/web-entry.fixture.ts';

const clientFolder = await mkdtemp(join(tmpdir(), 'academy-client-'));
await mkdir(join(clientFolder, 'assets'));
await Promise.all(
  ['linux.worker-abcdefgh.js', 'engine.worker-abcdefgh.js'].map((name) =>
    writeFile(join(clientFolder, 'assets', name), '0'),
  ),
);
afterAll(() => rm(clientFolder, { recursive: true }));
const app = await startApp({ web: { entry, renderer: rendererInProcess(entry), clientFolder } });

const policyOf = async (url: string) => {
  const { headers } = await app.request({ url, headers: { host: 'spring.localhost:3000' } });
  return String(headers['content-security-policy']);
};

test('pages of labs are shown without an origin, and may ask nobody', async () => {
  const policy = await policyOf(LAB_PAGE_FRAME);
  expect(policy).toContain('sandbox allow-scripts allow-forms allow-modals');
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/connect-src|frame-src|https?:/);
  expect(policy).toContain("frame-ancestors 'self'");
});

test('only the worker of the Linux may compile WebAssembly', async () => {
  expect(await policyOf('/assets/linux.worker-abcdefgh.js')).toContain("script-src 'wasm-unsafe-eval'");
  expect(await policyOf('/assets/engine.worker-abcdefgh.js')).not.toContain('wasm-unsafe-eval');
});
