import type { Page } from '@playwright/test';
import { addressesOf, somethingOfEach } from './support/every-screen.ts';
import { pagesOf, SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectNoSidewaysScroll, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

/** The layout is the same in every brand; spring has the most kinds of pages. */
const PAGES = [...pagesOf(SAMPLES.spring).map(({ path }) => path), '/search?q=spring', '/alerts'];
/** The browser logs every document that is not found. */
const NOT_FOUND_LINE = /status of 404/;
const NARROW = [320, 360, 700, 1024, 1440];

test.beforeEach(({ allow }) => {
  allow(NOT_FOUND_LINE);
});

/** Opens every page as a visitor, and home as a learner. */
async function onEveryPage(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const path of PAGES) {
    await test.step(path, async () => {
      await open(page, academy.url('spring', path));
      await look(path);
    });
  }
  await test.step('dashboard', async () => {
    await openAs(page, academy.url('spring'), academy.person('learner'));
    await look('/');
  });
}

/** Texts that are cut off by their box, and boxes outside the window. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
      const holdsText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!holdsText || !shown(element) || element.closest('.sr-only, pre, svg, [popover], dialog:not([open])'))
        continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const description = `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 60)}"`;
      // An ellipsis shows that there is more, and screen readers read all of it.
      const cuts = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
      if (cuts && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${description}`);
      const box = element.getBoundingClientRect();
      const scrolls = element.closest('table, [tabindex="0"], [role="region"]') !== null;
      const outside = box.right > innerWidth + 1 || box.left < -1;
      // Elements wait above the page until they have the focus, like the skip link.
      if (outside && !scrolls && box.bottom > 0 && box.width > 1) found.push(`outside: ${description}`);
    }
    return found;
  });

/** Nothing moves for viewers who prefer less motion. */
async function expectNothingMoves(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('#root *')].flatMap((element) => {
      const { animationDuration, animationName, transitionDuration } = getComputedStyle(element);
      const seconds = (text: string) => Math.max(...text.split(',').map(Number.parseFloat));
      const moves = (animationName !== 'none' && seconds(animationDuration) > 0.01) || seconds(transitionDuration) > 0;
      return moves ? [element.outerHTML.slice(0, 80)] : [];
    }),
  );
  expect(moving).toEqual([]);
}

/** The page is mirrored, and nothing is cut off. */
async function expectReadableFromRightToLeft(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await expectNoSidewaysScroll(page, NARROW);
  expect(await cutOff(page)).toEqual([]);
  const [brand, nav] = await Promise.all(
    ['header > a[href="/"]', 'header nav'].map((selector) => page.locator(selector).boundingBox()),
  );
  expect(brand?.x ?? 0, 'the name stands at the right of the navigation').toBeGreaterThan(nav?.x ?? Infinity);
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
}

/** A printed page is dark text on white, also when the screen is dark. */
async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const frame of ['header', '#root nav[aria-label="Sidebar"]', 'footer'])
    await expect(page.locator(`#root ${frame}`).first()).toBeHidden();
  await expect(page.locator('main h1:visible')).toHaveCount(1);
  const { ink, paper, stuck } = await page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const lightness = (color: string): number => {
      if (canvas === null) throw new Error('there is no canvas');
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / 765;
    };
    const stuck = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (element) =>
        element.checkVisibility() &&
        element.innerText?.trim() &&
        /fixed|sticky/.test(getComputedStyle(element).position),
    );
    return {
      ink: lightness(getComputedStyle(document.querySelector('main h1, main h2') as Element).color),
      paper: lightness(getComputedStyle(document.documentElement).backgroundColor),
      stuck: stuck.map((element) => element.outerHTML.slice(0, 80)),
    };
  });
  expect(ink).toBeLessThan(0.3);
  expect(paper).toBeGreaterThan(0.9);
  expect(stuck).toEqual([]);
  await page.emulateMedia({ media: null, colorScheme: null });
}

