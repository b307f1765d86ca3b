import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { managedEmail } from '../db/message-tables.ts';
import { person as personTable } from '../db/tables.ts';
import { personalAccessTokensService } from '../personal-access-tokens/personal-access-tokens.service.ts';
import { personalAccessTokensStore } from '../personal-access-tokens/personal-access-tokens.store.ts';
import { afterFile } from '../testing/after-file.ts';
import { testDatabase } from '../testing/database.ts';
import { hashToken } from '../values/token-format.ts';
import { type AskedFor, Authenticator } from './authenticator.fixture.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';
import { Academy, Browser, mailTo, type Page, startIdentity } from './identity.fixture.ts';

export const DAY = 24 * 60 * 60_000;

/** A person of the academy with an account. */
export interface Someone {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  accountId: string;
  personId: string;
  /** The address to which a thief changes theirs. */
  thief: string;
}

export const titleOf = ({ text }: Page) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
export const isIn = ({ url }: Page) => url.includes('/login/callback?code=');

export function passkeyForm({ text, url }: Page): { asked: AskedFor; action: string } {
  const [, action = '', options = ''] = /action="([^"]+)" data-passkey="\w+" data-options="([^"]+)"/.exec(text) ?? [];
  const plain = options.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return { asked: JSON.parse(plain) as AskedFor, action: new URL(action, url).href };
}
export const ASKED = 'Choose what to keep';
/** The choices on the page, and whether each is selected. */
export const choicesOn = ({ text }: Page) =>
  [...text.matchAll(/<input[^>]* type="checkbox" name="keep" value="([^"]+)"( checked)?>\s*<span>([^<]+)/g)].map(
    ([, id = '', checked, name = '']) => ({ id, name, kept: checked !== undefined }),
  );
export const NEW_PASSWORD = 'nine brown bicycles';

