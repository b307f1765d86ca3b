import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';

import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import type { Page } from '@playwright/test';
import { ALL } from './support/academy.ts';
import { openAs } from './support/sign-in.ts';
import { expectSignedIn, expectSignedOut, hydrated, open, signIn, signOut } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** How often the log-out races with the hydration of its page. */
const ROUNDS = ALL ? 5 : 2;

/** Everything that the browser stores for the page's origin, by kind. */
function kept(page: Page) {
  return page.evaluate(async () => {
    const databases: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const records = await new Promise<number>((resolve, reject) => {
          const counting = database.transaction(store).objectStore(store).count();
          counting.onsuccess = () => resolve(counting.result);
          counting.onerror = () => reject(counting.error);
        });
        if (records > 0) databases.push(`${name} ${store}`);
      }
      database.close();
    }
    return {
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      cookies: document.cookie,
      caches: await caches.keys(),
      databases,
    };
  });
}

// Shows security#browser-storage
test('logging out leaves nothing in storage, behind Back or in other tabs', async ({ page, context }) => {
  const admin = academy.person('admin');
  // A page in the back-forward cache gets no events of other tabs. Automated browsers have no such cache, so this page
  // ignores these events, and gets the event of a restored page later.
  await page.addInitScript(() => {
    for (const type of ['storage', 'visibilitychange'])
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await openAs(page, academy.url('spring', '/account'), admin);
  await expect(page.getByText(admin.email).first()).toBeVisible();

  const other = await context.newPage();
  await open(other, academy.url('spring', '/account'));
  await expectSignedIn(other, admin);
  const third = await context.newPage();
  await open(third, academy.url('spring', '/courses'));
  await expectSignedIn(third, admin);
  await signOut(other, admin);
  expect(await kept(other)).toEqual({ local: [], session: [], cookies: '', caches: [], databases: [] });
  await expectSignedOut(third);

  await expect(page.getByText(admin.email).first()).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expectSignedOut(page);
  await expect(page.getByText(admin.email)).toHaveCount(0);

  // Also in the tab that logged out.
  await other.goBack();
  await expectSignedOut(other);
  await expect(other.getByText(admin.email)).toHaveCount(0);
  // A cookie of the provider alone signs nobody in.
  await open(other, academy.url('kube', '/auth'));
  await other.getByRole('textbox', { name: authTexts.email }).fill(admin.email);
  await other.getByRole('button', { name: authTexts.continue }).click();
  await expect(other.getByLabel(signInPageTexts.password)).toBeVisible();
});

/** Makes a call about alerts as the person who is signed in on the page. */
const sendAlert = (page: Page, method: string, path: string, body: object): Promise<{ id: string }> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'content-type': 'application/json',
        tenantid: 'spring',
      };
      const reply = await fetch(`/api/v1/alerts${path}`, { method, headers, body });
      if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}`);
      return (await reply.json()).data;
    },
    [method, path, JSON.stringify(body)] as const,
  );

longTest('opening the log-out address on a slow device breaks no hydration', async ({ page }) => {
  const admin = academy.person('admin');
  await openAs(page, academy.url('spring'), admin);
  const { id } = await sendAlert(page, 'POST', '/create', {
    tenantId: 'spring',
    message: 'A word to everybody',
    level: 'info',
  });
  const device = await page.context().newCDPSession(page);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await openAs(page, academy.url('spring'), admin);
    await device.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.goto(academy.url('spring', '/appLogout'));
    await page.waitForURL(academy.url('spring'));
    await device.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await hydrated(page);
    await expectSignedOut(page);
  }
  // The page works, and the academy that other tests share has no alert any more.
  await signIn(page, admin);
  await sendAlert(page, 'DELETE', '', { ids: [id] });
});
