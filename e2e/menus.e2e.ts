import { shareTexts } from '@academy/web/features/share/share-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import type { Locator, Page } from '@playwright/test';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, heading, open, profileMenu } from './support/steps.ts';
import { expect, longTest, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** From the narrowest phone to a laptop, and windows as low as on a phone with its keyboard open. */
const WINDOWS = [
  [320, 640],
  [390, 844],
  [700, 900],
  [1024, 768],
  [390, 320],
  [1024, 260],
] as const;

/** Opens a menu in windows of each size: nothing is cut off, and a menu longer than the window scrolls. */
async function expectWhole(page: Page, opener: Locator, last: Locator): Promise<void> {
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await opener.scrollIntoViewIfNeeded();
    await opener.click();
    const menu = page.locator('[popover=auto]:popover-open');
    const where = `at ${width} by ${height}`;
    await expect(menu, where).toBeInViewport({ ratio: 1 });
    await last.scrollIntoViewIfNeeded();
    await expect(last, where).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
}

longTest('menus of header, page and table are whole in every window', async ({ page }) => {
  const admin = academy.person('admin');
  await openAs(page, academy.url('spring', `/courses/${SAMPLES.spring.course.slug}`), admin);
  await expectWhole(page, profileMenu(page, admin), page.getByRole('menuitem', { name: profileTexts.logOut }));
  const colors = page.getByRole('banner').getByRole('button', { name: shellTexts.colors });
  await expectWhole(page, colors, page.getByRole('menuitemradio', { name: shellTexts.dark }));
  const share = page.getByRole('button', { name: shareTexts.share, exact: true });
  await expectWhole(page, share, page.getByRole('menuitem', { name: shareTexts.copy }));
  await open(page, academy.url('spring', '/admin/users'));
  await expect(heading(page, shellTexts.users)).toBeVisible();
  const columns = page.getByRole('button', { name: tableTexts.columns });
  await expectWhole(page, columns, page.getByRole('dialog', { name: tableTexts.columns }).getByRole('checkbox').last());
});

longTest('a menu opens above its button where there is no space below', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openAs(page, academy.url('tanzu', '/admin/users'), academy.person('admin'));
  const columns = page.getByRole('button', { name: tableTexts.columns });
  const panel = page.getByRole('dialog', { name: tableTexts.columns });
  await expect(columns).toBeVisible();
  const place = async (block: 'start' | 'end') => {
    await columns.evaluate((button, block) => button.scrollIntoView({ block, behavior: 'instant' }), block);
    await columns.click();
    await expect(panel).toBeInViewport({ ratio: 1 });
    return { button: await columns.boundingBox(), menu: await panel.boundingBox() };
  };
  const atFoot = await place('end');
  expect((atFoot.menu?.y ?? 0) + (atFoot.menu?.height ?? 0)).toBeLessThan(atFoot.button?.y ?? 0);
  expect(Math.round(atFoot.menu?.x ?? 0)).toBe(Math.round(atFoot.button?.x ?? 0));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const atTop = await place('start');
  expect(atTop.menu?.y).toBeGreaterThan((atTop.button?.y ?? 0) + (atTop.button?.height ?? 0));
});
