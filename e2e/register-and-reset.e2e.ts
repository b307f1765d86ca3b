import { accountAreaTexts } from '@academy/identity/pages/account-area-texts';
import { confirmationTexts } from '@academy/identity/pages/confirmation-texts';
import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';

import { identityMailTexts } from '@academy/server/mail/templates/identity-mail-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import type { Page } from '@playwright/test';
import type { Person } from './support/academy.ts';
import { codeIn, linkIn, newestMail } from './support/mailbox.ts';
import { SAMPLES } from './support/samples.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  expectSignedOut,
  fillInRegistration,
  heading,
  open,
  signIn,
} from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const { course, lesson } = SAMPLES.spring;
const LESSON = `/courses/${course.slug}/lessons/${lesson.slug}`;
const WIDTHS = [320, 390, 768, 1440];

const somebody = (name: string): Person => ({
  email: `${name}@example.org`.toLowerCase(),
  password: 'seven green lanterns',
  firstName: name,
  lastName: 'Newcomer',
});

/** Goes from the header of a page to the registration, which opens in a new tab. */
async function toRegistration(page: Page, email: string): Promise<Page> {
  await page.getByRole('banner').getByRole('button', { name: authTexts.logIn }).click();
  await page.getByRole('textbox', { name: authTexts.email }).fill(email);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: authTexts.continue }).click();
  const tab = await opened;
  await expect(heading(tab, signInPageTexts.createTitle)).toBeVisible();
  return tab;
}

/** Goes from the header to the provider's log-in page. */
async function toLogIn(page: Page, email: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: authTexts.logIn }).click();
  await page.getByRole('textbox', { name: authTexts.email }).fill(email);
  await page.getByRole('button', { name: authTexts.continue }).click();
  await expect(page.getByLabel(confirmationTexts.password)).toBeVisible();
}

test('a visitor registers from a lesson by mailed code and returns there', async ({ page }) => {
  const ines = somebody('Ines');
  await open(page, academy.url('spring', LESSON));
  const tab = await toRegistration(page, ines.email);
  await fillInRegistration(tab, ines);
  await expect(heading(tab, confirmationTexts.inboxTitle)).toBeVisible();
  await expect(tab.getByRole('link', { name: 'local mailbox' })).toHaveAttribute(
    'href',
    academy.url('spring', '/mailbox'),
  );
  await expectAccessibleToo(tab);
  await expectNoSidewaysScroll(tab, WIDTHS);

  const right = codeIn(await newestMail(tab, ines.email, 'verify-email'));
  await tab.getByLabel(confirmationTexts.code).fill(right === '123456' ? '654321' : '123456');
  await tab.getByRole('button', { name: confirmationTexts.confirm, exact: true }).click();
  await expect(tab.getByText('This code is wrong or no longer valid.').first()).toBeVisible();
  await expectAccessible(tab);

  await tab.getByLabel(confirmationTexts.code).fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await tab.getByRole('button', { name: confirmationTexts.confirm, exact: true }).click();
  await expectSignedIn(tab, ines);
  await expect(tab).toHaveURL(academy.url('spring', LESSON));
});

longTest('the mailed link works in another browser, and the tab continues', async ({ page, newDevice }) => {
  const tilda = somebody('Tilda');
  await open(page, academy.url('kube', '/courses'));
  const tab = await toRegistration(page, tilda.email);
  await fillInRegistration(tab, tilda);
  await expect(heading(tab, confirmationTexts.inboxTitle)).toBeVisible();

  const phone = await newDevice({ viewport: { width: 390, height: 844 } });
  await phone.goto(linkIn(await newestMail(tab, tilda.email, 'verify-email')));
  await expect(heading(phone, confirmationTexts.confirmTitle)).toBeVisible();
  expect(phone.url()).not.toContain('token');
  await expectAccessible(phone);
  await phone.getByLabel(confirmationTexts.password).fill(tilda.password);
  await phone.getByRole('button', { name: confirmationTexts.confirmButton }).click();
  await expect(heading(phone, confirmationTexts.confirmedTitle)).toBeVisible();
  await expectAccessible(phone);

  await tab.getByRole('link', { name: confirmationTexts.opened }).click();
  await expectSignedIn(tab, tilda);
  await expect(tab).toHaveURL(academy.url('kube', '/courses'));
});

longTest('registration works without scripts', async ({ browser, page }) => {
  const vera = somebody('Vera');
  await open(page, academy.url('tanzu'));
  const tab = await toRegistration(page, vera.email);
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies(await tab.context().cookies());
  const plain = await context.newPage();
  await plain.goto(tab.url());
  await fillInRegistration(plain, vera);
  await plain.getByRole('button', { name: confirmationTexts.sendNew }).click();
  await expect(plain.getByText('A new e-mail is on its way.')).toBeVisible();
  const link = linkIn(await newestMail(plain, vera.email, 'verify-email'));
  await plain.goto(link);
  await plain.getByRole('button', { name: confirmationTexts.confirmButton }).click();
  await plain.waitForURL(/\/login\/callback\?code=/);
  await context.close();
});

