import { open } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

test('a German page has its own address, and its links stay German', async ({ page, allow }) => {
  allow(/404/);
  await open(page, academy.url('spring', '/de/no-such-page'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Die Seite, die du suchst, gibt es nicht.');
  await page.getByRole('main').getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL(academy.url('spring', '/de'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('a page carries the texts of one language', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  await open(page, academy.url('spring', '/de/courses'));
  const german = (await Promise.all(scripts)).join('\n');
  expect(german).toContain('Keine Verbindung');
  expect(german).not.toContain('Network Error');
  scripts.length = 0;
  await open(page, academy.url('spring', '/courses'));
  const english = (await Promise.all(scripts)).join('\n');
  expect(english).toContain('Network Error');
  expect(english).not.toContain('Keine Verbindung');
});