/** The provider with a clock that tests can advance, and the actions of owners and thieves of accounts. */
export async function recoveryStage() {
  const database = await testDatabase();
  const { db } = database;
  /** How far the clock is ahead, ms. */
  const time = { ahead: 0 };
  const now = () => Date.now() + time.ahead;
  const running = await startIdentity(database, { now });
  afterFile(() => running.close());

  let people = 0;
  /** A person of the academy with an account. */
  async function somebody() {
    people += 1;
    const names = { email: `r${people}@example.org`, firstName: 'Rike', lastName: 'Rask' };
    const password = `quiet river ${people} lantern`;
    const accountId = (await running.identity.createAccount({ ...names, password }))?.accountId ?? '';
    const rows = await db
      .insert(personTable)
      .values({ issuer: EMBEDDED_ISSUER, subject: accountId, ...names, emailVerified: true })
      .returning();
    return { ...names, password, accountId, personId: rows[0]?.personId ?? '', thief: `thief-${names.email}` };
  }

  const linkOf = (email: string, kind: Parameters<typeof mailTo>[2]) => mailTo(running, email, kind).link ?? '';
  const area = (path: string) => `${running.issuer}account/${path}`;
  const origin = () => new URL(running.issuer).origin;
  /** Advances the clock a little, so that later events have a later time. */
  const moment = () => {
    time.ahead += 1_000;
  };

  /** A browser in the account area, just logged in with the password alone. */
  async function inAccount({ email, password }: Pick<Someone, 'email' | 'password'>) {
    const browser = new Browser(running.issuer);
    await browser.submit(await browser.open(`${running.issuer}account`), { email, password });
    return browser;
  }

  /** The same, logged in with a passkey. */
  async function inAccountWith(device: Authenticator) {
    const browser = new Browser(running.issuer);
    const { asked, action } = passkeyForm(await browser.open(`${running.issuer}account`));
    await send(browser, action, [['passkey', device.get(asked)]]);
    return browser;
  }

  async function changeAddress(browser: Browser, to: string) {
    const waiting = await browser.submit(await browser.open(area('email')), { email: to });
    const done = await browser.submit(waiting, { code: mailTo(running, to, 'change-email').detail ?? '' });
    expect(done.text).toContain('Your address is changed');
    moment();
  }

  const send = (browser: Browser, action: string, form: [string, string][]) =>
    browser.open(action, { method: 'POST', body: new URLSearchParams(form), headers: { origin: origin() } });

  async function addPasskey(browser: Browser, name = 'A passkey') {
    const device = new Authenticator(origin());
    const { asked, action } = passkeyForm(await browser.open(area('passkeys')));
    await send(browser, action, [
      ['name', name],
      ['passkey', device.create(asked)],
    ]);
    moment();
    return device;
  }

  async function logInWith(device: Authenticator): Promise<Page> {
    const browser = new Browser(running.issuer);
    const { asked, action } = passkeyForm(await browser.open(new Academy(running).authorizeUrl()));
    return send(browser, action, [['passkey', device.get(asked)]]);
  }

  async function addToken({ personId }: Someone, name = `script ${randomUUID()}`) {
    const by = { personId, name: 'test', correlationId: null };
    const service = personalAccessTokensService(db, () => new Date(now()));
    const { token } = await service.createToken({
      personId,
      tenantId: 'spring',
      name,
      abilities: ['progress:read'],
      by,
    });
    moment();
    return { token, name };
  }
  const answers = async ({ token }: { token: string }) =>
    (await personalAccessTokensStore(db).findByHash(hashToken(token))) !== null;

  async function addAddress({ personId }: Someone, email: string) {
    const at = new Date(now());
    await db.insert(managedEmail).values({ personId, type: 'work', email, createdAt: at, verifiedAt: at });
    moment();
  }
  const addressesOf = async ({ personId }: Someone) =>
    (await db.select().from(managedEmail).where(eq(managedEmail.personId, personId))).map(({ email }) => email);

  const passkeysOf = async ({ accountId }: Someone) =>
    (
      await database.pool.query<{ name: string }>('select name from account_passkey where account_id = $1', [accountId])
    ).rows.map(({ name }) => name);
  const recoveryCodesOf = async ({ accountId }: Someone) =>
    (await database.pool.query('select 1 from account_recovery_code where account_id = $1', [accountId])).rowCount;

  async function takeBack(email: string) {
    const browser = new Browser(running.issuer);
    const page = await browser.open(linkOf(email, 'email-changed'));
    expect(titleOf(page)).toBe('Restore your old address?');
    const done = await browser.submit(page, {});
    expect(titleOf(done)).toBe('Your old address is restored');
    moment();
    return { browser, done };
  }

  /**
   * Requests a link and sets a new password. @param same in the browser that made the request, whose log-in continues
   */
  async function reset(email: string, same = false) {
    const asking = new Browser(running.issuer);
    const page = await asking.open(new Academy(running).authorizeUrl());
    await asking.submit(await asking.open(`${page.url}/forgot`), { email });
    const browser = same ? asking : new Browser(running.issuer);
    const form = await browser.open(linkOf(email, 'reset-password'));
    expect(titleOf(form)).toBe('Choose a new password');
    return { browser, after: await browser.submit(form, { password: NEW_PASSWORD }) };
  }

  /** Submits the page as it is, or with other choices. */
  async function choose(browser: Browser, page: Page, wanted?: string[]): Promise<Page> {
    expect(titleOf(page)).toBe(ASKED);
    const ids = choicesOn(page)
      .filter(({ kept, name }) => (wanted === undefined ? kept : wanted.includes(name)))
      .map(({ id }): [string, string] => ['keep', id]);
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return send(browser, new URL(action, page.url).href, ids);
  }

  async function logIn({ email }: Pick<Someone, 'email'>, password: string): Promise<Page> {
    const browser = new Browser(running.issuer);
    return browser.submit(await browser.open(new Academy(running).authorizeUrl()), { email, password });
  }

  return {
    database,
    running,
    time,
    now,
    somebody,
    linkOf,
    area,
    origin,
    moment,
    inAccount,
    inAccountWith,
    changeAddress,
    send,
    addPasskey,
    logInWith,
    addToken,
    answers,
    addAddress,
    addressesOf,
    passkeysOf,
    recoveryCodesOf,
    takeBack,
    reset,
    choose,
    logIn,
  };
}
