import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Person } from './support/academy.ts';
import {
  enterPassword,
  expectAccessible,
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
  await page.getByRole('banner').getByRole('button', { name: 'Log In / Register' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterPassword(page, person);
  await expect(heading(page, 'Confirm that it is you')).toBeVisible();
}

async function logInToAccount(page: Page, person: Person, path: string): Promise<void> {
  await page.goto(`http://localhost:${academy.port}/idp/account/${path}?tenant=spring`);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('two-step log-in is set up on the account page and then required', async ({ page, newDevice }) => {
  const person = await academy.newPerson('Tova', 'Twostep');
  await logInToAccount(page, person, 'second-factor');
  await expect(heading(page, 'Set up two-step log-in')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 390, 1440]);
  const secret = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? '';
  const setUpAt = Date.now();
  await page.getByLabel('Code that the app shows').fill(codeAt(secret, setUpAt));
  await page.getByRole('button', { name: 'Turn on two-step log-in' }).click();
  await expect(heading(page, 'Keep your recovery codes')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 1440]);
  const [recoveryCode = ''] = await page.locator('.codes code').allTextContents();
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 are left.')).toBeVisible();
  await expectAccessible(page);

  const other = await newDevice();
  await open(other, academy.url('kube', '/courses'));
  await toSecondStep(other, person);
  await expectAccessible(other);
  await other.reload();
  await other.getByLabel('Code').fill('000000');
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByRole('alert')).toContainText('One thing needs a change');
  await expect(other.locator('#code-error')).toContainText('it was used already');
  await expectAccessible(other);
  // The next code is valid a little early; the current one was used by the set-up.
  await other.getByLabel('Code').fill(codeAt(secret, Math.max(setUpAt + 30_000, Date.now())));
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expectSignedIn(other, person);
  await expect(other).toHaveURL(academy.url('kube', '/courses'));

  await signOut(other, person);
  await toSecondStep(other, person);
  await other.getByLabel('Code').fill(recoveryCode.toLowerCase());
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expectSignedIn(other, person);
});

longTest('two-step log-in works without JavaScript', async ({ newDevice }) => {
  const person = await academy.newPerson('Nils', 'Noscript');
  const page = await newDevice({ javaScriptEnabled: false });
  await logInToAccount(page, person, 'second-factor');
  const secret = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? '';
  const setUpAt = Date.now();
  await page.getByLabel('Code that the app shows').fill(codeAt(secret, setUpAt));
  await page.getByRole('button', { name: 'Turn on two-step log-in' }).click();
  await expect(heading(page, 'Keep your recovery codes')).toBeVisible();
  const other = await newDevice({ javaScriptEnabled: false });
  await logInToAccount(other, person, '');
  await expect(heading(other, 'Confirm that it is you')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Use a passkey' })).toBeHidden();
  await other.getByLabel('Code').fill(codeAt(secret, Math.max(setUpAt + 30_000, Date.now())));
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(heading(other, 'Your account')).toBeVisible();
  await other.getByRole('link', { name: 'Passkeys' }).click();
  await expect(other.getByText('your browser needs JavaScript and support for passkeys')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
});
