import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, LENA, mailTo, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
let running: RunningIdentity;

beforeAll(async () => {
  running = await startIdentity(database);
  await running.identity.createAccount(LENA);
});
afterAll(() => running?.close());

const errorOf = (url: string) => new URL(url).searchParams.get('error');

test('sign-in without PKCE, or with plain PKCE, is refused', async () => {
  const academy = new Academy(running);
  const browser = new Browser(running.issuer);
  const without = academy.authorizeUrl({ code_challenge: null, code_challenge_method: null });
  expect(errorOf((await browser.open(without)).url)).toBe('invalid_request');
  const plain = academy.authorizeUrl({ code_challenge_method: 'plain' });
  expect(errorOf((await browser.open(plain)).url)).toBe('invalid_request');
  const unnamed = academy.authorizeUrl({ code_challenge_method: null });
  expect(errorOf((await browser.open(unnamed)).url)).toBe('invalid_request');
});

test('a code without its verifier, or with another one, is worth nothing', async () => {
  const academy = new Academy(running);
  const browser = new Browser(running.issuer);
  const { callback } = await signInAs(browser, academy);
  const fresh = await browser.open(academy.authorizeUrl());
  expect(fresh.url).not.toBe(callback);
  expect((await academy.exchange(fresh.url, { code_verifier: 'x'.repeat(43) })).status).toBe(400);
  expect((await new Academy(running, 'kube').exchange(fresh.url, { code_verifier: academy.verifier })).status).toBe(
    400,
  );
});

// Shows security#own-provider
test('an unknown redirect address, client, resource or response type is refused', async () => {
  const academy = new Academy(running);
  const browser = new Browser(running.issuer);
  for (const redirect of [
    'https://evil.example/login/callback',
    `${academy.redirectUri}/`,
    `${academy.redirectUri}?next=/`,
    `${running.originOf('kube')}/login/callback`,
  ]) {
    const page = await browser.open(academy.authorizeUrl({ redirect_uri: redirect }));
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining('This log-in request is not valid') });
    expect(page.text).toContain(`href="${running.originOf('spring')}/"`);
  }
  expect((await browser.open(academy.authorizeUrl({ client_id: 'somebody' }))).status).toBe(400);
  expect(errorOf((await browser.open(academy.authorizeUrl({ resource: 'https://other.example/' }))).url)).toBe(
    'invalid_target',
  );
  expect((await browser.open(academy.authorizeUrl({ response_type: 'id_token' }))).url).toMatch(
    /error=unsupported_response_type/,
  );
});

test('in local the bare host and the loopback address lead back to spring', async () => {
  const academy = new Academy(running);
  for (const origin of [`http://localhost:${running.port}`, `http://127.0.0.1:${running.port}`]) {
    const browser = new Browser(running.issuer);
    const page = await browser.open(academy.authorizeUrl({ redirect_uri: `${origin}/login/callback` }));
    expect(page.text).toContain(`href="${origin}/"`);
    const back = await browser.submit(page, { email: LENA.email, password: LENA.password });
    expect(back.url.startsWith(`${origin}/login/callback?code=`)).toBe(true);
  }
});

test('leaving for an address that is no academy is refused at log-out', async () => {
  const browser = new Browser(running.issuer);
  await signInAs(browser, new Academy(running));
  const query = new URLSearchParams({ client_id: 'academy-spring', post_logout_redirect_uri: 'https://evil.example/' });
  const page = await browser.open(`${running.issuer}oauth2/v1/logout?${query}`);
  expect(page.status).toBe(400);
  expect(page.text).not.toContain('evil.example');
});

