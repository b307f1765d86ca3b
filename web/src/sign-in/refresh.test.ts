import { REFRESH_LEAD_MS } from '@academy/contract/constants';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { type Answer, type Received, serveAnswers, type TestServer } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { freshTokens, refresh, renewRefusedToken } from './refresh.ts';
import { readSession, sessionStore } from './session.ts';
import { storeTokens } from './stored-tokens.ts';

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
  // The end of a session is explained by a file of its own.
  await vi.dynamicImportSettled();
  await server.close();
  vi.unstubAllGlobals();
});

describe('refreshing', () => {
  const signedIn = (expiresIn: number) => {
    storeTokens({ access_token: 'a', refresh_token: 'r1', id_token: token({ sub: 'u1' }), expires_in: expiresIn });
    readSession();
  };

  // Shows clauses#calls-to-the-identity-provider
  test('sends client, scope and refresh token, and stores what comes back', async () => {
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

  // Shows clauses#failures-without-a-message, security#one-refresh
  test('a refusal of the newest token ends the session', async () => {
    for (const status of [400, 401]) {
      signedIn(60);
      browser.local.set('originUri', '/x');
      answer = () => ({ status, body: { error: 'invalid_grant' } });
      expect(await refresh()).toBe(false);
      expect([browser.local.size, sessionStore.get().status]).toEqual([0, 'signed-out']);
    }
  });

  test('a refusal of an older token does not, when another tab stored another', async () => {
    signedIn(60);
    answer = () => {
      storeTokens({ access_token: 'b', refresh_token: 'r2', expires_in: 600 });
      return { status: 400, body: { error: 'invalid_grant' } };
    };
    expect(await refresh()).toBe(true);
    expect([browser.local.get('accessToken'), sessionStore.get().status]).toEqual(['b', 'signed-in']);
  });

  // Shows security#one-refresh
  test('network trouble, too many requests and server errors keep the session, reconnecting', async () => {
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

  test('signing in as another person while the answer is pending keeps the new session', async () => {
    signedIn(60);
    answer = () => {
      storeTokens({ access_token: 'other', refresh_token: 'of-other', expires_in: 600 });
      return { body: { access_token: 'b', refresh_token: 'r2', expires_in: 600 } };
    };
    expect(await refresh()).toBe(true);
    expect([browser.local.get('accessToken'), browser.local.get('refreshToken')]).toEqual(['other', 'of-other']);
  });

  test('without a refresh token the session lasts until its end, and then says so', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    storeTokens({ access_token: 'a', expires_in: 60 });
    expect(await refresh()).toBe(true);
    storeTokens({ access_token: 'a', expires_in: -1 });
    browser.local.set('originUri', '/x');
    expect(await refresh()).toBe(false);
    expect(warned.mock.calls.map(([, error]) => (error as Error).message)).toEqual(['No refresh token available']);
    expect([browser.local.size, sessionStore.get().status, server.received.length]).toEqual([0, 'signed-out', 0]);
    warned.mockRestore();
  });

  test('a clock set back by hours does not keep an ended token', async () => {
    const lasting600 = token({ sub: 'u1', iat: 1000, exp: 1600 });
    storeTokens({ access_token: lasting600, refresh_token: 'r1', expires_in: 600 }, Date.now() + 5 * 3_600_000);
    readSession();
    answer = () => ({ body: { access_token: 'b', refresh_token: 'r2', expires_in: 600 } });
    expect(await refresh()).toBe(true);
    expect(Number(browser.local.get('expiresAt')) - Date.now()).toBeLessThanOrEqual(600_000);
    expect(server.received).toHaveLength(1);
  });

  test('a clock that is wrong all the time changes nothing', async () => {
    for (const hours of [-30, 30]) {
      vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ['Date'] });
      signedIn(600);
      expect(await refresh()).toBe(true);
    }
    vi.useRealTimers();
    expect(server.received).toHaveLength(0);
  });

  test('the page of a network that wants its own log-in is no refusal', async () => {
    for (const body of ['<html>Welcome to our café</html>', {}, 'null']) {
      signedIn(60);
      answer = () => ({ body });
      expect(await refresh()).toBe(false);
      expect(browser.local.get('refreshToken')).toBe('r1');
    }
  });

  /** Hours later; the tab has not been looked at since. */
  const suspended = () => {
    browser.local.set('expiresAt', String(Date.now() - 1));
    const later = performance.now() + 3_600_000;
    vi.stubGlobal('performance', { now: () => later });
  };

  test('a call after the computer slept for long renews the session first', async () => {
    signedIn(600);
    await refresh();
    suspended();
    answer = () => ({ body: { access_token: 'b', refresh_token: 'r2', expires_in: 600 } });
    await freshTokens(10_000);
    expect(browser.local.get('accessToken')).toBe('b');
  });

  test('a call waits for it only so long', async () => {
    signedIn(600);
    await refresh();
    suspended();
    let release = () => {};
    answer = () =>
      new Promise((done) => {
        release = () => done({ status: 503 });
      });
    await freshTokens(1);
    expect(sessionStore.get().reconnecting).toBe(false);
    const ended = refresh();
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    release();
    expect(await ended).toBe(false);
  });

  test('a token that is refused right away is not renewed again and again', async () => {
    signedIn(60);
    answer = () => ({ body: { access_token: 'fresh', refresh_token: 'r2', expires_in: 600 } });
    await refresh();
    for (let call = 0; call < 5; call += 1) expect(await renewRefusedToken('fresh')).toBe(false);
    expect(server.received).toHaveLength(1);
    expect(sessionStore.get().status).toBe('signed-in');
  });
});
