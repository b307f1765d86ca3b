import { confirmationTexts } from '@academy/identity/pages/confirmation-texts';
import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Academy, ALL, type Person, type TenantName } from './academy.ts';
import { findingsOfAxe } from './axe.ts';
import { codeIn, newestMail } from './mailbox.ts';

/** Opens an address and waits until the page is hydrated. @returns the status of the document */
export async function open(page: Page, url: string): Promise<number> {
  const response = await page.goto(url);
  await hydrated(page);
  return response?.status() ?? 0;
}

/** Origins of all requests of a page from now on, frames included. */
export function askedOrigins(page: Page): ReadonlySet<string> {
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:') origins.add(origin);
  });
  return origins;
}

/** Waits until the page is hydrated: rendered elements are visible before they work. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/** Logs in with the button of the header and returns to the same page. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await toProvider(page, person);
  await enterPassword(page, person);
  await expectSignedIn(page, person);
}

/** Logs in where the provider has a session from another brand: it does not ask for the password. */
export async function signInAgain(page: Page, person: Person): Promise<void> {
  await toProvider(page, person);
  await expectSignedIn(page, person);
}

async function toProvider(page: Page, person: Person): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: shellTexts.logIn }).click();
  // The previous screen stays until this one has loaded, and may have a field for an address as well.
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: knowledgeCheckTexts.continue }) });
  await form.getByRole('textbox', { name: authTexts.email }).fill(person.email);
  await form.getByRole('button', { name: knowledgeCheckTexts.continue }).click();
}

/** Fills in the provider's page. The address is already there. */
export async function enterPassword(page: Page, person: Person): Promise<void> {
  await expect(page.getByRole('textbox', { name: signInPageTexts.email })).toHaveValue(person.email);
  await page.getByLabel(signInPageTexts.password).fill(person.password);
  await page.getByRole('button', { name: shellTexts.logInAgain, exact: true }).click();
}

/** Fills in the provider's registration page and types the code of the mail. */
export async function register(page: Page, person: Person): Promise<void> {
  await fillInRegistration(page, person);
  await expect(heading(page, confirmationTexts.inboxTitle)).toBeVisible();
  const mail = await newestMail(page, person.email, 'verify-email');
  await page.getByLabel(confirmationTexts.code).fill(codeIn(mail));
  await page.getByRole('button', { name: confirmationTexts.confirm, exact: true }).click();
}

/** Fills in the provider's registration page, up to the page that waits for the code. */
export async function fillInRegistration(page: Page, person: Person): Promise<void> {
  await page.getByRole('textbox', { name: signInPageTexts.firstName }).fill(person.firstName);
  await page.getByRole('textbox', { name: signInPageTexts.lastName }).fill(person.lastName);
  await page.getByRole('textbox', { name: signInPageTexts.email }).fill(person.email);
  await page.getByLabel(signInPageTexts.password).fill(person.password);
  await page.getByRole('button', { name: signInPageTexts.createAccount }).click();
}

export const profileMenu = (page: Page, person: Person) =>
  page.getByRole('button', { name: `Profile of ${person.firstName} ${person.lastName}` });

export async function expectSignedIn(page: Page, person: Person): Promise<void> {
  await expect(profileMenu(page, person)).toBeVisible();
}

/** What this browser keeps, but for the look of alerts, which pages of visitors keep as soon as they work. */
export const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const { alerts: _look, ...others } = { ...localStorage } as Record<string, string>;
    return others;
  });

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: shellTexts.logIn })).toBeVisible();
}

/** Chooses the log-out of the profile menu. */
export async function logOut(page: Page, person: Person): Promise<void> {
  await profileMenu(page, person).click();
  await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
}

/** Logs out with the profile menu; ends at the home page of the brand. */
export async function signOut(page: Page, person: Person): Promise<void> {
  const { origin } = new URL(page.url());
  await logOut(page, person);
  await page.waitForURL(`${origin}/`);
  await expectSignedOut(page);
  await hydrated(page);
}

/**
 * Moves the clock of the page on until the element is visible, in place of waiting for its timers. The page needs
 * `clock.install()` before it opens.
 */
export async function passTime(page: Page, until: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1_000);
    await expect(until).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0], timeout: 30_000 });
}

/** A page polls at once when it is shown again, otherwise every few seconds. */
export async function showAgain(page: Page): Promise<void> {
  try {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  } catch (error) {
    // Its own poll was faster, and what it found has led to another document.
    if (!String(error).includes('Execution context was destroyed')) throw error;
  }
}

