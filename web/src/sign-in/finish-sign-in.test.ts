import { ORIGINAL, readLanguageWith } from '@academy/contract/i18n/languages';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { type Answer, type Received, serveAnswers, success, type TestServer } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { callbackQuery, finishSignIn } from './finish-sign-in.ts';
import { readSession, sessionStore } from './session.ts';
import { signIn } from './sign-in.ts';
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
  await server.close();
  vi.unstubAllGlobals();
});

describe('signing in', () => {
  const start = async () => {
    await signIn({ loginHint: 'l@example.org' });
    return new URL(browser.left.at(-1) ?? '').searchParams;
  };
  /** The provider's way back, in the same browser. */
  const comeBack = (asked: URLSearchParams, change: Record<string, string> = {}) => {
    const values = { code: 'c1', state: asked.get('state') ?? '', iss: `${server.origin}/idp/`, ...change };
    return `?${new URLSearchParams(values)}`;
  };
  const tokensFor = (nonce: string | null): Answer => ({
    body: { access_token: 'a', refresh_token: 'r', expires_in: 600, id_token: token({ sub: 'u1', nonce }) },
  });

  // Shows security#pkce
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

  test('returns to the home page in the language of the log-in page', async () => {
    readLanguageWith(() => 'de');
    const asked = await start();
    // The callback is one address for all languages.
    readLanguageWith(() => ORIGINAL);
    answer = () => tokensFor(asked.get('nonce'));
    expect(await finishSignIn(comeBack(asked))).toBe('/de');
    expect(browser.local.has('originUri')).toBe(false);
  });

  // Shows clauses#calls-to-the-identity-provider, security#log-out-empties
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

  test('forgets the code in address and history before anything else', async () => {
    begin('http://spring.localhost:3000/login/callback');
    history.replaceState({ callback: '?code=c1&state=x' }, '', location.pathname);
    expect(callbackQuery()).toBe('?code=c1&state=x');
    await expect(finishSignIn(callbackQuery())).rejects.toThrow();
    expect(callbackQuery()).toBe('');
  });

  test('an unexpected callback does not break a running sign-in', async () => {
    const asked = await start();
    answer = () => tokensFor(asked.get('nonce'));
    for (const query of ['?code=x&state=foreign', '?error=access_denied', '?error=access_denied&state=foreign', ''])
      await expect(finishSignIn(query)).rejects.toThrow();
    expect(server.received).toHaveLength(0);
    expect(await finishSignIn(comeBack(asked))).toBe('/');
  });

  // Shows security#browser-storage
  test('an abandoned sign-in leaves only where to go next time', async () => {
    browser.local.set('originUri', 'http://spring.localhost:3000/courses');
    const asked = await start();
    const query = `?error=access_denied&state=${asked.get('state')}`;
    await expect(finishSignIn(query)).rejects.toMatchObject({ reason: 'cancelled' });
    expect([[...browser.local.keys()], browser.session.size]).toEqual([['originUri'], 0]);
  });

  test('transient errors of the provider are distinguished from final ones', async () => {
    for (const [error, reason] of [
      ['temporarily_unavailable', 'unreachable'],
      ['server_error', 'unreachable'],
      ['invalid_scope', 'refused'],
    ])
      await expect(finishSignIn(`?error=${error}`)).rejects.toMatchObject({ reason });
  });

  describe('at a provider that logs in another account than that of the typed address', () => {
    const tokensOf = (asked: URLSearchParams, claims: object): Answer => ({
      body: {
        access_token: 'a',
        id_token: token({ sub: 'u2', nonce: asked.get('nonce'), ...claims }),
        expires_in: 600,
      },
    });

    test('the person is asked before anything is stored, and goes on', async () => {
      const asked = await start();
      answer = () => tokensOf(asked, { email: 'other@example.org' });
      const question = vi.fn(async () => {
        expect(browser.local.has('accessToken')).toBe(false);
        return true;
      });
      expect(await finishSignIn(comeBack(asked), question)).toBe('/');
      expect(question).toHaveBeenCalledExactlyOnceWith('other@example.org');
      expect(sessionStore.get()).toMatchObject({ status: 'signed-in', userId: 'u2' });
    });

    test('a verified address of the same person needs no question', async () => {
      const asked = await start();
      const addresses = [
        { emailId: 'e1', type: 'work', email: 'l@example.org', isVerified: true },
        { emailId: 'e2', type: 'personal', email: 'x@example.org', isVerified: false },
      ];
      answer = ({ url, headers }) => {
        if (!url.startsWith('/api/v1/email/list')) return tokensOf(asked, { email: 'other@example.org' });
        expect(headers.authorization).toBe('Bearer a');
        return success({ result: addresses });
      };
      const question = vi.fn(async () => false);
      expect(await finishSignIn(comeBack(asked), question)).toBe('/');
      expect(question).not.toHaveBeenCalled();

      Object.assign(addresses[0] ?? {}, { isVerified: false });
      const once = await start();
      answer = ({ url }) =>
        url.startsWith('/api/v1/email/list')
          ? success({ result: addresses })
          : tokensOf(once, { email: 'other@example.org' });
      await finishSignIn(comeBack(once), question);
      expect(question).toHaveBeenCalledOnce();
    });

    test('or logs in with the other account, which the provider asks for', async () => {
      const asked = await start();
      answer = () => tokensOf(asked, { email: 'other@example.org' });
      expect(await finishSignIn(comeBack(asked), async () => false)).toBeNull();
      expect(browser.local.has('accessToken')).toBe(false);
      expect(new URL(browser.left.at(-1) ?? '').searchParams.get('prompt')).toBe('login');
    });

    test('a second try after a refused code still knows which address was typed', async () => {
      answer = () => ({ status: 400, body: { error: 'invalid_grant' } });
      expect(await finishSignIn(comeBack(await start()))).toBeNull();
      const again = new URL(browser.left.at(-1) ?? '').searchParams;
      answer = () => tokensOf(again, { email: 'other@example.org' });
      const question = vi.fn(async () => true);
      await finishSignIn(comeBack(again), question);
      expect(question).toHaveBeenCalledOnce();
    });

    test.each([
      ['the same address in other letters', { email: ' L@Example.org' }],
      ['a token without an address', {}],
      ['the embedded provider, which has asked', { email: 'other@example.org', grant_id: 'g1' }],
    ])('nobody is asked about %s', async (_what, claims) => {
      const asked = await start();
      answer = () => tokensOf(asked, claims);
      const question = vi.fn(async () => false);
      expect(await finishSignIn(comeBack(asked), question)).toBe('/');
      expect(question).not.toHaveBeenCalled();
    });

    test('without a typed address there is no question', async () => {
      await signIn();
      const asked = new URL(browser.left.at(-1) ?? '').searchParams;
      answer = () => tokensOf(asked, { email: 'other@example.org' });
      const question = vi.fn(async () => false);
      expect(await finishSignIn(comeBack(asked), question)).toBe('/');
      expect(question).not.toHaveBeenCalled();
    });
  });

  test('nothing of an earlier session is left beside the new one', async () => {
    storeTokens({ access_token: 'old', refresh_token: 'old', id_token: token({ sub: 'u0' }), expires_in: -1 });
    await start();
    answer = () => ({ body: { access_token: 'a', expires_in: 600 } });
    await finishSignIn(comeBack(await start()));
    expect([...browser.local.keys()].sort()).toEqual(['accessToken', 'expiresAt']);
  });

  test('an answer without tokens does not sign in', async () => {
    for (const body of ['<html>', {}, { access_token: 7 }]) {
      begin();
      answer = () => ({ body });
      await expect(finishSignIn(comeBack(await start()))).rejects.toMatchObject({ reason: 'refused' });
      expect(browser.local.has('accessToken')).toBe(false);
    }
  });

  describe('of two tabs, which share one verifier', () => {
    /** A tab has its own session storage. */
    const tab = () => new Map<string, string>();
    const inTab = async <T>(own: Map<string, string>, work: () => Promise<T>): Promise<T> => {
      browser.session.clear();
      for (const [key, value] of own) browser.session.set(key, value);
      const result = await work();
      own.clear();
      for (const [key, value] of browser.session) own.set(key, value);
      return result;
    };
    const started = async (own: Map<string, string>) => {
      await inTab(own, () => signIn());
      return new URL(browser.left.at(-1) ?? '').searchParams;
    };

    test('the first starts again beside the second, and both are signed in', async () => {
      const [a, b] = [tab(), tab()];
      const askedA = await started(a);
      const askedB = await started(b);
      expect(await inTab(a, () => finishSignIn(comeBack(askedA)))).toBeNull();
      expect(server.received).toHaveLength(0);
      const askedAgain = new URL(browser.left.at(-1) ?? '').searchParams;
      answer = () => tokensFor(askedAgain.get('nonce'));
      expect(await inTab(a, () => finishSignIn(comeBack(askedAgain)))).toBe('/');
      // The verifier is gone; the session that the other tab has begun is good for this one, too.
      expect(await inTab(b, () => finishSignIn(comeBack(askedB)))).toBe('/');
      expect(sessionStore.get().status).toBe('signed-in');
      expect(server.received).toHaveLength(1);
    });

    test('the second goes first: the first finds its session', async () => {
      const [a, b] = [tab(), tab()];
      const askedA = await started(a);
      const askedB = await started(b);
      answer = () => tokensFor(askedB.get('nonce'));
      expect(await inTab(b, () => finishSignIn(comeBack(askedB)))).toBe('/');
      expect(await inTab(a, () => finishSignIn(comeBack(askedA)))).toBe('/');
      expect([server.received.length, browser.left.length]).toEqual([1, 2]);
    });

    test('a lost verifier starts the sign-in once more, and only once', async () => {
      const asked = await start();
      browser.local.delete('code_verifier');
      expect(await finishSignIn(comeBack(asked))).toBeNull();
      const again = new URL(browser.left[1] ?? '').searchParams;
      browser.local.delete('code_verifier');
      await expect(finishSignIn(comeBack(again))).rejects.toThrow('Code verifier not found in local storage');
      expect(browser.left).toHaveLength(2);
    });

    test('a code that is refused starts the sign-in once more, and only once', async () => {
      answer = () => ({ status: 400, body: { error: 'invalid_grant' } });
      expect(await finishSignIn(comeBack(await start()))).toBeNull();
      const again = new URL(browser.left[1] ?? '').searchParams;
      await expect(finishSignIn(comeBack(again))).rejects.toMatchObject({ reason: 'refused' });
      expect(browser.session.size).toBe(0);
    });
  });

  test('blocked storage is reported before leaving for the provider', async () => {
    browser.full.storage = true;
    await expect(signIn()).rejects.toMatchObject({ reason: 'no-storage' });
    expect(browser.left).toEqual([]);
  });

  test('a page without a secure connection, or without a provider, says so', async () => {
    vi.stubGlobal('crypto', {});
    await expect(signIn()).rejects.toMatchObject({ reason: 'unsupported' });
    vi.unstubAllGlobals();
    begin();
    const runtime = runtimeAt(server.origin);
    runtime.config.endpoints = null;
    await expect(signIn()).rejects.toMatchObject({ reason: 'unreachable' });
  });

  test('distinguishes an unreachable provider from a refusal', async () => {
    for (const trouble of [{ status: 503 }, { status: 429 }, { broken: true }]) {
      answer = () => trouble;
      await expect(finishSignIn(comeBack(await start()))).rejects.toMatchObject({ reason: 'unreachable' });
    }
  });
});
