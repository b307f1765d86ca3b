import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { type Answer, type Received, serveAnswers, type TestServer } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { addPendingSource } from './pending-actions.ts';
import { readSession } from './session.ts';
import { signOut } from './sign-out.ts';
import { storeTokens } from './stored-tokens.ts';

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

describe('logging out', () => {
  const signedIn = () => {
    storeTokens({ access_token: 'a', refresh_token: 'r1', expires_in: 600 });
    browser.local.set('theme', 'dark').set('anything', 'x');
    browser.session.set('state', 'x');
    readSession();
  };

  // Shows clauses#calls-to-the-identity-provider, clauses#session
  test('clears storage but the theme, sends the DELETE, and leaves for the provider', async () => {
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
      {
        client_id: 'academy-spring',
        post_logout_redirect_uri: 'http://spring.localhost:3000',
        ui_locales: 'en',
      },
    ]);
  });

  // Shows clauses#session
  test('leaves for the provider even if the DELETE fails', async () => {
    for (const trouble of [{ broken: true }, { status: 500 }]) {
      begin();
      signedIn();
      answer = () => trouble;
      await signOut(() => true);
      expect(browser.left).toHaveLength(1);
    }
  });

  test('asks before unsent actions are lost, and stays when they are wanted', async () => {
    signedIn();
    let sent = 0;
    const takeAway = addPendingSource({
      count: () => 2,
      drop: () => undefined,
      send: async () => {
        sent += 1;
      },
    });
    const asked: number[] = [];
    const stayed = await signOut(async (count) => {
      asked.push(count);
      return false;
    });
    expect([stayed, asked, sent, browser.left.length]).toEqual([false, [2], 1, 0]);
    expect(browser.local.get('accessToken')).toBe('a');
    expect(await signOut(() => true)).toBe(true);
    expect(browser.left).toHaveLength(1);
    takeAway();
  });

  test('sends the id token where the provider wants it, and ends at home otherwise', async () => {
    answer = () => ({ body: {} });
    const runtime = runtimeAt(server.origin);
    const idToken = 'e30.e30.x';
    storeTokens({ access_token: 'a', id_token: idToken, expires_in: 600 });
    runtime.config.logoutHint = true;
    await signOut(() => true);
    expect(new URL(browser.left[0] ?? '').searchParams.get('id_token_hint')).toBe(idToken);
    if (runtime.config.endpoints !== null) runtime.config.endpoints.logout = null;
    await signOut(() => true);
    expect(browser.left[1]).toBe('http://spring.localhost:3000/');
  });

  test('waits for a tab that is receiving new tokens', async () => {
    signedIn();
    answer = () => ({ body: {} });
    let release = () => {};
    const refreshing = navigator.locks.request(
      'academy-token-refresh',
      () =>
        new Promise<void>((done) => {
          release = done;
        }),
    );
    const leaving = signOut(() => true);
    await new Promise((done) => setImmediate(done));
    expect(browser.local.has('accessToken')).toBe(true);
    storeTokens({ access_token: 'newer', refresh_token: 'r2', expires_in: 600 });
    release();
    await refreshing;
    await leaving;
    expect([...browser.local.keys()]).toEqual(['theme']);
    expect(server.received[0]?.headers.authorization).toBe('Bearer newer');
  });
});
