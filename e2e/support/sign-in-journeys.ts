import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import type { Page, Request } from '@playwright/test';
import type { Person, RawReply, TenantName } from './academy.ts';
import { expectSignedIn, expectSignedOut, hydrated, open, profileMenu, stored } from './steps.ts';
import { expect, longTest, test } from './test.ts';

/** An academy with any provider, on any number of servers. */
export interface SignInPlace {
  origin(tenant: TenantName): string;
  /** Sends a request to the academy without a browser. */
  get(tenant: TenantName, path: string, headers?: Record<string, string>): Promise<RawReply>;
  /** `client_id` of a tenant at the provider. */
  clientId(tenant: TenantName): string;
  /** Path of the provider's token endpoint. */
  tokenPath: string;
  /** Creates a person with an account at the provider. */
  newPerson(): Promise<Person>;
  /** Types the password on the provider's page and answers its further questions. */
  enterPassword(page: Page, person: Person): Promise<void>;
  /** Answers the provider's questions when it has a session. */
  passThrough(page: Page): Promise<void>;
  /** Confirms the log-out where the provider asks. */
  confirmLogOut(page: Page): Promise<void>;
  /** Expects the provider's page for the password. */
  expectPasswordPage(page: Page): Promise<void>;
  /** Removes the account at the provider. */
  remove(person: Person): Promise<void>;
  /** Whether logging out ends the access token at once; otherwise it stays valid until it expires. */
  endsAccessTokens: boolean;
  /** Messages of the provider's own pages, which we cannot fix. */
  noise: readonly RegExp[];
}

/** Goes from the header to the provider's page, and types the e-mail address on the way. */
export async function toProvider(page: Page, person: Person): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: authTexts.logIn }).click();
  await page.getByRole('textbox', { name: authTexts.email }).fill(person.email);
  await page.getByRole('button', { name: authTexts.continue }).click();
}

/**
 * The tests that every provider and every number of servers must pass; they differ in the place only.
 *
 * @param place called when a test runs
 * @param extent `short`: logging in and out only
 */
export function signInJourneys(place: () => SignInPlace, extent: 'all' | 'short' = 'all'): void {
  const further = extent === 'all' ? longTest : test.skip;

  const access = (tenant: TenantName, token: string | undefined) =>
    place().get(tenant, '/api/v1/user/verifyUserAccess', { tenantid: tenant, authorization: `Bearer ${token}` });
  const courses = (tenant: TenantName, token: string | undefined) =>
    place().get(tenant, `/api/v1/courses/list?tenantId=${tenant}`, {
      tenantid: tenant,
      authorization: `Bearer ${token}`,
    });
  const idTokenOf = (entry: string | undefined) =>
    (JSON.parse(entry ?? '{}') as { idToken: { idToken: string } }).idToken.idToken;

  /** Makes the access token look expired, on a document whose scripts do not notice. */
  const expire = async (page: Page) => {
    await page.goto(`${place().origin('spring')}/favicon.svg`);
    await page.evaluate(() => localStorage.setItem('expiresAt', String(Date.now() - 1000)));
  };

  test.beforeEach(({ allow }) => allow(...place().noise));

  const more = extent === 'all' ? '; the session is renewed, and valid for other brands' : '';
  test(`logging in uses code and PKCE, and returns${more}`, async ({ page }) => {
    const person = await place().newPerson();
    const wanted = `${place().origin('spring')}/courses?topic=rest#main`;
    await open(page, wanted);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await toProvider(page, person);
    await place().enterPassword(page, person);
    await expectSignedIn(page, person);
    await expect(page).toHaveURL(wanted);

    const exchanges = requests.filter((one) => one.method() === 'POST' && one.url().endsWith(place().tokenPath));
    expect(exchanges).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(exchanges[0]?.postData() ?? ''))).toEqual({
      client_id: place().clientId('spring'),
      redirect_uri: `${place().origin('spring')}/login/callback`,
      grant_type: 'authorization_code',
      code_verifier: expect.any(String),
      code: expect.any(String),
    });
    const kept = await stored(page);
    const idToken = idTokenOf(kept['idp-token-storage']);
    const me = await access('spring', kept.accessToken);
    expect(me.status).toBe(200);
    expect(JSON.parse(me.text).data).toMatchObject({
      email: person.email,
      firstName: person.firstName,
      isAdmin: false,
    });
    expect((await courses('spring', idToken)).status).toBe(200);
    expect((await access('spring', idToken)).status).toBe(401);
    const [head = '', payload = '', signature = ''] = (kept.accessToken ?? '').split('.');
    const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    for (const forged of [`${unsigned}.${payload}.`, `${unsigned}.${payload}.${signature}`, `${head}.${payload}.AAAA`])
      expect((await access('spring', forged)).status).toBe(401);
    if (extent === 'short') return;

    await test.step('an expired session is renewed before the page is used', async () => {
      let before = kept;
      for (let round = 0; round < 2; round += 1) {
        await expire(page);
        await open(page, `${place().origin('spring')}/courses`);
        await page.waitForFunction((token) => localStorage.getItem('accessToken') !== token, before.accessToken ?? '');
        await expectSignedIn(page, person);
        const after = await stored(page);
        expect((await access('spring', after.accessToken)).status).toBe(200);
        before = after;
      }
    });
    await test.step('another brand needs no password', async () => {
      await open(page, `${place().origin('tanzu')}/instructors`);
      await expectSignedOut(page);
      await toProvider(page, person);
      await place().passThrough(page);
      await expectSignedIn(page, person);
      await expect(page).toHaveURL(`${place().origin('tanzu')}/instructors`);
    });
  });

  test('logging out empties the browser and ends the session at the provider', async ({ page, allow }) => {
    allow(/status of 40[01]/);
    const person = await place().newPerson();
    await open(page, `${place().origin('kube')}/courses`);
    await toProvider(page, person);
    await place().enterPassword(page, person);
    await expectSignedIn(page, person);
    const before = await stored(page);
    await profileMenu(page, person).click();
    await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
    await place().confirmLogOut(page);
    await page.waitForURL(`${place().origin('kube')}/`);
    await expectSignedOut(page);
    expect(Object.keys(await stored(page)).filter((key) => key !== 'theme')).toEqual([]);
    if (place().endsAccessTokens) {
      await expect.poll(async () => (await access('kube', before.accessToken)).status).toBe(401);
    }
    await hydrated(page);
    await toProvider(page, person);
    await place().expectPasswordPage(page);
  });

  further('a person whose account was deleted is signed out', async ({ page, allow }) => {
    allow(/status of 40\d/);
    const person = await place().newPerson();
    await open(page, place().origin('spring'));
    await toProvider(page, person);
    await place().enterPassword(page, person);
    await expectSignedIn(page, person);
    await place().remove(person);
    await expire(page);
    await open(page, `${place().origin('spring')}/courses`);
    await expectSignedOut(page);
    await expect.poll(async () => Object.keys(await stored(page))).not.toContain('accessToken');
  });
}
