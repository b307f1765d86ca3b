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

/** Where people sign in: the provider, and the pages that sign-in returns to. */
export type SignInPlace = Pick<RunningAcademy, 'issuer' | 'origin'>;

/** What the token endpoint answers. */
export interface SignInTokens {
  access_token: string;
  refresh_token: string;
}

/** The tenant whose client signs the learners in. */
const TENANT = 'spring';

/** Creates this many people and signs each of them in at the provider, as a browser does. */
export async function signInLearners(academy: RunningAcademy, count: number): Promise<Learner[]> {
  const password = randomBytes(18).toString('base64url');
  const emails = Array.from({ length: count }, () => `bench-${randomBytes(6).toString('hex')}@example.org`);
  const address = findRunningPostgres(academy.dataFolder);
  if (address === null) throw new Error('the database of the academy does not run');
  await makePeople(address, emails, password);
  const learners: Learner[] = [];
  for (const email of emails) learners.push({ email, bearer: await signIn(academy, email, password) });
  return learners;
}

/** Writes people with one password into a database, without the mails of a registration. */
export async function makePeople(address: string, emails: readonly string[], password: string): Promise<void> {
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

/** Signs a person in as a browser does. @returns the access token */
export async function signIn(place: SignInPlace, email: string, password: string): Promise<string> {
  return (await signInForTokens(place, email, password)).access_token;
}

/** Signs a person in as a browser does: the code, and its exchange. @throws Error when the provider refuses */
export async function signInForTokens(place: SignInPlace, email: string, password: string): Promise<SignInTokens> {
  const given = await signInForCode(place, email, password);
  const { status, tokens } = await exchangeCode(place, given);
  if (tokens === null) throw new Error(`no access token for ${email}: ${status}`);
  return tokens;
}

/** An authorization code and the proof of its owner. */
export interface GivenCode {
  code: string;
  verifier: string;
}

/** Authorization code with PKCE: the sign-in page, its form, the code. @throws Error when the provider refuses */
export async function signInForCode(place: SignInPlace, email: string, password: string): Promise<GivenCode> {
  const { issuer } = place;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...clientAt(place),
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
  return { code, verifier };
}

/** Exchanges a code for tokens; null when it is refused. */
export function exchangeCode(place: SignInPlace, { code, verifier }: GivenCode) {
  return askForTokens(place, {
    redirect_uri: clientAt(place).redirect_uri,
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
  });
}

/** Exchanges a refresh token for new tokens; null when it is refused. */
export function refreshTokens(place: SignInPlace, refreshToken: string) {
  return askForTokens(place, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

async function askForTokens(
  place: SignInPlace,
  form: Record<string, string>,
): Promise<{ status: number; tokens: SignInTokens | null }> {
  const response = await fetch(`${place.issuer}oauth2/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientAt(place).client_id, ...form }),
    headers: { origin: place.origin(TENANT) },
  });
  const tokens: unknown = await response.json().catch(() => null);
  return { status: response.status, tokens: isTokens(tokens) ? tokens : null };
}

function isTokens(reply: unknown): reply is SignInTokens {
  return typeof reply === 'object' && reply !== null && 'access_token' in reply && 'refresh_token' in reply;
}

const clientAt = (place: SignInPlace) => ({
  client_id: `academy-${TENANT}`,
  redirect_uri: `${place.origin(TENANT)}/login/callback`,
});

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