test('only a visitor who comes from an academy is logged out without a question', async () => {
  const browser = new Browser(running.issuer);
  await signInAs(browser, new Academy(running));
  const logout = `${running.issuer}oauth2/v1/logout?client_id=academy-spring`;
  for (const referer of [undefined, 'https://evil.example/', `http://evil.localhost:${running.port}/`]) {
    const page = await browser.open(logout, referer === undefined ? {} : { headers: { referer } });
    expect(page.text).toContain('Log out?');
    expect(page.text).not.toContain('<script');
  }
  const own = await browser.open(logout, { headers: { referer: `${running.originOf('kube')}/courses` } });
  expect(own.text).toContain('<script src="/idp/assets/sign-out.js" defer>');
  const forged = await browser.open(`${running.issuer}oauth2/v1/logout/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf: 'guess', logout: 'yes' }),
  });
  expect(forged.status).toBe(400);
});

test('logging out without a session just leads back', async () => {
  const browser = new Browser(running.issuer);
  const home = `${running.originOf('kube')}/`;
  const query = new URLSearchParams({ client_id: 'academy-kube', post_logout_redirect_uri: home });
  const page = await browser.open(`${running.issuer}oauth2/v1/logout?${query}`);
  expect((await browser.submit(page, {})).url).toBe(home);
});

test('logging out from a German page leads to the German home page', async () => {
  const browser = new Browser(running.issuer);
  const academy = new Academy(running, 'kube');
  await signInAs(browser, academy);
  const home = running.originOf('kube');
  const logout = (language: string) =>
    `${running.issuer}oauth2/v1/logout?${new URLSearchParams({ client_id: 'academy-kube', post_logout_redirect_uri: home, ui_locales: language })}`;
  const page = await browser.open(logout('de'), { headers: { referer: `${home}/de` } });
  expect((await browser.submit(page, { logout: 'yes' })).url).toBe(`${home}/de`);
  expect((await browser.submit(await browser.open(logout('en')), {})).url).toBe(`${home}/`);
});

test('the sign-in form may lead to every academy, and to nowhere else', async () => {
  const page = await new Browser(running.issuer).open(new Academy(running).authorizeUrl());
  const policy = page.headers.get('content-security-policy') ?? '';
  const formAction = policy.split(';').find((one) => one.startsWith('form-action')) ?? '';
  for (const tenant of ['spring', 'kube', 'tanzu']) expect(formAction).toContain(running.originOf(tenant));
  expect(formAction).toContain("'self'");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.headers.get('cache-control')).toBe('no-store');
});

test('a form that another site sends is refused', async () => {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  for (const origin of ['https://evil.example', 'null', running.originOf('spring'), '']) {
    const answer = await browser.submit(page, { email: LENA.email, password: LENA.password }, { origin });
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('sent from another site') });
  }
});

test('an interaction belongs to the browser that started it and to its own address', async () => {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running, 'kube').authorizeUrl());
  const stranger = await new Browser(running.issuer).open(page.url);
  expect(stranger).toMatchObject({ status: 400, text: expect.stringContaining('This log-in page has expired') });
  expect(stranger.text).toContain(`href="${running.originOf('kube')}/"`);
  expect((await browser.open(`${page.url}x`)).status).toBe(400);
  expect((await browser.open(`${running.issuer}interaction/kube/`)).status).toBe(404);
});

/** A browser that knows only the address of a sign-in: it makes up the cookies that the address suggests. */
function fromAddress(url: string) {
  const [, uid = ''] = /\/interaction\/\w+\/([\w-]+)/.exec(url) ?? [];
  const { port, issuer } = running;
  const cookie = ['interaction', 'resume', 'proof'].map((name) => `academy_${name}_${port}=${uid}`);
  cookie.push(`academy_waiting_${port}=spring/${uid}`, `academy_waiting_${port}=spring/${uid}/${uid}`);
  const headers = { cookie: cookie.join('; '), origin: new URL(issuer).origin };
  const base = `${issuer}interaction/spring/${uid}`;
  return {
    resume: `${issuer}oauth2/v1/authorize/${uid}`,
    get: (path: string) => fetch(path.startsWith('http') ? path : `${base}${path}`, { redirect: 'manual', headers }),
    post: (path: string, form: Record<string, string>) =>
      fetch(`${base}${path}`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(form) }),
  };
}

test('a sign-in cannot be continued with its address alone', async () => {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  const thief = fromAddress(page.url);
  for (const path of ['', '/sign-in', '/register', '/forgot', '/next', '/second-factor', '/confirm'])
    expect((await thief.get(path)).status, path).toBe(400);
  const { email, password } = LENA;
  expect((await thief.post('/sign-in', { email, password })).status).toBe(400);

  // The password was right; without the cookie check the next request would be logged in.
  const held = await browser.request(`${page.url}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
    headers: { origin: new URL(running.issuer).origin },
  });
  const stolen = await thief.get(thief.resume);
  expect(stolen.status).toBe(400);
  expect(await stolen.text()).toContain('This log-in page has expired');
  // The provider trusts its cookie, not the address: neither a sign-in of the thief's own nor another spelling of the
  // address helps.
  const own = new Browser(running.issuer);
  const [, ownUid = ''] = /([\w-]+)$/.exec((await own.open(new Academy(running).authorizeUrl())).url) ?? [];
  const ownProof = own.cookieOf(`academy_proof_${running.port}`);
  const [, uid = ''] = /([\w-]+)$/.exec(page.url) ?? [];
  for (const resume of [uid, `"${uid}"`])
    for (const path of [`authorize/${ownUid}`, `AUTHORIZE/${ownUid}`, `AUTHORIZE/${uid}`, `authorize/${uid}/`]) {
      const cookie = `academy_proof_${running.port}=${ownProof}; academy_resume_${running.port}=${resume}`;
      const tried = await fetch(`${running.issuer}oauth2/v1/${path}`, { redirect: 'manual', headers: { cookie } });
      expect(tried.headers.get('location') ?? '', path).not.toContain('code=');
    }
  expect((await browser.open(held.headers.get('location') ?? '')).url).toContain('/login/callback?code=');
});

