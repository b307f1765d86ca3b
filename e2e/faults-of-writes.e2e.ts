import { feedbackTexts } from '@academy/web/features/feedback/feedback-texts';
import { tokenTexts } from '@academy/web/features/personal-access-tokens/token-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { alertListTexts } from '@academy/web/screens/alerts/alert-list-texts';
import { contactTexts } from '@academy/web/screens/contact/contact-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import type { Locator, Page } from '@playwright/test';
import { ALL } from './support/academy.ts';
import { FAULTS, FaultServer } from './support/fault-server.ts';
import { openAs } from './support/sign-in.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');
const server = new FaultServer();
test.beforeEach(({ context }) => server.open(context, academy.port));
test.afterEach(() => server.close());

/** After these faults a write has succeeded, or its failure cannot be recognized. */
const NO_FAILURES = [
  'a late answer',
  'an answer that comes in two halves',
  'no data at all',
  'data of wrong types',
  'data that is cut off',
  'an answer that breaks off',
];
const FAILURES = Object.entries(FAULTS).filter(([name]) => !NO_FAILURES.includes(name));
/** Number of faults for each form in the usual tests; each form gets others. */
const SAMPLED = 1;
/** A form of visitors and one of the administration: the others are sent in the same way. */
const USUAL_FORMS: readonly string[] = [contactTexts.contact, tokenTexts.newToken];
const TYPED = 'What somebody has typed';

/** A form of the academy: how it is filled in and sent, and what confirms it. */
interface Form {
  name: string;
  path: string;
  write: [method: string, path: string];
  /** Opens the form where necessary and fills it in. @returns the field with the typed text */
  fill: (page: Page) => Promise<Locator>;
  send: (page: Page) => Locator;
  arrived: (page: Page) => Locator;
}

const messages = (page: Page) => page.locator('section[aria-label="Messages"]');
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

const FORMS: readonly Form[] = [
  {
    name: contactTexts.contact,
    path: '/contact',
    write: ['POST', '/email/contactUs'],
    async fill(page) {
      const form = page.getByRole('form', { name: contactTexts.contact });
      const field = (name: string) => form.getByRole('textbox', { name, exact: true });
      await field(accountTexts.firstName).fill('Ada');
      await field(accountTexts.lastName).fill('Admin');
      await field(contactTexts.email).fill('ada@example.org');
      await form.getByRole('combobox', { name: contactTexts.topic }).selectOption('An idea for a new course');
      await field(alertListTexts.message).fill(TYPED);
      return field(alertListTexts.message);
    },
    send: (page) => button(page, contactTexts.send),
    arrived: (page) => page.getByRole('dialog', { name: dialogTexts.success }),
  },
  {
    name: feedbackListTexts.feedback,
    path: '/courses',
    write: ['POST', '/feedback'],
    async fill(page) {
      const form = page.getByRole('dialog', { name: feedbackTexts.giveFeedback });
      await page.getByRole('contentinfo').getByRole('button', { name: feedbackTexts.giveFeedback }).click();
      await form.getByRole('textbox', { name: feedbackTexts.comments }).fill(TYPED);
      return form.getByRole('textbox', { name: feedbackTexts.comments });
    },
    send: (page) =>
      page.getByRole('dialog', { name: feedbackTexts.giveFeedback }).getByRole('button', { name: feedbackTexts.send }),
    arrived: (page) => page.getByRole('dialog', { name: feedbackTexts.thankYou }),
  },
  {
    name: accountTexts.yourName,
    path: '/account',
    write: ['PUT', '/account/details'],
    async fill(page) {
      await page.getByLabel(accountTexts.firstName).fill(TYPED);
      return page.getByLabel(accountTexts.firstName);
    },
    send: (page) => button(page, accountTexts.saveName),
    arrived: (page) => page.getByText(accountTexts.nameSaved),
  },
  {
    name: alertListTexts.newAlert,
    path: '/admin/alerts/new',
    write: ['POST', '/alerts/create'],
    async fill(page) {
      const message = page.getByRole('main').getByRole('textbox', { name: alertListTexts.message });
      await message.fill(TYPED);
      return message;
    },
    send: (page) => button(page, 'Create alert'),
    arrived: (page) => messages(page).getByText(alertListTexts.created),
  },
  {
    name: tokenTexts.newToken,
    path: '/admin/tokens',
    write: ['POST', '/admin/generate-token'],
    async fill(page) {
      await page.getByRole('main').getByRole('textbox', { name: tokenTexts.name }).fill(TYPED);
      await page.getByRole('checkbox', { name: 'progress:read' }).check();
      return page.getByRole('main').getByRole('textbox', { name: tokenTexts.name });
    },
    send: (page) => button(page, tokenTexts.create),
    arrived: (page) => page.getByRole('region', { name: tokenTexts.copyNow }),
  },
];

// Shows security#kept-input
for (const [at, form] of FORMS.entries()) {
  const run = USUAL_FORMS.includes(form.name) ? test : longTest;
  run(`${form.name}: the input survives every failure and is sent at last`, async ({ page, allow, watched }) => {
    allow(/^console /, /^request failed/, /^server error/);
    // The name of the person is changed, which other tests use.
    const person = form.name === accountTexts.yourName ? await academy.newPerson() : academy.person('admin');
    await openAs(page, academy.url('spring', form.path), person);
    const typed = await form.fill(page);
    const [method, path] = form.write;
    const faults = ALL
      ? FAILURES
      : Array.from({ length: SAMPLED }, (_, n) => FAILURES[(at * SAMPLED + n) % FAILURES.length]).filter(
          (fault) => fault !== undefined,
        );
    // A 404 leads to the not-found page; the form keeps its text, but is no longer open.
    for (const [name, does] of faults.filter(([fault]) => fault !== 'status 404')) {
      await test.step(name, async () => {
        server.fault = { on: new RegExp(`^${path}(\\?|$)`), method, does };
        server.spoiled = 0;
        await form.send(page).click();
        // A browser repeats a request by itself whose kept-alive connection was lost.
        await expect.poll(() => server.spoiled, { message: `${name}: it was sent` }).toBeGreaterThan(0);
        await expect(form.send(page), name).toBeEnabled();
        await expect(form.send(page), name).not.toHaveAttribute('aria-disabled', 'true');
        await expect(typed, name).toHaveValue(TYPED);
        await expect(form.arrived(page), name).toHaveCount(0);
        const said = page.getByRole('alert').or(messages(page).getByRole('paragraph'));
        await expect(said.filter({ hasText: /./ }).first(), `${name} is said`).toBeVisible();
        expect(
          watched.problems.filter((problem) => problem.startsWith('page error')),
          name,
        ).toEqual([]);
      });
    }
    server.fault = null;
    await form.send(page).click();
    await expect(form.arrived(page)).toBeVisible();
  });
}
