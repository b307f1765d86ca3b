import { accountAreaTexts } from '@academy/identity/pages/account-area-texts';
import { confirmationTexts } from '@academy/identity/pages/confirmation-texts';
import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';

import { passkeyTexts } from '@academy/identity/passkeys/passkey-texts';
import { recoveryTexts } from '@academy/identity/recovery/recovery-texts';
import { secondFactorTexts } from '@academy/identity/second-factor/second-factor-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import type { Person } from './support/academy.ts';
import { codeIn, linkIn, newestMail } from './support/mailbox.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  expectSignedOut,
  heading,
  open,
  signOut,
} from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

// Each test logs in several times.
test.slow();

/** A virtual fingerprint reader that is built into the device. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  const touch = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return {
    /** Does something while a finger is on the reader. */
    async whileTouched(work: () => Promise<void>) {
      await touch(true);
      await work();
      await touch(false);
    },
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

async function logInToAccount(page: Page, person: Person, path: string): Promise<void> {
  await page.goto(`http://localhost:${academy.port}/idp/account/${path}?tenant=spring`);
  await page.getByRole('textbox', { name: confirmationTexts.email }).fill(person.email);
  await page.getByLabel(confirmationTexts.password).fill(person.password);
  await page.getByRole('button', { name: signInPageTexts.logIn, exact: true }).click();
}

/** Goes from a page of an academy to the provider's log-in page. */
async function toLogIn(page: Page, person: Person, asks = true): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: shellTexts.logIn }).click();
  await page.getByRole('textbox', { name: authTexts.email }).fill(person.email);
  await page.getByRole('button', { name: authTexts.continue }).click();
  if (asks) await expect(page.getByRole('button', { name: passkeyTexts.logIn })).toBeVisible();
}

test('a person adds a passkey and logs in without a password', async ({ page, newDevice }) => {
  const person = await academy.newPerson('Petra', 'Passkey');
  const finger = await addAuthenticator(page);
  await logInToAccount(page, person, 'passkeys');
  await expect(page.getByText(passkeyTexts.none)).toBeVisible();
  await expect(page.getByText('your browser needs JavaScript')).toBeHidden();
  await expectAccessibleToo(page);
  await expectNoSidewaysScroll(page, [320, 1440]);
  await page.getByLabel(passkeyTexts.name).fill('Work laptop');
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.add }).click();
    await expect(heading(page, secondFactorTexts.keepTitle)).toBeVisible();
  });
  const [recoveryCode = ''] = await page.locator('.codes code').allTextContents();
  expect(await finger.count()).toBe(1);
  await page.getByRole('link', { name: secondFactorTexts.saved }).click();
  await expect(page.getByText('not used yet')).toBeVisible();
  await expectAccessible(page);

  // The device refuses a second passkey for the account.
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.add }).click();
    await expect(page.getByRole('alert')).toHaveText(passkeyTexts.known);
  });

  await page.context().clearCookies();
  await open(page, academy.url('tanzu', '/courses'));
  await toLogIn(page, person);
  await expectAccessibleToo(page);
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.logIn }).click();
    await expectSignedIn(page, person);
  });
  await expect(page).toHaveURL(academy.url('tanzu', '/courses'));
  const claims = await page.evaluate(() => {
    const [, payload = ''] = (localStorage.getItem('accessToken') ?? '').split('.');
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { amr: string[] };
  });
  expect(claims.amr).toEqual([expect.stringMatching(/^[hs]wk$/), 'user', 'mfa']);

  // On another device the password alone is no longer enough.
  const other = await newDevice();
  await logInToAccount(other, person, '');
  await expect(heading(other, secondFactorTexts.confirmTitle)).toBeVisible();
  await expect(other.getByText('so the password alone is not enough')).toBeVisible();
  await expectAccessibleToo(other);
  await expectNoSidewaysScroll(other, [320, 1440]);
  await other.getByLabel(secondFactorTexts.recoveryCode).fill(recoveryCode);
  await other.getByRole('button', { name: secondFactorTexts.confirm }).click();
  await expect(heading(other, accountTexts.yourAccount)).toBeVisible();
  await expect(other.getByText(secondFactorTexts.onWithPasskey)).toBeVisible();
});

longTest('a passkey is a second factor, and is renamed and removed', async ({ page }) => {
  const person = await academy.newPerson('Rune', 'Renamed');
  const finger = await addAuthenticator(page);
  await logInToAccount(page, person, 'passkeys');
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.add }).click();
    await expect(heading(page, secondFactorTexts.keepTitle)).toBeVisible();
  });
  await page.context().clearCookies();
  await logInToAccount(page, person, 'passkeys');
  await expect(heading(page, secondFactorTexts.confirmTitle)).toBeVisible();
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.use }).click();
    await expect(heading(page, passkeyTexts.title)).toBeVisible();
  });
  await page.getByRole('link', { name: /Chrome/ }).click();
  await expectAccessible(page);
  await page.getByLabel(passkeyTexts.name).fill('<b>');
  await page.getByRole('button', { name: passkeyTexts.saveName }).click();
  await expect(page.getByText(passkeyTexts.nameLetters, { exact: true })).toBeVisible();
  await page.getByLabel(passkeyTexts.name).fill('My phone');
  await page.getByRole('button', { name: passkeyTexts.saveName }).click();
  await expect(page.getByRole('status')).toHaveText(passkeyTexts.saidRenamed);
  await page.getByRole('link', { name: 'My phone' }).click();
  await expect(page.getByText('This is your only second step')).toBeVisible();
  await page.getByRole('button', { name: passkeyTexts.remove }).click();
  await expect(page.getByRole('status')).toHaveText(passkeyTexts.saidRemoved);

  // The device still has the passkey, the academy does not.
  await page.context().clearCookies();
  await open(page, academy.url('spring'));
  await toLogIn(page, person);
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.logIn }).click();
    await expect(page.getByRole('alert').first()).toContainText('This passkey was not accepted.');
  });
  await page.getByLabel(confirmationTexts.password).fill(person.password);
  await page.getByRole('button', { name: signInPageTexts.logIn, exact: true }).click();
  await expectSignedIn(page, person);
  await signOut(page, person);
});