/** Zoomed as a whole, and with larger text only. */
async function expectEnlargeable(page: Page): Promise<void> {
  // 1280 pixels at 200 % are 640, and 400 % are 320.
  await expectNoSidewaysScroll(page, [640, 320]);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expectNoSidewaysScroll(page, [1280]);
  expect(await cutOff(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** Letters with accents, which are higher. */
const ACCENTED: Readonly<Record<string, string>> = {
  a: 'å',
  e: 'ê',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'Ê',
  I: 'Ï',
  O: 'Ö',
  U: 'Ü',
};

/** Writes the page in a made-up language: words are 40 % longer and have accents. */
async function writeInMadeUpLanguage(page: Page): Promise<void> {
  // React complains about texts that change before their component is hydrated.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
  await page.evaluate((accented) => {
    const walker = document.createTreeWalker(document.querySelector('#root') as Node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('pre, code, svg')) continue;
      // Longer words rather than more words: they are what breaks a layout.
      text.data = text.data
        .replace(/\p{L}{3,}/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.4)))
        .replace(/[aeiou]/gi, (letter) => accented[letter] ?? letter);
    }
  }, ACCENTED);
}

/** Other languages need 40 % more space. */
async function expectSpaceForLongerTexts(page: Page): Promise<void> {
  await writeInMadeUpLanguage(page);
  await expectNoSidewaysScroll(page, NARROW);
  expect(await cutOff(page)).toEqual([]);
}

/** With forced colors, focus and current entry are still visible. */
async function expectVisibleInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  for (let press = 0; press < 30; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const own = document.activeElement ?? document.body;
      // A card shows the focus of its link around its image, or around the whole card.
      const shown = [own, ...(own.closest('article')?.querySelectorAll('*') ?? [])];
      const styles = [getComputedStyle(own, '::after'), ...shown.map((element) => getComputedStyle(element))];
      const widths = styles.map(({ outlineStyle, outlineWidth }) =>
        outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      );
      return { of: own.outerHTML, width: Math.max(...widths) };
    });
    if (focus.of.startsWith('<body')) break;
    expect(focus.width, focus.of).toBeGreaterThanOrEqual(2);
  }
  for (const current of await page.locator('header [aria-current], nav [aria-current]').all())
    if (await current.isVisible()) await expect(current).toHaveCSS('outline-style', 'solid');
  await page.emulateMedia({ forcedColors: null });
}

longTest('every page works enlarged, mirrored, printed, translated, and without motion or colors', async ({ page }) => {
  // Sixteen pages with six checks each.
  test.setTimeout(300_000);
  await onEveryPage(page, async () => {
    await test.step('less motion', () => expectNothingMoves(page));
    await test.step('from right to left', () => expectReadableFromRightToLeft(page));
    await test.step('on paper', () => expectPrintable(page));
    await test.step('enlarged', () => expectEnlargeable(page));
    // These two change the page.
    await test.step('longer texts', () => expectSpaceForLongerTexts(page));
    await test.step('forced colors', () => expectVisibleInForcedColors(page));
  });
});

longTest('every screen of an administrator fits in German, in longer words, and mirrored', async ({ page }) => {
  // More than forty screens, each with five widths.
  test.setTimeout(600_000);
  await openAs(page, academy.url('spring'), academy.person('admin'));
  const ids = await somethingOfEach(page, academy);
  const problems: string[] = [];
  const note = async (what: string) => {
    for (const width of [320, 700, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wider > 0) problems.push(`${what} at ${width}: ${wider} pixels too wide`);
      problems.push(...(await cutOff(page)).map((one) => `${what} at ${width}: ${one}`));
    }
  };
  const addresses = addressesOf('spring', ids);
  // A course that was started shows its progress beside the link.
  await open(page, academy.url('spring', addresses.find((one) => /\/lessons\/[^/]+$/.test(one)) ?? ''));
  for (const address of addresses) {
    if (address === '/appLogout' || address === '/login/callback') continue;
    await open(page, academy.url('spring', `/de${address === '/' ? '' : address}`));
    await note(`${address} in German`);
    await open(page, academy.url('spring', address));
    await writeInMadeUpLanguage(page);
    await note(`${address} in longer words`);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await note(`${address} mirrored`);
  }
  expect(problems).toEqual([]);
});
