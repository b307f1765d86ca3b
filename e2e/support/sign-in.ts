import { createHash, randomBytes } from 'node:crypto';
import { IDP_STORAGE_KEY, STORAGE_KEYS } from '@academy/contract/constants';
import type { BrowserContext, Page } from '@playwright/test';
import { ask, type Person } from './academy.ts';
import { expectSignedIn, open } from './steps.ts';

/** A small page of any academy that needs no session. */
const SMALL_DOCUMENT = '/favicon.svg';

interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  /** Seconds. */
  expires_in: number;
}

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/**
 * Opens an address as a signed-in person. It signs in over HTTP, without the pages of academy and provider; tests of
 * signing in use `signIn`, which opens these pages.
 */
export async function openAs(page: Page, url: string, person: Person): Promise<void> {
  const { origin } = new URL(url);
  const { cookies, tokens } = await signInOverHttp(origin, person);
  await page.context().addCookies(cookies);
  await page.goto(`${origin}${SMALL_DOCUMENT}`);
  await page.evaluate(
    ({ keys, idKey, tokens }) => {
      // By the clock of the page, which a test may have changed.
      const expiresAt = Date.now() + tokens.expires_in * 1000;
      localStorage.setItem(keys.accessToken, tokens.access_token);
      localStorage.setItem(keys.refreshToken, tokens.refresh_token);
      localStorage.setItem(keys.expiresAt, String(expiresAt));
      localStorage.setItem(idKey, JSON.stringify({ idToken: { idToken: tokens.id_token, expiresAt } }));
    },
    { keys: STORAGE_KEYS, idKey: IDP_STORAGE_KEY, tokens },
  );
  await open(page, url);
  await expectSignedIn(page, person);
}

/** Authorization code with PKCE at the embedded provider: its page, its form, the code, the tokens. */
async function signInOverHttp(origin: string, person: Person): Promise<{ cookies: Cookie[]; tokens: Tokens }> {
  const { hostname, port } = new URL(origin);
  const issuer = `http://localhost:${port}/idp/`;
  const verifier = randomBytes(48).toString('base64url');
  const client = {
    client_id: `academy-${hostname.replace('.localhost', '')}`,
    redirect_uri: `${origin}/login/callback`,
  };
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope: await scopesOf(origin),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
  });
  const browse = new Browsing();
  const asked = await browse.to(`${issuer}oauth2/v1/authorize?${query}`);
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(asked.text) ?? [];
  if (action === undefined) throw new Error(`The provider shows no form: status ${asked.status}, ${asked.url}`);
  const hidden = [...asked.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  const filled = new URLSearchParams([...hidden, ['email', person.email], ['password', person.password]]);
  const answered = await browse.to(new URL(action, asked.url).href, filled);
  const code = new URL(answered.url).searchParams.get('code');
  if (code === null) throw new Error(`${person.email} cannot sign in: ${answered.url}`);
  const response = await fetch(`${issuer}oauth2/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...client, grant_type: 'authorization_code', code, code_verifier: verifier }),
    headers: { origin },
  });
  const tokens = (await response.json()) as Tokens;
  if (!response.ok) throw new Error(`The provider gives ${person.email} no tokens: ${JSON.stringify(tokens)}`);
  return { cookies: browse.cookies, tokens };
}

const scopes = new Map<string, string>();

/** The scopes that the pages of the academy request. */
async function scopesOf(origin: string): Promise<string> {
  const known = scopes.get(origin);
  if (known !== undefined) return known;
  const { host, port } = new URL(origin);
  const { text } = await ask(Number(port), { host }, '/contact');
  const [, found] = /"scopes":"([^"]+)"/.exec(text) ?? [];
  if (found === undefined) throw new Error(`${origin} does not say what it asks its provider for`);
  scopes.set(origin, found);
  return found;
}

/** Follows redirects with cookies to a page, or back to the academy. */
class Browsing {
  readonly #cookies = new Map<string, Cookie & { path: string }>();

  get cookies(): Cookie[] {
    return [...this.#cookies.values()];
  }

  async to(start: string, form?: URLSearchParams): Promise<{ url: string; status: number; text: string }> {
    let url = start;
    let body = form;
    for (let hops = 0; hops < 10; hops += 1) {
      const { pathname, origin } = new URL(url);
      const cookie = this.#cookiesFor(pathname);
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { accept: 'text/html', cookie, ...(body === undefined ? {} : { origin }) },
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
      body = undefined;
      for (const line of response.headers.getSetCookie()) this.#keep(line);
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, text: await response.text() };
      await response.body?.cancel();
      url = new URL(location, url).href;
      if (new URL(url).pathname === '/login/callback') return { url, status: response.status, text: '' };
    }
    throw new Error(`The provider redirects without end: ${url}`);
  }

  #cookiesFor(pathname: string): string {
    return [...this.#cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute('path') ?? '/';
    const maxAge = attribute('max-age');
    const expires =
      maxAge === undefined ? Date.parse(attribute('expires') ?? '') / 1000 : Date.now() / 1000 + Number(maxAge);
    if (value === '') this.#cookies.delete(`${name} ${path}`);
    else
      this.#cookies.set(`${name} ${path}`, {
        name,
        value,
        path,
        domain: 'localhost',
        httpOnly: true,
        sameSite: 'Lax',
        ...(Number.isNaN(expires) ? {} : { expires: Math.floor(expires) }),
      });
  }
}
