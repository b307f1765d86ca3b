import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import type { Page } from '@playwright/test';
import { Academy, type Person, TENANTS, type TenantName } from './academy.ts';
import { Glewlwyd } from './glewlwyd.ts';
import { ROOT } from './process.ts';
import type { SignInPlace } from './sign-in-journeys.ts';
import { expect } from './test.ts';

/** The settings for glewlwyd of the documentation, with the address of this server. */
function settingsFor(glewlwyd: Glewlwyd): Record<string, string> {
  const text = readFileSync(join(ROOT, 'docs/how-to/external-sign-in.md'), 'utf8');
  const example = /^## glewlwyd$[^#]*?^```ini\n(.*?)^```$/ms.exec(text)?.[1];
  if (example === undefined) throw new Error('The documentation has no example for glewlwyd');
  const settings = example
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return { ...Object.fromEntries(settings), ACADEMY_ISSUER: glewlwyd.issuer };
}

/** Messages of its own pages, which we cannot fix. */
export const GLEWLWYD_NOISE: readonly RegExp[] = [/localhost:\d+\/(locales|api|login\.js)/];

/** Logs a person in on its page, and confirms that the log-in goes on. */
export async function enterGlewlwyd(page: Page, { email, password }: Person): Promise<void> {
  await page.waitForURL(/login\.html/);
  await page.locator('#username').fill(email);
  await page.locator('#password').fill(password);
  await page.getByRole('button', { name: dialogTexts.ok }).click();
  await page.getByRole('button', { name: dashboardTexts.resume }).click();
}

/** Logs out on its page. @returns the address of the page */
export async function leaveGlewlwyd(page: Page): Promise<URL> {
  await page.waitForURL(/login\.html.*prompt=end_session/);
  const address = new URL(page.url());
  const ended = page.waitForResponse((one) => one.request().method() === 'DELETE' && one.url().endsWith('/api/auth/'));
  // Its page fails when it is used before its data has loaded.
  await page.waitForLoadState('networkidle');
  await page.getByRole('dialog').getByRole('button', { name: profileTexts.logOut }).click();
  expect((await ended).status()).toBe(200);
  return address;
}

/** An academy that uses glewlwyd. */
export class GlewlwydPlace implements SignInPlace {
  readonly academy = new Academy();
  readonly glewlwyd = new Glewlwyd();
  readonly tokenPath = '/api/oidc/token';
  readonly endsAccessTokens = false;
  /** Expected console messages of its own pages. */
  readonly noise = GLEWLWYD_NOISE;
  #made = 0;

  async open(): Promise<void> {
    await this.glewlwyd.start();
    this.academy.env = settingsFor(this.glewlwyd);
    await this.academy.open();
    await this.glewlwyd.setUp(
      TENANTS.map((tenant) => ({ clientId: this.clientId(tenant), origins: [this.academy.origin(tenant)] })),
    );
    // A server that started before its provider retries discovery; until then its pages do not know the provider.
    await expect
      .poll(async () => (await this.academy.get('spring', '/')).text, { timeout: 30_000 })
      .not.toContain('"endpoints":null');
  }

  async close(): Promise<void> {
    await this.academy.remove();
    await this.glewlwyd.remove();
  }

  origin(tenant: TenantName): string {
    return this.academy.origin(tenant);
  }

  get(tenant: TenantName, path: string, headers?: Record<string, string>) {
    return this.academy.get(tenant, path, headers);
  }

  clientId(tenant: TenantName): string {
    return `academy-${tenant}`;
  }

  async newPerson(): Promise<Person> {
    this.#made += 1;
    const person = {
      email: `nora.${this.#made}@example.org`,
      password: 'four words in a row',
      firstName: 'Nora',
      lastName: dashboardTexts.newTag,
    };
    await this.glewlwyd.add(person);
    return person;
  }

  async enterPassword(page: Page, person: Person): Promise<void> {
    await this.typePassword(page, person);
    await this.passThrough(page);
  }

  async typePassword(page: Page, person: Person): Promise<void> {
    await page.waitForURL(/login\.html/);
    await expect(page.locator('#username')).toHaveValue(person.email);
    await page.locator('#password').fill(person.password);
    await page.getByRole('button', { name: dialogTexts.ok }).click();
  }

  /** It asks each time whether to continue with the same account. */
  async passThrough(page: Page): Promise<void> {
    await page.waitForURL(/login\.html/);
    await page.getByRole('button', { name: dashboardTexts.resume }).click();
  }

  /** It leads back from logging out only with a state parameter: people return by themselves. */
  async confirmLogOut(page: Page): Promise<void> {
    const { searchParams } = await leaveGlewlwyd(page);
    await page.goto(`${this.origin((searchParams.get('client_id') ?? '').replace('academy-', '') as TenantName)}/`);
  }

  async expectPasswordPage(page: Page): Promise<void> {
    await page.waitForURL(/login\.html/);
    await expect(page.locator('#password')).toBeVisible();
  }

  remove(person: Person): Promise<void> {
    return this.glewlwyd.delete(person);
  }
}
