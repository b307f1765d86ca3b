import { IDP_STORAGE_KEY, REFRESH_LEAD_MS } from '@academy/contract/constants';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { type Answer, type Received, serveAnswers, type TestServer } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { refresh } from './refresh.ts';
import { readSession, sessionStore } from './session.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { storeTokens } from './token-store.ts';
import { usableAccessToken, usableIdToken } from './usable-tokens.ts';

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
let browser: FakeBrowser;
let server: TestServer;
let answer: (request: Received) => Answer | Promise<Answer>;

const begin = (address?: string) => {
  browser = fakeBrowser(address);
  runtimeAt(server.origin);
  readSession();
};

beforeEach(async () => {
  server = await serveAnswers((request) => answer(request));
  begin();
});
afterEach(async () => {
  await server.close();
  vi.unstubAllGlobals();
});

describe('stored tokens', () => {
  test('fill the five keys and the entry of the provider; the expiry is Unix milliseconds', () => {
    storeTokens({ access_token: 'a', refresh_token: 'r', id_token: token({ sub: 'u1' }), expires_in: 600 }, 1000);
    expect(Object.fromEntries(browser.local)).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: '601000',
      [IDP_STORAGE_KEY]: JSON.stringify({ idToken: { idToken: token({ sub: 'u1' }), expiresAt: 601_000 } }),
    });
  });

  test('count only while the expiry lies in the future', () => {
    storeTokens({ access_token: 'a', id_token: token({ sub: 'u1' }), expires_in: 600 }, 1000);
    expect([usableAccessToken(600_999), usableIdToken(600_999)]).toEqual(['a', token({ sub: 'u1' })]);
    expect([usableAccessToken(601_000), usableIdToken(601_000)]).toEqual([null, null]);
  });

  test('garbage in storage means signed out', () => {
    browser.local.set('accessToken', 'a').set('expiresAt', 'soon').set(IDP_STORAGE_KEY, '{"idToken":');
    expect(readSession().status).toBe('signed-out');
  });
});

