import { confirmationTexts } from '@academy/identity/pages/confirmation-texts';
import { passkeyTexts } from '@academy/identity/passkeys/passkey-texts';
import { secondFactorTexts } from '@academy/identity/second-factor/second-factor-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { ALL, type Person } from './support/academy.ts';
import {
  enterPassword,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  heading,
  open,
  signOut,
} from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

// Each test logs in several times.
test.slow();

const codeAt = (secret: string, ms: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

/** Goes from a page of an academy to the page after the password. */
async function toSecondStep(page: Page, person: Person): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: shellTexts.logIn }).click();
  await page.getByRole('textbox', { name: authTexts.email }).fill(person.email);
  await page.getByRole('button', { name: authTexts.continue }).click();
  await enterPassword(page, person);
  await expect(heading(page, secondFactorTexts.confirmTitle)).toBeVisible();
}

async function logInToAccount(page: Page, person: Person, path: string): Promise<void> {
  await page.goto(`http://localhost:${academy.port}/idp/account/${path}?tenant=spring`);
  await page.getByRole('textbox', { name: confirmationTexts.email }).fill(person.email);
  await page.getByLabel(confirmationTexts.password).fill(person.password);
  await page.getByRole('button', { name: shellTexts.logInAgain, exact: true }).click();
}

test('two-step log-in is set up on the account page and then required', async ({ page, newDevice }) => {
  const person = await academy.newPerson('Tova', 'Twostep');
  await logInToAccount(page, person, 'second-factor');
  await expect(heading(page, secondFactorTexts.setUpTitle)).toBeVisible();
  await expect(page.getByRole('img', { name: secondFactorTexts.qrCode })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 390, 1440]);
  const secret = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? '';
  const setUpAt = Date.now();
  await page.getByLabel(secondFactorTexts.codeOfApp).fill(codeAt(secret, setUpAt));
  await page.getByRole('button', { name: secondFactorTexts.turnOn }).click();
  await expect(heading(page, secondFactorTexts.keepTitle)).toBeVisible();
  await expectAccessibleToo(page);
  await expectNoSidewaysScroll(page, [320, 1440]);
  const [recoveryCode = ''] = await page.locator('.codes code').allTextContents();
  await page.getByRole('link', { name: secondFactorTexts.saved }).click();
  await expect(page.getByText('10 codes are left.')).toBeVisible();
  await expectAccessibleToo(page);

  const other = await newDevice();
  await open(other, academy.url('kube', '/courses'));
  await toSecondStep(other, person);
  await expectAccessibleToo(other);
  await other.reload();
  await other.getByLabel(secondFactorTexts.code).fill('000000');
  await other.getByRole('button', { name: secondFactorTexts.confirm }).click();
  await expect(other.getByRole('alert')).toContainText('One thing needs a change');
  await expect(other.locator('#code-error')).toContainText('was used already');
  await expectAccessible(other);
  // The next code is valid a little early; the current one was used by the set-up.
  await other.getByLabel(secondFactorTexts.code).fill(codeAt(secret, Math.max(setUpAt + 30_000, Date.now())));
  await other.getByRole('button', { name: secondFactorTexts.confirm }).click();
  await expectSignedIn(other, person);
  await expect(other).toHaveURL(academy.url('kube', '/courses'));
  if (!ALL) return;

  await signOut(other, person);
  await toSecondStep(other, person);
  await other.getByLabel(secondFactorTexts.code).fill(recoveryCode.toLowerCase());
  await other.getByRole('button', { name: secondFactorTexts.confirm }).click();
  await expectSignedIn(other, person);
});

longTest('two-step log-in works without JavaScript', async ({ newDevice }) => {
  const person = await academy.newPerson('Nils', 'Noscript');
  const page = await newDevice({ javaScriptEnabled: false });
  await logInToAccount(page, person, 'second-factor');
  const secret = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? '';
  const setUpAt = Date.now();
  await page.getByLabel(secondFactorTexts.codeOfApp).fill(codeAt(secret, setUpAt));
  await page.getByRole('button', { name: secondFactorTexts.turnOn }).click();
  await expect(heading(page, secondFactorTexts.keepTitle)).toBeVisible();
  const other = await newDevice({ javaScriptEnabled: false });
  await logInToAccount(other, person, '');
  await expect(heading(other, secondFactorTexts.confirmTitle)).toBeVisible();
  await expect(other.getByRole('button', { name: passkeyTexts.use })).toBeHidden();
  await other.getByLabel(secondFactorTexts.code).fill(codeAt(secret, Math.max(setUpAt + 30_000, Date.now())));
  await other.getByRole('button', { name: secondFactorTexts.confirm }).click();
  await expect(heading(other, accountTexts.yourAccount)).toBeVisible();
  await other.getByRole('link', { name: passkeyTexts.title }).click();
  await expect(other.getByText('your browser needs JavaScript and support for passkeys')).toBeVisible();
  await expect(other.getByRole('button', { name: passkeyTexts.add })).toBeHidden();
});
