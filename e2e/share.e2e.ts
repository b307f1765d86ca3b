import { shareTexts } from '@academy/web/features/share/share-texts';
import { instructorTexts } from '@academy/web/screens/instructors/instructor-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import { USUAL_TENANTS } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { expectAccessible, hydrated, open } from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const { course, guide, learningPath, lesson } = SAMPLES.spring;
const COURSE = `/courses/${course.slug}`;

test('a page of any brand is shared by its address and title', async ({ page, context, allow }) => {
  allow(/request to another host: https:\/\/(www\.facebook|x|www\.linkedin)\.com/);
  await context.route(/facebook\.com|x\.com|linkedin\.com/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><title>Share</title>',
    }),
  );
  for (const tenant of USUAL_TENANTS) {
    const { slug, title } = SAMPLES[tenant].course;
    const address = academy.url(tenant, `/courses/${slug}`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: academy.origin(tenant) });
    await open(page, `${address}?utm_source=mail`);
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      for (const [service, host, names] of [
        ['Facebook', 'www.facebook.com', ['u', 'quote']],
        ['X', 'x.com', ['url', 'text']],
        [instructorTexts.linkedin, 'www.linkedin.com', ['url', 'title']],
      ] as const) {
        await page.getByRole('button', { name: shareTexts.share, exact: true }).click();
        const opened = context.waitForEvent('page');
        await page.getByRole('menuitem', { name: new RegExp(`^${service}\\b`) }).click();
        const popup = await opened;
        await popup.waitForURL((url) => url.host === host);
        expect([...new URL(popup.url()).searchParams]).toEqual([
          [names[0], address],
          [names[1], title],
        ]);
        expect(await popup.evaluate(() => window.opener)).toBeNull();
        await popup.close();
      }
    }
    await page.getByRole('button', { name: shareTexts.share, exact: true }).click();
    await page.getByRole('menuitem', { name: shareTexts.copy }).click();
    await expect(page.getByText(shareTexts.copied)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.setViewportSize(DESKTOP);
  }
});

longTest('lessons, guides and learning paths are shared by a copied link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: academy.origin('spring') });
  for (const path of [`${COURSE}/lessons/${lesson.slug}`, `/guides/${guide.slug}`, `/paths/${learningPath.slug}`]) {
    await open(page, academy.url('spring', path));
    await page.getByRole('button', { name: shareTexts.share, exact: true }).click();
    await page.getByRole('menuitem', { name: shareTexts.copy }).click();
    await expect(page.getByText(shareTexts.copied)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(academy.url('spring', path));
  }
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await page.getByRole('button', { name: shareTexts.share, exact: true }).click();
  await page.getByRole('menuitem', { name: shareTexts.copy }).click();
  await expect(page.getByRole('textbox', { name: shareTexts.link })).toBeFocused();
  await expectAccessible(page);
});

longTest('a menu that is opened before hydration stays open, in its place', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(academy.url('spring', `/guides/${guide.slug}`), { waitUntil: 'commit' });
  const share = page.getByRole('button', { name: shareTexts.share, exact: true });
  await share.click();
  await expect(page.getByText(shareTexts.sharePage)).toBeVisible();
  release();
  await hydrated(page);
  const first = page.getByRole('menuitem', { name: /^Facebook/ });
  await expect(first).toBeFocused();
  const [button, entry] = await Promise.all([share.boundingBox(), first.boundingBox()]);
  expect((entry?.y ?? 0) - (button?.y ?? 0), 'below the button').toBeGreaterThan(0);
  expect((entry?.y ?? 0) - (button?.y ?? 0), 'near the button').toBeLessThan(150);
  await page.keyboard.press('Escape');
  await expect(first).toBeHidden();
  await expect(share).toBeFocused();
});

longTest('on a phone a page is shared with the device’s share sheet', async ({ newDevice }) => {
  const phone = await newDevice({ viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.addInitScript(() => {
    // Chromium on a desktop has no share sheet; this one records its input and is closed by the user.
    Object.assign(navigator, {
      share: (shared: ShareData) => {
        Object.assign(window, { shared });
        return Promise.reject(new DOMException('closed', 'AbortError'));
      },
    });
  });
  await open(phone, academy.url('spring', `/guides/${guide.slug}`));
  await phone.getByRole('button', { name: shareTexts.share, exact: true }).tap();
  await phone.getByRole('menuitem', { name: shareTexts.moreWays }).tap();
  await expect
    .poll(() => phone.evaluate(() => (window as unknown as { shared?: ShareData }).shared))
    .toEqual({ title: guide.title, url: academy.url('spring', `/guides/${guide.slug}`) });
  await expect(phone.getByRole('region', { name: uiTexts.messages })).toBeEmpty();
});