longTest('the address field suggests passkeys, and the choice logs in', async ({ page }) => {
  const person = await academy.newPerson('Selma', 'Suggested');
  const finger = await addAuthenticator(page);
  await logInToAccount(page, person, 'passkeys');
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.add }).click();
    await expect(heading(page, secondFactorTexts.keepTitle)).toBeVisible();
  });
  await page.context().clearCookies();
  await open(page, academy.url('kube'));
  await finger.whileTouched(async () => {
    await page.getByRole('banner').getByRole('button', { name: shellTexts.logIn }).click();
    await page.getByRole('textbox', { name: authTexts.email }).fill(person.email);
    await page.getByRole('button', { name: authTexts.continue }).click();
    await expectSignedIn(page, person);
  });
});

longTest('an owner recovers a stolen account, and the thief loses all access', async ({ page, newDevice }) => {
  const person = await academy.newPerson('Greta', 'Grabbed');
  const thief = { ...person, email: `thief.${person.email}` };
  // The thief knows the password, and adds a passkey before changing the address.
  const finger = await addAuthenticator(page);
  await logInToAccount(page, person, 'passkeys');
  await page.getByLabel(passkeyTexts.name).fill('Spare phone');
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.add }).click();
    await expect(heading(page, secondFactorTexts.keepTitle)).toBeVisible();
  });
  await page.goto(`http://localhost:${academy.port}/idp/account/email?tenant=spring`);
  await page.getByLabel(accountAreaTexts.newEmail).fill(thief.email);
  await page.getByRole('button', { name: accountAreaTexts.sendMail }).click();
  await page.getByLabel(confirmationTexts.code).fill(codeIn(await newestMail(page, thief.email, 'change-email')));
  await page.getByRole('button', { name: accountAreaTexts.confirm }).click();
  await expect(page.getByText('Your address is changed.')).toBeVisible();
  await open(page, academy.url('spring'));
  await toLogIn(page, thief, false);
  await expectSignedIn(page, thief);
  const token = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'content-type': 'application/json',
      tenantid: 'spring',
    };
    const body = JSON.stringify({ name: 'Thief script', abilities: ['progress:read'] });
    const reply = await fetch('/api/v1/admin/generate-token', { method: 'POST', headers, body });
    return ((await reply.json()) as { data: { message: string } }).data.message;
  });
  const statusOfToken = async () => {
    const headers = { tenantid: 'spring', authorization: `Bearer ${token}` };
    return (await academy.get('spring', '/api/v1/progress/overlay?kind=courses', headers)).status;
  };
  expect(await statusOfToken()).toBe(200);

  const phone = await newDevice({ viewport: { width: 360, height: 780 } });
  expect((await newestMail(page, person.email, 'token-created')).plain).toContain('“Thief script”');
  await phone.goto(linkIn(await newestMail(page, person.email, 'email-changed')));
  await phone.getByRole('button', { name: `Restore ${person.email}` }).click();
  await expect(heading(phone, confirmationTexts.undoneTitle)).toBeVisible();
  await expectAccessible(phone);
  expect(await statusOfToken()).toBe(401);
  await phone.getByRole('link', { name: confirmationTexts.choosePassword }).click();
  await phone.getByLabel(confirmationTexts.newPassword).fill('nine brown bicycles');
  await phone.getByRole('button', { name: confirmationTexts.setPassword }).click();
  await expect(heading(phone, recoveryTexts.keepTitle)).toBeVisible();
  await expectAccessibleToo(phone);
  await expectNoSidewaysScroll(phone, [320, 360, 1440]);
  await expect(phone.getByRole('checkbox', { name: 'Spare phone' })).not.toBeChecked();
  await phone.getByRole('button', { name: recoveryTexts.keep }).click();
  await expect(heading(phone, confirmationTexts.changedTitle)).toBeVisible();

  await expectSignedOut(page);
  await open(page, academy.url('spring'));
  await toLogIn(page, person);
  await finger.whileTouched(async () => {
    await page.getByRole('button', { name: passkeyTexts.logIn }).click();
    await expect(page.getByRole('alert').first()).toContainText('This passkey was not accepted.');
  });
  await logInToAccount(phone, { ...person, password: 'nine brown bicycles' }, '');
  await expect(heading(phone, accountTexts.yourAccount)).toBeVisible();
  await expect(phone.getByText('None', { exact: true })).toBeVisible();
});

longTest('the log-in page does not shift when its script and font load', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/idp\/.*\.(js|woff2)$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`http://localhost:${academy.port}/idp/account/passkeys?tenant=spring`, { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: signInPageTexts.logIn, exact: true });
  const before = await button.boundingBox();
  release();
  await expect(page.getByRole('button', { name: passkeyTexts.logIn })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await button.boundingBox()).toEqual(before);
});