describe('signing in', () => {
  const start = async () => {
    await signIn({ loginHint: 'l@example.org' });
    return new URL(browser.left[0] ?? '').searchParams;
  };
  /** The provider's way back, in the same browser. */
  const comeBack = (asked: URLSearchParams, change: Record<string, string> = {}) => {
    const values = { code: 'c1', state: asked.get('state') ?? '', iss: `${server.origin}/idp/`, ...change };
    return `?${new URLSearchParams(values)}`;
  };
  const tokensFor = (nonce: string | null): Answer => ({
    body: { access_token: 'a', refresh_token: 'r', expires_in: 600, id_token: token({ sub: 'u1', nonce }) },
  });

  test('leaves with PKCE S256, state and nonce', async () => {
    const asked = await start();
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'academy-spring',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://spring.localhost:3000/login/callback',
      login_hint: 'l@example.org',
    });
    expect(asked.get('prompt')).toBeNull();
    expect(browser.local.get('code_verifier')).toMatch(/^[\w-]{64}$/);
    expect([...browser.session.keys()].sort()).toEqual(['nonce', 'state']);
  });

  test('ends with stored tokens and the origin address, and the verifier is gone', async () => {
    browser.local.set('originUri', 'http://spring.localhost:3000/courses?topic=java');
    const asked = await start();
    answer = () => tokensFor(asked.get('nonce'));
    expect(await finishSignIn(comeBack(asked))).toBe('/courses?topic=java');
    const sent = new URLSearchParams(server.received[0]?.body);
    expect(Object.fromEntries(sent)).toMatchObject({
      client_id: 'academy-spring',
      grant_type: 'authorization_code',
      code: 'c1',
      redirect_uri: 'http://spring.localhost:3000/login/callback',
    });
    expect(sent.get('code_verifier')).toMatch(/^[\w-]{64}$/);
    expect(browser.local.has('code_verifier')).toBe(false);
    expect(browser.session.size).toBe(0);
    expect(sessionStore.get()).toMatchObject({ status: 'signed-in', userId: 'u1' });
  });

  test('is refused for a foreign state, issuer or nonce', async () => {
    answer = () => tokensFor('foreign');
    for (const change of [{ state: 'other' }, { iss: 'https://evil.example/' }, {}]) {
      begin();
      const asked = await start();
      await expect(finishSignIn(comeBack(asked, change))).rejects.toMatchObject({ reason: 'refused' });
      expect(browser.local.has('accessToken')).toBe(false);
    }
  });

  test('says what is missing', async () => {
    await expect(finishSignIn('?code=c1')).rejects.toThrow('Code verifier not found in local storage');
    await expect(finishSignIn('')).rejects.toMatchObject({ reason: 'no-code' });
    await expect(finishSignIn('?error=access_denied')).rejects.toMatchObject({ reason: 'cancelled' });
  });

  test('takes the code out of the address before anything else', async () => {
    begin('http://spring.localhost:3000/login/callback?code=c1&state=x');
    await expect(finishSignIn(location.search)).rejects.toThrow();
    expect(location.href).toBe('http://spring.localhost:3000/login/callback');
  });

  test('starts once more when another tab has used the verifier, and only once', async () => {
    answer = () => ({ status: 400, body: { error: 'invalid_grant' } });
    expect(await finishSignIn(comeBack(await start()))).toBeNull();
    expect(browser.left).toHaveLength(2);
    const again = new URL(browser.left[1] ?? '').searchParams;
    await expect(finishSignIn(comeBack(again))).rejects.toMatchObject({ reason: 'refused' });
  });

  test('tells an unreachable provider from a refusal', async () => {
    answer = () => ({ status: 503 });
    await expect(finishSignIn(comeBack(await start()))).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('refreshing', () => {
  const signedIn = (expiresIn: number) => {
    storeTokens({ access_token: 'a', refresh_token: 'r1', id_token: token({ sub: 'u1' }), expires_in: expiresIn });
    readSession();
  };

  test('sends the specified form and stores what comes back', async () => {
    signedIn(60);
    answer = () => ({ body: { access_token: 'b', refresh_token: 'r2', expires_in: 600 } });
    expect(await refresh()).toBe(true);
    expect(Object.fromEntries(new URLSearchParams(server.received[0]?.body))).toEqual({
      client_id: 'academy-spring',
      scope: 'openid email profile',
      grant_type: 'refresh_token',
      refresh_token: 'r1',
    });
    expect([browser.local.get('accessToken'), browser.local.get('refreshToken')]).toEqual(['b', 'r2']);
  });

  test('two askers at once send one request', async () => {
    signedIn(60);
    answer = () => ({ body: { access_token: 'b', refresh_token: 'r2', expires_in: 600 } });
    await Promise.all([refresh(), refresh()]);
    expect(server.received).toHaveLength(1);
  });

  test('fresh tokens of another tab are taken over without a request', async () => {
    signedIn((REFRESH_LEAD_MS + 60_000) / 1000);
    expect(await refresh()).toBe(true);
    expect(server.received).toHaveLength(0);
  });

  test('a refusal of the newest token ends the session', async () => {
    for (const status of [400, 401]) {
      signedIn(60);
      browser.local.set('originUri', '/x');
      answer = () => ({ status, body: { error: 'invalid_grant' } });
      expect(await refresh()).toBe(false);
      expect([browser.local.size, sessionStore.get().status]).toEqual([0, 'signed-out']);
    }
  });

  test('a refusal of an older token does not, when another tab has stored a newer one meanwhile', async () => {
    signedIn(60);
    answer = () => {
      storeTokens({ access_token: 'b', refresh_token: 'r2', expires_in: 600 });
      return { status: 400, body: { error: 'invalid_grant' } };
    };
    expect(await refresh()).toBe(true);
    expect([browser.local.get('accessToken'), sessionStore.get().status]).toEqual(['b', 'signed-in']);
  });

  test('network trouble, too many requests and a server in trouble keep the session and say reconnecting', async () => {
    for (const trouble of [{ broken: true }, { status: 429 }, { status: 503 }]) {
      signedIn(60);
      answer = () => trouble;
      expect(await refresh()).toBe(false);
      expect(sessionStore.get()).toMatchObject({ status: 'signed-in', reconnecting: true });
      expect(browser.local.get('refreshToken')).toBe('r1');
    }
  });

  test('signing out while the answer is on its way stays signed out', async () => {
    signedIn(60);
    answer = () => {
      browser.local.clear();
      return { body: { access_token: 'b', refresh_token: 'r2', expires_in: 600 } };
    };
    expect(await refresh()).toBe(false);
    expect(browser.local.size).toBe(0);
  });
});

describe('logging out', () => {
  const signedIn = () => {
    storeTokens({ access_token: 'a', refresh_token: 'r1', expires_in: 600 });
    browser.local.set('theme', 'dark').set('anything', 'x');
    browser.session.set('state', 'x');
    readSession();
  };

  test('clears storage but the theme, sends the DELETE with the bearer, and leaves for the provider', async () => {
    signedIn();
    answer = () => ({ body: {} });
    expect(await signOut(() => true)).toBe(true);
    expect(Object.fromEntries(browser.local)).toEqual({ theme: 'dark' });
    expect(browser.session.size).toBe(0);
    expect(server.received.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ['DELETE', '/api/v1/session', 'Bearer a'],
    ]);
    const end = new URL(browser.left[0] ?? '');
    expect([end.pathname, Object.fromEntries(end.searchParams)]).toEqual([
      '/idp/oauth2/v1/logout',
      { client_id: 'academy-spring', post_logout_redirect_uri: 'http://spring.localhost:3000' },
    ]);
  });

  test('leaves for the provider even if the DELETE fails', async () => {
    for (const trouble of [{ broken: true }, { status: 500 }]) {
      begin();
      signedIn();
      answer = () => trouble;
      await signOut(() => true);
      expect(browser.left).toHaveLength(1);
    }
  });
});
