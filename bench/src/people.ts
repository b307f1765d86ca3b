import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from '@academy/identity/passwords';
import { connect } from '@academy/server/db/connect';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { EMBEDDED_ISSUER } from '@academy/server/identity/bearer';
import { identityStore } from '@academy/server/identity/identity.store';
import { peopleStore } from '@academy/server/people/people.store';
import type { RunningAcademy } from './academy.ts';

/** A signed-in learner; `bearer` is valid for ten minutes. */
export interface Learner {
  email: string;
  bearer: string;
}

/** The tenant whose client signs the learners in. */
const TENANT = 'spring';

/** Creates this many people and signs each of them in at the provider, as a browser does. */
export async function signInLearners(academy: RunningAcademy, count: number): Promise<Learner[]> {
  const password = randomBytes(18).toString('base64url');
  const emails = Array.from({ length: count }, () => `bench-${randomBytes(6).toString('hex')}@example.org`);
  await makePeople(academy, emails, password);
  const learners: Learner[] = [];
  for (const email of emails) learners.push({ email, bearer: await signIn(academy, email, password) });
  return learners;
}

async function makePeople(academy: RunningAcademy, emails: readonly string[], password: string): Promise<void> {
  const address = findRunningPostgres(academy.dataFolder);
  if (address === null) throw new Error('the database of the academy does not run');
  const connection = connect(address, { connections: 2 });
  try {
    const accounts = identityStore(connection.db).accounts;
    const people = peopleStore(connection.db);
    const passwordHash = await hashPassword(password);
    for (const email of emails) {
      const names = { email, firstName: 'Bench', lastName: 'Learner', emailVerified: true };
      const account = await accounts.create({ ...names, passwordHash });
      if (account === null) throw new Error(`the account ${email} was not written`);
      await people.upsert({ issuer: EMBEDDED_ISSUER, subject: account.accountId, ...names });
    }
  } finally {
    await connection.close();
  }
}

/**
 * Authorization code with PKCE: the sign-in page, its form, the code, the tokens.
 *
 * @returns the access token
 */
export async function signIn(academy: RunningAcademy, email: string, password: string): Promise<string> {
  const issuer = `http://localhost:${academy.port}/idp/`;
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: `academy-${TENANT}`, redirect_uri: `${academy.origin(TENANT)}/login/callback` };
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
  });
  const browse = browser();
  const page = await browse(`${issuer}oauth2/v1/authorize?${query}`);
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? [];
  if (action === undefined) throw new Error(`the sign-in page has no form: status ${page.status}`);
  const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  const after = await browse(new URL(action, page.url).href, {
    method: 'POST',
    body: new URLSearchParams([...hidden, ['email', email], ['password', password]]),
    headers: { origin: new URL(issuer).origin },
  });
  const code = new URL(after.url).searchParams.get('code');
  if (code === null) throw new Error(`${email} could not sign in: ${after.url}`);
  const response = await fetch(`${issuer}oauth2/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...client, grant_type: 'authorization_code', code, code_verifier: verifier }),
    headers: { origin: academy.origin(TENANT) },
  });
  const tokens = (await response.json()) as { access_token?: unknown };
  if (typeof tokens.access_token !== 'string') throw new Error(`no access token for ${email}: ${response.status}`);
  return tokens.access_token;
}

/** Follows redirects with cookies up to a page, or back to the academy. */
function browser() {
  const cookies = new Map<string, { name: string; value: string; path: string }>();
  return async (start: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    let url = start;
    for (let hops = 0; hops < 10; hops += 1) {
      const { pathname } = new URL(url);
      const cookie = [...cookies.values()]
        .filter(({ path }) => pathname.startsWith(path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      const response = await fetch(url, {
        redirect: 'manual',
        ...(hops === 0 ? init : {}),
        headers: { accept: 'text/html', cookie, ...(hops === 0 ? init.headers : {}) },
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(/; */);
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
        if (value === '') cookies.delete(`${name} ${path}`);
        else cookies.set(`${name} ${path}`, { name, value, path });
      }
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, text: await response.text() };
      await response.body?.cancel();
      url = new URL(location, url).href;
      if (new URL(url).pathname === '/login/callback') return { url, status: response.status, text: '' };
    }
    throw new Error(`too many redirects: ${url}`);
  };
}
