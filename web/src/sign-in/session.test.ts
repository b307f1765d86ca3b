import { IDP_STORAGE_KEY } from '@academy/contract/constants';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { followOtherTabs, onSignedOutElsewhere, readSession, sessionStore } from './session.ts';
import { clearTokens, storeTokens, usableAccessToken, usableIdToken } from './stored-tokens.ts';

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
let browser: FakeBrowser;

beforeEach(() => {
  browser = fakeBrowser();
  readSession();
});
afterEach(() => vi.unstubAllGlobals());

describe('stored tokens', () => {
  // Shows clauses#times-widths-and-keys, clauses#two-call-styles
  test("fill the five keys and the provider's entry, with expiry in Unix milliseconds", () => {
    storeTokens({ access_token: 'a', refresh_token: 'r', id_token: token({ sub: 'u1' }), expires_in: 600 }, 1000);
    expect(Object.fromEntries(browser.local)).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: '601000',
      [IDP_STORAGE_KEY]: JSON.stringify({ idToken: { idToken: token({ sub: 'u1' }), expiresAt: 601_000 } }),
    });
  });

  // Shows clauses#session
  test('count only while the expiry lies in the future', () => {
    storeTokens({ access_token: 'a', id_token: token({ sub: 'u1' }), expires_in: 600 }, 1000);
    expect([usableAccessToken(600_999), usableIdToken(600_999)]).toEqual(['a', token({ sub: 'u1' })]);
    expect([usableAccessToken(601_000), usableIdToken(601_000)]).toEqual([null, null]);
  });

  test('garbage in storage means signed out', () => {
    browser.local.set('accessToken', 'a').set('expiresAt', 'soon').set(IDP_STORAGE_KEY, '{"idToken":');
    expect(readSession().status).toBe('signed-out');
  });

  test('last as long as their provider says, else five minutes', () => {
    const lasting = (expires_in: unknown) => {
      storeTokens({ access_token: 'a', expires_in: expires_in as number }, 0);
      return browser.local.get('expiresAt');
    };
    expect(['600', 0, undefined, null, 'soon'].map(lasting)).toEqual(['600000', '0', '300000', '300000', '300000']);
  });

  // Shows clauses#times-widths-and-keys
  test("are cleared with the origin address; other keys and another tab's verifier stay", () => {
    storeTokens({ access_token: 'a', refresh_token: 'r', id_token: token({ sub: 'u1' }), expires_in: 600 });
    browser.local.set('originUri', 'x').set('code_verifier', 'v').set('theme', 'dark').set('unsent-progress:x', '[]');
    clearTokens();
    expect([...browser.local.keys()]).toEqual(['code_verifier', 'theme', 'unsent-progress:x']);
  });
});

describe('the session', () => {
  const signedIn = (claims: object) => {
    storeTokens({ access_token: 'a', refresh_token: 'r', id_token: token(claims), expires_in: 600 });
    return readSession();
  };

  test('exposes the decoded claims, and takes over what a refresh changes in them', () => {
    expect(signedIn({ sub: 'u1', name: 'Ann', iat: 1 })).toMatchObject({ userId: 'u1', claims: { name: 'Ann' } });
    signedIn({ sub: 'u1', name: 'Anna', iat: 2 });
    expect(sessionStore.get().claims?.name).toBe('Anna');
  });

  test('is being restored while its token has run out but can be renewed', () => {
    signedIn({ sub: 'u1' });
    browser.local.set('expiresAt', '1');
    expect(readSession()).toMatchObject({ status: 'restoring', isAuthenticated: false, userId: 'u1' });
    browser.local.delete('refreshToken');
    document.documentElement.dataset.signedIn = '';
    expect(readSession().status).toBe('signed-out');
    expect(document.documentElement.dataset).toEqual({});
  });

  test('follows the other tabs: their tokens, and their log-out, which clears everything', () => {
    let looked = 0;
    const lookedAtSignOut: number[] = [];
    onSignedOutElsewhere(() => lookedAtSignOut.push(looked));
    const stop = followOtherTabs(() => {
      looked += 1;
    });
    const heard = (key: string | null) => dispatchEvent(Object.assign(new Event('storage'), { key }));
    for (const key of ['accessToken', null, 'theme', 'unsent-progress:x']) heard(key);
    expect(looked).toBe(2);
    // Told before the session changes, so that screens which need one lead home and not to sign-in.
    expect(lookedAtSignOut).toEqual([1]);
    stop();
    heard(null);
    expect(looked).toBe(2);
  });
});
