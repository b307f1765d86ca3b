import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { Academy } from './support/academy.ts';
import { ROOT, runCli } from './support/process.ts';
import { StaticHost } from './support/static-host.ts';
import { completeLesson, expectSignedIn, expectSignedOut, heading, open, signIn, signOut } from './support/steps.ts';
import { expect, longTest, test } from './support/test.ts';

const academy = new Academy();
const host = new StaticHost();
let folder = '';
/** The origin of the static files, which is not the academy's. */
let elsewhere = '';

test.beforeAll(async () => {
  elsewhere = `http://static.localhost:${await host.listen()}`;
  academy.env = { ACADEMY_STATIC_ORIGINS: `spring=${elsewhere}` };
  await academy.open();
  folder = mkdtempSync(join(tmpdir(), 'academy-static-'));
  const env = { ...academy.env, PORT: String(academy.port) };
  const built = await runCli(['build', '--static', folder], { env });
  expect(built, built.stderr).toMatchObject({ code: 0 });
  expect(built.stdout).toContain(`${join(folder, 'spring')}: calls ${academy.origin('spring')}`);
  host.serve(join(folder, 'spring'));
});
test.afterAll(async () => {
  host.close();
  await academy.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('static files are the same build, with the academy’s address in config.json', () => {
  const scripts = (assets: string) => readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts(join(folder, 'spring/assets'))).toEqual(scripts(join(ROOT, 'web/dist/client/assets')));
  const document = readFileSync(join(folder, 'spring/index.html'), 'utf8');
  expect(document).not.toContain('localhost');
  const { config, tenant } = JSON.parse(readFileSync(join(folder, 'spring/config.json'), 'utf8'));
  expect(JSON.stringify(tenant.footer)).toContain('"/terms"');
  expect(config).toMatchObject({ tenantId: 'spring', apiBaseUrl: academy.url('spring', '/api/v1') });
});

longTest('static files speak every language', async ({ page }) => {
  await open(page, `${elsewhere}/de/courses`);
  await expect(heading(page, 'Kurse')).toBeVisible();
  await expect(
    page
      .getByRole('link', { name: 'Startseite' })
      .or(page.getByRole('link', { name: knowledgeCheckTexts.start }))
      .first(),
  ).toBeVisible();
});

test('a learner reads, logs in, completes and logs out on static files', async ({ page }) => {
  const learner = academy.person('learner');
  await open(page, `${elsewhere}/courses`);
  await expect(heading(page, feedbackListTexts.courses)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('main').getByRole('link', { name: 'REST APIs That Age Well' }).first().click();
  await expect(heading(page, 'REST APIs That Age Well')).toBeVisible();
  expect(asked.some((url) => url.startsWith(academy.url('spring', '/api/v1/courses/details')))).toBe(true);

  await open(page, `${elsewhere}/courses/rest-apis-that-age-well/lessons/an-api-is-a-promise`);
  await signIn(page, learner);
  expect(new URL(page.url()).origin).toBe(elsewhere);
  await completeLesson(page);
  await page.reload();
  await expectSignedIn(page, learner);
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();

  await signOut(page, learner);
  expect(page.url()).toBe(`${elsewhere}/`);
  await page.reload();
  await expectSignedOut(page);
});

longTest('images of lessons come from the academy', async ({ page }) => {
  await open(page, `${elsewhere}/courses/write-your-first-course/lessons/folders-and-order`);
  const image = page.locator('article img[src*="/assets/content/"]').first();
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await image.getAttribute('src')).toContain(`${academy.origin('spring')}/assets/content/`);
});

longTest('static pages say that the academy is away, and recover by themselves', async ({ page, context, allow }) => {
  allow(/ERR_|Failed to (load|fetch)|CallError|Network Error/, /^request failed/);
  await open(page, `${elsewhere}/courses`);
  await expect(heading(page, feedbackListTexts.courses)).toBeVisible();
  const silent = `${academy.origin('spring')}/**`;
  await context.route(silent, (route) => route.abort('connectionrefused'));
  await page.getByRole('banner').getByRole('link', { name: routeTexts.learningPath, exact: true }).click();
  const banner = page.getByText(/^The academy does not answer\./);
  await expect(banner).toBeVisible();
  await context.unroute(silent);
  await expect(heading(page, routeTexts.learningPaths), 'by itself').toBeVisible({ timeout: 20_000 });
  await expect(banner).toHaveCount(0);
});

test('sign-in returns only to origins that the operator named', async () => {
  const authorize = (redirect: string) => {
    const query = new URLSearchParams({
      client_id: 'academy-spring',
      redirect_uri: redirect,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    return academy.get('spring', `/idp/oauth2/v1/authorize?${query}`, { host: `localhost:${academy.port}` });
  };
  expect((await authorize(`${elsewhere}/login/callback`)).status).toBe(303);
  for (const other of [`${elsewhere}.evil.example`, `${elsewhere}/login/callback/..`, 'https://evil.example.org'])
    expect((await authorize(`${other}/login/callback`)).status, other).toBe(400);
});
