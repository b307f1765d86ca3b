import type { Page } from '@playwright/test';
import { Academy, type Person, TENANTS, type TenantName } from './academy.ts';
import { Glewlwyd } from './glewlwyd.ts';
import type { SignInPlace } from './sign-in-journeys.ts';
import { expect } from './test.ts';

/** The settings that make an academy use glewlwyd; docs/how-to/external-sign-in.md shows the same. */
export const settingsFor = (glewlwyd: Glewlwyd): Record<string, string> => ({
  ACADEMY_IDENTITY: 'external',
  ACADEMY_ISSUER: glewlwyd.issuer,
  ACADEMY_AUDIENCE_CLAIM: 'client_id',
  ACADEMY_AUDIENCE: TENANTS.map((tenant) => `academy-${tenant}`).join(','),
  ACADEMY_SCOPES: 'openid',
  ACADEMY_LOGOUT_HINT: 'on',
});

/** An academy that uses glewlwyd. */
export class GlewlwydPlace implements SignInPlace {
  readonly academy = new Academy();
  readonly glewlwyd = new Glewlwyd();
  readonly tokenPath = '/api/oidc/token';
  readonly endsAccessTokens = false;
  /** What its own pages complain about. */
  readonly noise: readonly RegExp[] = [/localhost:\d+\/(locales|api|login\.js)/];
  #made = 0;

  async open(): Promise<void> {
    await this.glewlwyd.start();
    this.academy.env = settingsFor(this.glewlwyd);
    await this.academy.open();
    await this.glewlwyd.setUp(
      TENANTS.map((tenant) => ({ clientId: this.clientId(tenant), origins: [this.academy.origin(tenant)] })),
    );
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
      lastName: 'New',
    };
    await this.glewlwyd.add(person);
    return person;
  }

  async enterPassword(page: Page, person: Person): Promise<void> {
    await page.waitForURL(/login\.html/);
    await expect(page.locator('#username')).toHaveValue(person.email);
    await page.locator('#password').fill(person.password);
    await page.getByRole('button', { name: 'OK' }).click();
    await this.passThrough(page);
  }

  /** It asks each time whether to go on as the one whom it knows. */
  async passThrough(page: Page): Promise<void> {
    await page.waitForURL(/login\.html/);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  /** It ends its session when it is told to, and leads back only those who bring a state: people go back by themselves. */
  async confirmLogOut(page: Page): Promise<void> {
    await page.waitForURL(/login\.html.*prompt=end_session/);
    const { searchParams } = new URL(page.url());
    const ended = page.waitForResponse(
      (one) => one.request().method() === 'DELETE' && one.url().endsWith('/api/auth/'),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    expect((await ended).status()).toBe(200);
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
