import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, type Page, type RunningIdentity, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
let running: RunningIdentity;

beforeAll(async () => {
  running = await startIdentity(database);
});
afterAll(() => running?.close());

const languageOf = ({ text }: Page) => /<html lang="([a-z]+)">/.exec(text)?.[1];
/** Opens the sign-in; a browser sends what it accepts with each request. */
function open(browser: Browser, changes: Record<string, string> = {}, accepted = 'en') {
  return browser.open(new Academy(running).authorizeUrl(changes), { headers: { 'accept-language': accepted } });
}

/** Where the page's link to itself in a language leads. */
function choose(browser: Browser, page: Page, language: string): Promise<Page> {
  const href = new RegExp(`<a href="([^"]+)" lang="${language}" hreflang="${language}"`).exec(page.text)?.[1] ?? '';
  return browser.open(new URL(href.replaceAll('&amp;', '&'), page.url).href);
}

test.each(['de', 'de-AT en', 'fr de'])('ui_locales=%s makes the pages of the sign-in German', async (locales) => {
  const page = await open(new Browser(running.issuer), { ui_locales: locales });
  expect(languageOf(page)).toBe('de');
  expect(page.text).toContain('Zurück zur Spring Academy');
  expect(page.headers.get('cache-control')).toBe('no-store');
});

test('without them the browser says which language it wants', async () => {
  const headers = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' };
  const page = await new Browser(running.issuer).open(`${running.issuer}nothing-here`, { headers });
  expect(languageOf(page)).toBe('de');
});

test('a language that nobody wrote is English', async () => {
  const browser = new Browser(running.issuer);
  expect(languageOf(await open(browser, { ui_locales: 'fr constructor' }, 'fr'))).toBe('en');
  expect(languageOf(await browser.open(`${running.issuer}nothing-here?language=xx`))).toBe('en');
});

test('a choice on the page keeps the sign-in, wins and stays', async () => {
  const browser = new Browser(running.issuer);
  const page = await open(browser, { ui_locales: 'de' });
  expect(page.text).toMatch(/lang="de" hreflang="de" aria-current="true">Deutsch</);
  const english = await choose(browser, page, 'en');
  expect([languageOf(english), english.url]).toEqual(['en', page.url]);
  expect(languageOf(await browser.open(`${page.url}/register`))).toBe('en');
  expect(languageOf(await open(browser, {}, 'de'))).toBe('en');
  // The academy says anew in which language the person reads it.
  expect(languageOf(await open(browser, { ui_locales: 'de' }))).toBe('de');
});

test('what the page was opened with is kept', async () => {
  const browser = new Browser(running.issuer);
  const page = await open(browser);
  const again = await browser.submit(page, { email: 'nobody', password: '' });
  const german = await choose(browser, again, 'de');
  expect(german.url).toBe(again.url);
  expect(german.text).toContain('value="nobody"');
});
