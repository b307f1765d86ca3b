import { profileTexts } from '@academy/web/shell/profile-texts';
import type { Page } from '@playwright/test';
import type { Person } from './support/academy.ts';
import { GUIDE } from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessibleToo, open, profileMenu } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

test('a German page has its own address, and its texts and links are German', async ({ page, allow }) => {
  allow(/404/);
  await open(page, academy.url('spring', '/de/no-such-page'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Die Seite, die du suchst, gibt es nicht.');
  await page.getByRole('main').getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL(academy.url('spring', '/de'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  // Texts without a translation name their language.
  await open(page, academy.url('spring', '/de/terms'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nutzungsbedingungen');
  await expect(page.getByText('Diesen Text gibt es nur auf Englisch.')).toHaveCount(0);
  await expectAccessibleToo(page);
  await open(page, academy.url('spring', '/de/guides/why-did-spring-boot-do-that'));
  await expect(page.getByText('Diesen Text gibt es nur auf Englisch.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
  await expect(page.locator('.prose').first()).toHaveAttribute('lang', 'en');
  await expectAccessibleToo(page);

  // Search engines find the page in every language.
  await page.goto(academy.url('spring', '/de/courses'));
  const addressOf = (selector: string) => page.locator(selector).getAttribute('href');
  expect(await addressOf('link[rel="canonical"]')).toBe(academy.url('spring', '/de/courses'));
  expect(await addressOf('link[hreflang="de"]')).toBe(academy.url('spring', '/de/courses'));
  expect(await addressOf('link[hreflang="en"]')).toBe(academy.url('spring', '/courses'));
  expect(await addressOf('link[hreflang="x-default"]')).toBe(academy.url('spring', '/courses'));
  await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute('content', 'de_DE');
});

test('a page carries the texts of one language', async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  const textOfScripts = async () => {
    const files = await Promise.all([...scripts].map((path) => academy.get('spring', path)));
    scripts.clear();
    return files.map(({ text }) => text).join('\n');
  };
  await open(page, academy.url('spring', '/de/courses'));
  const german = await textOfScripts();
  expect(german).toContain('Keine Verbindung');
  expect(german).not.toContain('Network Error');
  await open(page, academy.url('spring', '/courses'));
  const english = await textOfScripts();
  expect(english).toContain('Network Error');
  expect(english).not.toContain('Keine Verbindung');
});

longTest('a lab starts on German pages', async ({ page }) => {
  await openAs(page, academy.url('kube'), await academy.newPerson());
  await open(page, academy.url('kube', `/de${GUIDE}`));
  await page.getByRole('button', { name: 'Lab starten' }).click();
  await expect(page.getByRole('tab', { name: 'Terminal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Abschließen' })).toBeVisible();
});

const languages = (page: Page) =>
  page.getByRole('contentinfo').getByRole('navigation', { name: /^(?:Language|Sprache)$/ });
const pageLanguage = (page: Page) => page.locator('html');

test('the footer leads to the same page in another language', async ({ page }) => {
  await open(page, academy.url('spring', '/courses?topic=rest'));
  await expect(languages(page).getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true');
  await languages(page).getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(academy.url('spring', '/de/courses?topic=rest'));
  await expect(pageLanguage(page)).toHaveAttribute('lang', 'de');
  await expect(languages(page).getByRole('link', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true');
  await expectAccessibleToo(page);
  await languages(page).getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(academy.url('spring', '/courses?topic=rest'));
});

test.describe('a browser that prefers German', () => {
  test.use({ locale: 'de-AT' });

  test('is offered German once, and not sent there', async ({ page, allow }) => {
    allow(/404/);
    // Nothing is offered in place of what is not found.
    await open(page, academy.url('spring', '/no-such-page'));
    await open(page, academy.url('spring', '/courses'));
    await expect(pageLanguage(page)).toHaveAttribute('lang', 'en');
    const offer = page.getByRole('link', { name: 'Auf Deutsch lesen' });
    await expect(offer).toHaveAttribute('href', '/de/courses');
    await page.reload();
    await expect(page.getByRole('contentinfo').getByRole('button', { name: profileTexts.giveFeedback })).toBeEnabled();
    await expect(offer).toBeHidden();
  });

  longTest('finds the offer on a phone', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await open(page, academy.url('spring', '/courses'));
    await page.getByRole('link', { name: 'Auf Deutsch lesen' }).click();
    await expect(page).toHaveURL(academy.url('spring', '/de/courses'));
  });
});

/** Logs in from a page in either language. */
async function signIn(page: Page, person: Person): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(?:Log In|Anmelden) [/] Regist/ })
    .click();
  const next = page.getByRole('button', { name: /^(?:Continue|Weiter)$/ });
  await page.locator('form').filter({ has: next }).getByRole('textbox').fill(person.email);
  await next.click();
  const password = page.locator('input[type="password"]');
  await password.fill(person.password);
  await password.press('Enter');
}

test('the language of a person follows them to their next browser', async ({ page, newDevice }) => {
  const person = await academy.newPerson();
  await open(page, academy.url('spring', '/courses'));
  await signIn(page, person);
  await expect(profileMenu(page, person)).toBeVisible();
  await languages(page).getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(academy.url('spring', '/de/courses'));

  const elsewhere = await newDevice();
  await open(elsewhere, academy.url('spring', '/guides'));
  await signIn(elsewhere, person);
  await expect(elsewhere).toHaveURL(academy.url('spring', '/de/guides'));
  await expect(pageLanguage(elsewhere)).toHaveAttribute('lang', 'de');
});

test('a sign-in from a German page returns to it', async ({ page }) => {
  await open(page, academy.url('spring', '/de/courses'));
  await signIn(page, await academy.newPerson());
  await expect(page).toHaveURL(academy.url('spring', '/de/courses'));
  await open(page, academy.url('spring', '/de/account'));
  const choice = page.getByRole('navigation', { name: 'Sprache wählen' });
  await expect(choice.getByRole('link', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true');
});

longTest('the German log-in page leads a logged-in person to the German home page', async ({ page }) => {
  await openAs(page, academy.url('spring'), academy.person('learner'));
  await page.goto(academy.url('spring', '/de/auth'));
  await expect(page).toHaveURL(academy.url('spring', '/de'));
  await expect(languages(page).getByRole('link', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true');
});