/** Marks the lesson on the screen complete and waits until the server has saved it. */
export async function completeLesson(page: Page): Promise<void> {
  const acknowledged = page.waitForResponse((response) => response.url().endsWith('/lessons/mark-complete'));
  await page.getByRole('button', { name: lessonTexts.markComplete }).click();
  expect((await acknowledged).status()).toBe(200);
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
}

/** Ids of the lessons of a course, in order. */
export async function lessonIdsOf(academy: Academy, tenant: TenantName, slug: string): Promise<string[]> {
  const { text } = await academy.get(tenant, `/api/v1/lessons/list?slug=${slug}`);
  const { lessons } = (JSON.parse(text) as { data: { lessons: { lessonId: string; type: string }[] } }).data;
  return lessons.filter(({ type }) => type !== 'module').map(({ lessonId }) => lessonId);
}

/** Completes lessons by calls, as from another page; knowledge checks are passed. */
export async function completeAtServer(page: Page, lessonIds: readonly string[]): Promise<void> {
  const statuses = await page.evaluate(
    async ({ tenant, lessonIds }) => {
      const statuses = new Set<number>();
      const send = async (method: string, path: string, body?: object) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          tenantid: tenant,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        };
        const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
        const reply = await fetch(`/api/v1${path}`, init);
        statuses.add(reply.status);
        return (await reply.json()).data;
      };
      const attempts = '/lessons/knowledge-check/attempts';
      // A result says which questions were right, and not how: the next attempt tries other options of those that were not.
      const choices = (keys: readonly string[]) =>
        Array.from({ length: 2 ** keys.length - 1 }, (_, n) => keys.filter((_key, at) => (n + 1) & (2 ** at)));
      const pass = async (lessonId: string) => {
        const tried = new Map<string, number>();
        for (let passed = false; !passed; ) {
          const { attemptId, questions } = await send('POST', attempts, { lessonId });
          for (const { questionKey, options } of questions) {
            const keys = options.map(({ optionKey }: { optionKey: string }) => optionKey).sort();
            const selected = choices(keys)[tried.get(questionKey) ?? 0];
            if (selected === undefined) throw new Error(`no options of ${questionKey} are right`);
            await send('PUT', `${attempts}/${attemptId}`, { questionKey, selected });
          }
          const marked = await send('POST', `${attempts}/${attemptId}/submit`);
          passed = marked.passed;
          for (const { questionKey, isCorrect } of marked.questions)
            if (isCorrect !== true) tried.set(questionKey, (tried.get(questionKey) ?? 0) + 1);
        }
      };
      const at = new Date().toISOString();
      const events = lessonIds.map((lessonId) => ({ key: crypto.randomUUID(), lessonId, kind: 'completed', at }));
      const { results } = await send('POST', '/progress/events', { events });
      for (const [index, { outcome }] of results.entries())
        if (outcome === 'refused') await pass(lessonIds[index] ?? '');
      return [...statuses];
    },
    { tenant: new URL(page.url()).hostname.split('.')[0] ?? '', lessonIds },
  );
  expect(statuses).toEqual([200]);
}

/** Opens the next lesson with the link at the foot of a lesson. */
export async function nextLesson(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: lessonTexts.lesson, exact: true })
    .getByRole('link', { name: /^Next/ })
    .click();
  await expect(heading(page, title)).toBeVisible();
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

type ColorScheme = 'light' | 'dark';
export const COLOR_SCHEMES: readonly ColorScheme[] = ['light', 'dark'];

/**
 * Expects no finding of axe; in dark colors only the contrast is checked again, the rest is the same. The page is looked at from its
 * top: a box that has scrolled half under the header is too small a target for axe.
 *
 * @param schemes dark colors take a third longer: by default only `--all` checks them
 */
export async function expectAccessible(
  page: Page,
  schemes: readonly ColorScheme[] = ALL ? COLOR_SCHEMES : ['light'],
): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const findings = await findingsOfAxe(page, colorScheme === 'dark' ? { rules: ['color-contrast'] } : {});
    const found = findings.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`);
    expect(found, `axe in ${colorScheme} colours at ${page.url()}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** The same for a state that differs little from one that another journey checks: with `--all`. */
export const expectAccessibleToo: typeof expectAccessible = (page, schemes) =>
  ALL ? expectAccessible(page, schemes) : Promise.resolve();

/** Expects the page to fit its window, without scrolling sideways. */
export async function expectNoSidewaysScroll(page: Page, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `pixels too wide at ${width} px, ${page.url()}`).toBeLessThanOrEqual(0);
  }
  if (before !== null) await page.setViewportSize(before);
}
