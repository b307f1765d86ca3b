import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { createBuilder } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '../build/client-build.ts';

const WEB = join(import.meta.dirname, '..');
const PAGE = 'testing/library-page.tsx';
const CHROMIUM = process.env.ACADEMY_CHROMIUM ?? '/usr/bin/chromium';

const folder = mkdtempSync(join(tmpdir(), 'academy-production-build-'));
let browser: Browser;
let script: string | undefined;

beforeAll(async () => {
  const builder = await createBuilder({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    // Added to the entries of the product, so it shares their files.
    environments: { client: { build: { outDir: folder, rolldownOptions: { input: [join(WEB, PAGE)] } } } },
  });
  const client = builder.environments.client;
  if (client === undefined) throw new Error('The configuration has no client environment');
  await builder.build(client);
  script = readManifest(folder)[PAGE]?.file;
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test('a built page can use mutations, infinite queries and icons of its libraries', async () => {
  const page = await browser.newPage();
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route('**/assets/*', (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  );
  await page.route('http://academy.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script type="module" src="/${script}"></script>` }),
  );
  await page.goto('http://academy.test/');

  await page.getByRole('img', { name: 'Favorite' }).locator('path').waitFor();

  await page.getByText('Page 1').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByText('Page 2').waitFor();
  expect(await page.getByRole('button', { name: 'More' }).isDisabled()).toBe(true);

  const status = page.getByRole('status');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await status.getByText('Ada').waitFor();
  await page.getByRole('button', { name: 'Save nothing' }).click();
  await status.getByText('A name is missing').waitFor();
  expect(errors).toEqual([]);
}, 60_000);
