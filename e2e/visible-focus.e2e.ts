import type { Page } from '@playwright/test';
import { ALL } from './support/academy.ts';
import { addressesOf, somethingOfEach } from './support/every-screen.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { heading, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

/** A desktop at 400 %, a phone on its side and upright, and a desktop. */
const SIZES = [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;
/** Enough for every element of the screens that have most. */
const MAX_STEPS = 150;

interface Focus {
  /** Of the element, for messages. */
  name: string;
  /** Nothing of it is to be seen: under something else, or outside the window. */
  isHidden: boolean;
  /** In the order of the document; -1 where the page itself has the focus. */
  place: number;
}

/** Looks at the focused element at a grid of points. */
const focusIn = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return { name: 'page', isHidden: false, place: -1 };
    // Boxes to tick and to type a file into are drawn by their label.
    const shown = (focused instanceof HTMLInputElement && focused.labels?.[0]) || focused;
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    const isSeen = [focused, shown].some((element) =>
      [...element.getClientRects()].some(({ left, top, width, height }) =>
        shares.some((x) =>
          shares.some((y) => {
            const hit = document.elementFromPoint(left + x * width, top + y * height);
            return hit !== null && (element.contains(hit) || focused.contains(hit));
          }),
        ),
      ),
    );
    const place = [...document.querySelectorAll('*')].indexOf(focused);
    return { name: focused.outerHTML.slice(0, 120), isHidden: !isSeen, place };
  });

/** Walks through a page with a key. @returns the elements that were not to be seen when they had the focus */
async function hiddenOnTheWay(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const hidden: string[] = [];
  const visited = new Set<number>();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press(key);
    const { name, isHidden, place } = await focusIn(page);
    if (isHidden) hidden.push(name);
    if (visited.has(place)) break;
    visited.add(place);
  }
  return hidden;
}

async function expectVisibleFocus(page: Page, sizes: readonly { width: number; height: number }[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const key of ['Tab', 'Shift+Tab'] as const)
      expect.soft(await hiddenOnTheWay(page, key), `${key} at ${size.width}x${size.height}, ${page.url()}`).toEqual([]);
  }
}

test('no bar covers the focused link of a lesson, whatever the window', async ({ page }) => {
  const links = Array.from({ length: 24 }, (_, index) => `- [Link ${index + 1}](https://example.org/${index + 1})`);
  const course = { id: 'links', title: 'Many Links', fields: {}, outline: ['One', 'Two'], text: links.join('\n') };
  await publish(academy, 'spring', courseFiles('spring', course));
  await open(page, academy.url('spring', '/courses/links/lessons/l1'));
  // Bars take most of the lowest window.
  await expectVisibleFocus(page, ALL ? SIZES : SIZES.slice(0, 1));
});

longTest('the bars of a lesson leave a low window to the text', async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  await open(page, academy.url('spring', '/courses/write-your-first-course/lessons/what-you-will-make'));
  await page.mouse.wheel(0, 600);
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(heading(page, /./)).not.toBeInViewport();
  const above = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, 4)?.closest('article') !== null);
  const below = await page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight - 4)?.closest('article') !== null,
  );
  expect([above, below], 'text at the upper and lower edge').toEqual([true, true]);
});

longTest('no bar covers the focus on other screens in a low window', async ({ page }) => {
  for (const path of ['/', '/courses', '/contact']) {
    await open(page, academy.url('spring', path));
    await expectVisibleFocus(page, SIZES.slice(0, 1));
  }
});

longTest('no bar covers the focus on any screen', async ({ page, allow }) => {
  test.setTimeout(3_600_000);
  allow(/status of 40\d/, /Signing in failed/);
  await openAs(page, academy.url('spring'), academy.person('admin'));
  const ids = await somethingOfEach(page, academy);
  for (const address of addressesOf('spring', ids).filter((one) => !/^\/(?:appLogout|login)/.test(one)))
    await test.step(address, async () => {
      await open(page, academy.url('spring', address));
      await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
      await expectVisibleFocus(page, SIZES);
    });
});