test('a reset link does not log in a browser that knows the address', async () => {
  const asked = { ...LENA, email: 'asked@example.org' };
  await running.identity.createAccount(asked);
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  await browser.submit(await browser.open(`${page.url}/forgot`), { email: asked.email });
  const thief = fromAddress(page.url);
  const opened = await thief.get(mailTo(running, asked.email, 'reset-password').link ?? '');
  const [link = ''] = opened.headers.getSetCookie()[0]?.split(';') ?? [];
  const [, uid = ''] = /([\w-]+)$/.exec(page.url) ?? [];
  const done = await fetch(`${running.issuer}reset`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: new URL(running.issuer).origin,
      cookie: `${link}; academy_waiting_${running.port}=spring/${uid}; academy_waiting_${running.port}=spring/${uid}/${uid}`,
    },
    body: new URLSearchParams({ password: 'nine brown bicycles' }),
  });
  expect(done.headers.get('location')).toContain('/idp/reset?done');
});

test('going back after success shows that the link has expired', async () => {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  await browser.submit(page, { email: LENA.email, password: LENA.password });
  const back = await browser.open(page.url);
  expect(back).toMatchObject({ status: 400, text: expect.stringContaining('This log-in page has expired') });
  expect(back.text).toContain(`href="${running.originOf('spring')}/"`);
});