test('resetting a password signs other devices out and continues the log-in', async ({ page, newDevice }) => {
  const person = await academy.newPerson('Frida', 'Forgetful');
  const other = await newDevice();
  await open(other, academy.url('spring', '/courses'));
  await signIn(other, person);

  await open(page, academy.url('spring', LESSON));
  await toLogIn(page, person.email);
  await page.getByRole('link', { name: signInPageTexts.forgot }).click();
  await expect(page.getByRole('textbox', { name: confirmationTexts.email })).toHaveValue(person.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: confirmationTexts.sendLink }).click();
  await expect(heading(page, confirmationTexts.inboxTitle)).toBeVisible();
  await expectAccessibleToo(page);

  await page.goto(linkIn(await newestMail(page, person.email, 'reset-password')));
  await expect(heading(page, confirmationTexts.choosePassword)).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, WIDTHS);
  await page.getByLabel(confirmationTexts.newPassword).fill('Password123!');
  await page.getByRole('button', { name: confirmationTexts.setPassword }).click();
  await expect(page.getByText('guessed first').first()).toBeVisible();
  await page.getByLabel(confirmationTexts.newPassword).fill('nine brown bicycles');
  await page.getByRole('button', { name: confirmationTexts.setPassword }).click();
  await expectSignedIn(page, person);
  await expect(page).toHaveURL(academy.url('spring', LESSON));
  await newestMail(page, person.email, 'password-changed');
  await expectSignedOut(other);

  await toAccount(page, 'kube', { ...person, password: 'nine brown bicycles' });
});

/** Opens the account pages of the provider, and enters the password when they ask for it. */
async function toAccount(page: Page, tenant: 'spring' | 'kube' | 'tanzu', person: Person): Promise<void> {
  await page.goto(`http://localhost:${academy.port}/idp/account?tenant=${tenant}`);
  const password = page.getByLabel(confirmationTexts.password, { exact: true });
  await expect(heading(page, accountTexts.yourAccount).or(password)).toBeVisible();
  if (await password.isVisible()) {
    await page.getByRole('textbox', { name: confirmationTexts.email }).fill(person.email);
    await password.fill(person.password);
    await page.getByRole('button', { name: signInPageTexts.logIn, exact: true }).click();
  }
  await expect(heading(page, accountTexts.yourAccount)).toBeVisible();
}

test('a person changes password and address on the account pages', async ({ page }) => {
  const person = await academy.newPerson('Alva', 'Accountable');
  await toAccount(page, 'tanzu', person);
  await expect(page).toHaveTitle('Your account - Tanzu Academy');
  await expect(page.getByRole('link', { name: profileTexts.account })).toHaveAttribute(
    'href',
    academy.url('tanzu', '/account'),
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, WIDTHS);

  await page.getByRole('link', { name: confirmationTexts.password, exact: true }).click();
  await expectAccessibleToo(page);
  await page.getByLabel(accountAreaTexts.current).fill(person.password);
  await page.getByLabel(confirmationTexts.newPassword).fill('nine brown bicycles');
  await page.getByRole('button', { name: accountAreaTexts.changePassword }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();

  await page.getByRole('link', { name: confirmationTexts.email }).click();
  const to = `new.${person.email}`;
  await page.getByLabel(accountAreaTexts.newEmail).fill(to);
  await page.getByRole('button', { name: accountAreaTexts.sendMail }).click();
  await expect(heading(page, identityMailTexts.changeHeading)).toBeVisible();
  await expectAccessibleToo(page);
  await page.getByLabel(confirmationTexts.code).fill(codeIn(await newestMail(page, to, 'change-email')));
  await page.getByRole('button', { name: accountAreaTexts.confirm }).click();
  await expect(page.getByText('Your address is changed.')).toBeVisible();
  await expect(page.getByText(to)).toBeVisible();
  await expectAccessibleToo(page);

  await page.goto(linkIn(await newestMail(page, person.email, 'email-changed')));
  await expectAccessibleToo(page);
  await page.getByRole('button', { name: `Restore ${person.email}` }).click();
  await expect(heading(page, confirmationTexts.undoneTitle)).toBeVisible();
});

test('a taken address looks like any other; its owner gets a mail', async ({ page }) => {
  const learner = academy.person('learner');
  await open(page, academy.url('spring', '/auth'));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: authTexts.createAccount }).click();
  const tab = await opened;
  await fillInRegistration(tab, { ...somebody('Stranger'), email: learner.email });
  await expect(heading(tab, confirmationTexts.inboxTitle)).toBeVisible();
  await newestMail(tab, learner.email, 'account-exists');
});
