import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './academy.ts';
import { expectSignedIn } from './steps.ts';

/** More stops than any page of the samples has. */
const MAX_STOPS = 200;

/** Walks from stop to stop until the element has the focus, like people without a mouse. */
export async function walkTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const arrived = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < MAX_STOPS && !(await arrived()); presses += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** Logs in by the keyboard alone and returns to the first page. */
export async function signInByKeys(page: Page, person: Person): Promise<void> {
  await walkTo(page, page.getByRole('banner').getByRole('button', { name: shellTexts.logIn }));
  await page.keyboard.press('Enter');
  const email = page
    .locator('form')
    .filter({ hasText: authTexts.continue })
    .getByRole('textbox', { name: authTexts.email });
  await walkTo(page, email);
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  const password = page.getByLabel(signInPageTexts.password);
  await expect(password).toBeVisible();
  await walkTo(page, password);
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expectSignedIn(page, person);
}