// Shows security#no-5xx
test('nothing that a client sends is answered with a 5xx', async () => {
  const { issuer } = running;
  const academy = new Academy(running);
  const browser = new Browser(issuer);
  const page = await browser.open(academy.authorizeUrl());
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(issuer).origin };
  const action = `${page.url}/sign-in`;
  const answers = await Promise.all([
    browser.request(academy.authorizeUrl({ state: 'a\0b' })),
    browser.request(academy.authorizeUrl({ login_hint: '"><script>alert(1)</script>\u2028' })),
    browser.request(`${issuer}oauth2/v1/authorize?client_id=a&client_id=b`),
    browser.request(`${issuer}oauth2/v1/authorize`),
    browser.request(`${issuer}oauth2/v1/authorize/none-such`),
    browser.request(`${issuer}oauth2/v1/logout?id_token_hint=x.y.z`),
    browser.request(`${issuer}oauth2/v1/logout/success?client_id=x`),
    browser.request(`${issuer}%zz`),
    browser.request(`${issuer}interaction/%00/..`),
    browser.request(`${issuer}assets/../../package.json`),
    browser.request(`${issuer}oauth2/v1/token`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
    browser.request(`${issuer}oauth2/v1/token`, {
      method: 'POST',
      body: 'client_id=%00&grant_type=refresh_token',
      headers: form,
    }),
    browser.request(`${issuer}oauth2/v1/token`, {
      method: 'POST',
      body: 'client_id=academy-spring&grant_type=authorization_code&code=%00&redirect_uri=%00&code_verifier=%00',
      headers: form,
    }),
    browser.request(`${issuer}oauth2/v1/token`, {
      method: 'POST',
      body: `client_id=${'x'.repeat(100_000)}`,
      headers: form,
    }),
    browser.request(`${issuer}oauth2/v1/userinfo`, { headers: { authorization: 'Bearer x y' } }),
    browser.request(`${issuer}oauth2/v1/revoke`, { method: 'DELETE' }),
    browser.request(action, { method: 'POST', body: 'x'.repeat(20_000), headers: form }),
    browser.request(action, { method: 'POST', body: '{}', headers: { ...form, 'content-type': 'application/json' } }),
    browser.request(action, { method: 'POST', body: 'email=%00%ff&password=%00', headers: form }),
    browser.request(`${page.url}/register`, {
      method: 'POST',
      body: `firstName=a%00b&lastName=%F0%9F%8C%B1&email=x%00%40example.org&password=${'p'.repeat(9_000)}`,
      headers: form,
    }),
    browser.request(`${issuer}confirm?token=%00`),
    browser.request(`${issuer}confirm?token=${'x'.repeat(5_000)}`),
    browser.request(`${issuer}reset?done&tenant=__proto__`),
    browser.request(`${issuer}reset`, { method: 'POST', body: 'password=%00', headers: form }),
    browser.request(`${issuer}account?tenant=constructor&said=toString`),
    browser.request(`${issuer}account/a;path=/?token=${'x'.repeat(43)}`),
    browser.request(`${issuer}account/password`, { method: 'POST', body: 'current=%00', headers: form }),
    browser.request(`${page.url}/forgot`, { method: 'POST', body: 'email=%00%ff', headers: form }),
    browser.request(`${page.url}/confirm`, { method: 'POST', body: 'code=%00', headers: form }),
    browser.request(`${page.url}/next`),
    browser.request(`${page.url}/__proto__`),
    browser.request(page.url, { method: 'PUT' }),
    browser.request(page.url, { method: 'HEAD' }),
  ]);
  expect(answers.filter(({ status }) => status >= 500).map(({ url, status }) => `${status} ${url}`)).toEqual([]);
  expect(running.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('what people type comes back as text, never as markup', async () => {
  const page = await new Browser(running.issuer).open(
    new Academy(running).authorizeUrl({ login_hint: '"><script>alert(1)</script>' }),
  );
  expect(page.text).not.toContain('<script>alert');
  expect(page.text).toContain('&quot;&gt;&lt;script&gt;');
});

test('cookies are for the provider alone and out of reach for scripts', async () => {
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  const started = page.headers.getSetCookie();
  const posted = await browser.request(`${page.url}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email: LENA.email, password: LENA.password }),
    headers: { origin: new URL(running.issuer).origin },
  });
  const resumed = await browser.request(posted.headers.get('location') ?? '');
  const lines = [...started, ...resumed.headers.getSetCookie()];
  expect(lines.some((line) => line.startsWith(`academy_session_${running.port}=`))).toBe(true);
  for (const line of lines) {
    expect(line.toLowerCase()).toContain('httponly');
    expect(line.toLowerCase()).toContain('samesite=lax');
    expect(line).toMatch(/path=\/idp\//i);
  }
});
