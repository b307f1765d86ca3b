import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakePortal, ROBOT } from '../testing/fake-portal.ts';
import { realPortal } from '../testing/real-portal.ts';

/**
 * What the adapter expects of a training portal, tested over HTTP: against the fake one, or against a real one that
 * LAB_PORTAL_URL names with its robot (see `realPortal`). Tests that need time to pass use the fake one only. It follows the
 * documentation of the portal's REST interface and its release notes up to 4.0.0; what they do not tell was observed.
 */
const real = realPortal(process.env.LAB_PORTAL_URL);
const robot = real?.robot ?? ROBOT;
const workshop = real?.workshop ?? 'lab-short';
const fake = new FakePortal({
  workshops: [
    { name: 'lab-short', durationSeconds: 180, deadlineSeconds: 300, capacity: 10, labels: { level: 'first' } },
    { name: 'lab-long', durationSeconds: 3600, deadlineSeconds: 7200, capacity: 10 },
    { name: 'lab-tiny', durationSeconds: 180, deadlineSeconds: 300, capacity: 1 },
  ],
  perUser: 2,
  frozen: true,
});
let base = real?.url ?? '';
const INDEX = 'https://academy.example.org/lab-return';

beforeAll(async () => {
  if (real === null) base = await fake.open();
});
afterAll(async () => {
  if (real === null) await fake.close();
});

const basic = `Basic ${Buffer.from(`${robot.clientId}:${robot.clientSecret}`).toString('base64')}`;
const askToken = (form: Record<string, string>) =>
  fetch(`${base}/oauth2/token/`, {
    method: 'POST',
    headers: { authorization: basic },
    body: new URLSearchParams(form),
  });
const byPassword = { grant_type: 'password', username: robot.user, password: robot.password };

async function aToken(): Promise<{ access_token: string; refresh_token: string; expires_in: number }> {
  return (await askToken(byPassword)).json() as never;
}

async function get(path: string, token?: string, method = 'GET') {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(base + path, { method, headers, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, text, body: isJson ? JSON.parse(text) : null, headers: response.headers };
}

async function environmentOf(name: string, token: string): Promise<string> {
  const { body } = await get('/workshops/catalog/environments/?state=RUNNING', token);
  return body.environments.find((one: { workshop: { name: string } }) => one.workshop.name === name).name;
}

/** Requests a session of a workshop as a new user, or as a named one. */
async function aSession(name = workshop, user = `contract-${crypto.randomUUID()}`) {
  const token = (await aToken()).access_token;
  const environment = await environmentOf(name, token);
  const query = new URLSearchParams({ index_url: INDEX, user, timeout: '60' });
  const reply = await get(`/workshops/environment/${environment}/request/?${query}`, token);
  const session: string = reply.body?.name;
  const about = (verb: string, method?: string) => get(`/workshops/session/${session}/${verb}/`, token, method);
  return { token, environment, user, query, reply, session, about };
}

describe('tokens', () => {
  test('are given for the robot password, and for nothing else', async () => {
    expect(await aToken()).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: expect.any(Number),
    });
    const wrong = await askToken({ ...byPassword, password: 'wrong' });
    expect([wrong.status, await wrong.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
  });

  test('expire as soon as they are renewed or revoked', async () => {
    const first = await aToken();
    const second = await (await askToken({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).json();
    const catalog = '/workshops/catalog/environments/';
    expect((await get(catalog, first.access_token)).status).toBe(403);
    expect((await get(catalog, (second as typeof first).access_token)).status).toBe(200);
    await fetch(`${base}/oauth2/revoke-token/`, {
      method: 'POST',
      body: new URLSearchParams({
        token: (second as typeof first).access_token,
        client_id: robot.clientId,
        client_secret: robot.clientSecret,
      }),
    });
    expect((await get(catalog, (second as typeof first).access_token)).status).toBe(403);
  });

  test('that are missing or wrong are answered with an empty 403', async () => {
    for (const token of [undefined, 'wrong'])
      expect(await get('/workshops/catalog/environments/', token)).toMatchObject({ status: 403, text: '' });
  });
});

test('paths end in a slash', async () => {
  const { access_token } = await aToken();
  expect((await get('/workshops/catalog/environments', access_token)).status).toBe(301);
});

test('the catalogue names environments with their workshops and their places', async () => {
  const { access_token } = await aToken();
  const { body } = await get('/workshops/catalog/environments/', access_token);
  expect(body).toMatchObject({ portal: { sessions: { allocated: expect.any(Number) } } });
  expect(body.environments).toContainEqual(
    expect.objectContaining({
      state: 'RUNNING',
      workshop: expect.objectContaining({ name: workshop }),
      capacity: expect.any(Number),
      allocated: expect.any(Number),
    }),
  );
});

describe('the catalogue', () => {
  const names = (body: { environments: { workshop: { name: string } }[] }) =>
    body.environments.map(({ workshop: { name } }) => name);

  test('can be asked for one workshop, by its name', async () => {
    const { access_token } = await aToken();
    const { body } = await get(`/workshops/catalog/environments/?name=${workshop}`, access_token);
    expect([...new Set(names(body))]).toEqual([workshop]);
    const none = await get('/workshops/catalog/environments/?name=no-such-workshop', access_token);
    expect(none.body.environments).toEqual([]);
  });

  test('names an environment that is going only when asked for its state', async () => {
    const { access_token } = await aToken();
    for (const state of ['', '?state=RUNNING']) {
      const { body } = await get(`/workshops/catalog/environments/${state}`, access_token);
      expect(body.environments.every((one: { state: string }) => one.state === 'RUNNING')).toBe(true);
    }
    const { status } = await get('/workshops/catalog/environments/?state=RUNNING&state=STOPPING', access_token);
    expect(status).toBe(200);
  });

  test('tells the labels of portals and workshops, and the time that a lab has', async () => {
    const { access_token } = await aToken();
    const { body } = await get('/workshops/catalog/environments/', access_token);
    const own = body.environments.find((one: { workshop: { name: string } }) => one.workshop.name === workshop);
    expect(body.portal.labels ?? {}).toBeTypeOf('object');
    expect(own.workshop.labels ?? {}).toBeTypeOf('object');
    expect(own.duration === null || own.duration > 0).toBe(true);
  });

  test('can be read the other way round, by workshops', async () => {
    const { access_token } = await aToken();
    const { body } = await get('/workshops/catalog/workshops/', access_token);
    const own = body.workshops.find((one: { name: string }) => one.name === workshop);
    expect(own.environment).toMatchObject({ state: 'RUNNING', name: expect.any(String) });
  });

  test('lists the sessions of an environment when asked to', async () => {
    const { session, token, user } = await aSession();
    const listed = await get('/workshops/catalog/environments/?sessions=true', token);
    const sessions = listed.body.environments.flatMap((one: { sessions: { name: string }[] }) => one.sessions);
    expect(sessions).toContainEqual(expect.objectContaining({ name: session, user }));
    const { body } = await get('/workshops/catalog/environments/', token);
    expect(body.environments[0]).not.toHaveProperty('sessions');
  });
});

describe('a session', () => {
  test('has the names that the documentation gives it', async () => {
    const { reply, user, environment } = await aSession();
    expect(reply.body).toMatchObject({ user, workshop, environment, namespace: expect.any(String) });
    // `session` is the older name of `name`, which will go.
    expect(reply.body.session ?? reply.body.name).toBe(reply.body.name);
  });

  test('can be requested with parameters of the workshop', async () => {
    const { token, environment } = await aSession();
    const query = new URLSearchParams({ index_url: INDEX, user: `contract-${crypto.randomUUID()}`, timeout: '60' });
    const response = await fetch(`${base}/workshops/environment/${environment}/request/?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ parameters: [{ name: 'ACADEMY_CONTRACT', value: 'yes' }] }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: expect.any(String), url: expect.any(String) });
  });

  test('is requested with a return address; an unknown environment is 403', async () => {
    const { token, environment } = await aSession();
    expect((await get(`/workshops/environment/${environment}/request/?user=x`, token)).status).toBe(400);
    const unknown = await get(`/workshops/environment/none/request/?index_url=${INDEX}&user=x`, token);
    expect(unknown.status).toBe(403);
    expect(unknown.text).not.toBe('');
  });

  test('waits for 60 seconds, under a path of the portal', async () => {
    const { reply, about, session } = await aSession();
    expect(reply.body.url).toMatch(new RegExp(`^/workshops/session/${session}/activate/\\?token=`));
    const { body } = await about('schedule');
    expect(body).toMatchObject({ status: 'WAITING', expiring: false, extendable: false });
    expect(body.countdown).toBeGreaterThan(50);
    expect(body.countdown).toBeLessThanOrEqual(60);
  });

  test('is the same for the same learner, also when asked for twice at once', async () => {
    const { reply, user } = await aSession();
    const again = await Promise.all([aSession(workshop, user), aSession(workshop, user)]);
    for (const one of again) expect(one.reply.body).toEqual(reply.body);
    const { body } = await get(`/workshops/user/${user}/sessions/`, again[0].token);
    expect(body.sessions).toEqual([expect.objectContaining({ name: reply.body.name, workshop })]);
  });

  test('of an unknown user is an empty list', async () => {
    const { access_token } = await aToken();
    const { body } = await get('/workshops/user/nobody-knows/sessions/', access_token);
    expect(body.sessions).toEqual([]);
  });

  test('runs once it is activated', async () => {
    const { reply, about, session } = await aSession();
    const activated = await get(reply.body.url);
    expect(activated.status).toBe(302);
    expect(activated.headers.get('location')).toContain(`/workshops/session/${session}/`);
    expect((await about('schedule')).body).toMatchObject({ status: 'RUNNING' });
  });

  test('is ended by GET alone; then it does not exist any more', async () => {
    const { reply, about } = await aSession();
    expect((await about('terminate', 'POST')).status).toBe(403);
    expect((await about('terminate')).status).toBe(200);
    await expect.poll(async () => (await about('schedule')).status).toBe(404);
    expect((await about('terminate')).status).toBe(404);
    expect((await get(reply.body.url)).status).toBe(400);
  });
});

describe.skipIf(real !== null)('as time goes by', () => {
  test('a session that is not opened expires after 60 seconds', async () => {
    const { about } = await aSession();
    fake.advance(61);
    expect((await about('schedule')).status).toBe(404);
  });

  test('a short lab can be extended at once, up to its deadline', async () => {
    const { reply, about } = await aSession();
    await get(reply.body.url);
    expect((await about('schedule')).body).toMatchObject({ countdown: 180, extendable: true });
    expect((await about('extend')).body).toMatchObject({ countdown: 300, extended: true, extendable: false });
    expect((await about('extend')).body).toMatchObject({ countdown: 300, extended: false });
    fake.advance(301);
    expect((await about('schedule')).status).toBe(404);
  });

  test('a long lab can be extended in its last quarter, by a quarter', async () => {
    const { reply, about } = await aSession('lab-long');
    await get(reply.body.url);
    expect((await about('extend')).body).toMatchObject({ countdown: 3600, extended: false });
    fake.advance(2701);
    expect((await about('schedule')).body).toMatchObject({ expiring: true, extendable: true });
    expect((await about('extend')).body).toMatchObject({ countdown: 1799, extended: true });
  });

  test('the page of an ended session redirects back, or says that it has ended', async () => {
    const { reply, session, about } = await aSession();
    await get(reply.body.url);
    await about('terminate');
    const { status, headers } = await get(`/workshops/session/${session}/`);
    expect([status, headers.get('location')]).toEqual([302, `${INDEX}?notification=session-deleted`]);
    // Since 4.0 for a browser whose log-in at the portal has expired, which was asked to log in before.
    fake.options.finishedPage = true;
    const finished = await get(`/workshops/session/${session}/`);
    fake.options.finishedPage = false;
    expect([finished.status, finished.text]).toEqual([200, expect.stringContaining('finished')]);
  });

  test('a full portal always sends the same reply', async () => {
    const first = await aSession('lab-tiny');
    expect((await aSession('lab-tiny')).reply).toMatchObject({
      status: 503,
      text: expect.stringContaining('No session available'),
    });
    await aSession('lab-short', first.user);
    expect((await aSession('lab-long', first.user)).reply.status).toBe(503);
  });

  test('a start is reported once when created and once when opened', async () => {
    const { reply, session } = await aSession();
    const starts = () => fake.events.filter((one) => one.session === session && one.name === 'Session/Started').length;
    expect(starts()).toBe(1);
    await get(reply.body.url);
    expect(starts()).toBe(2);
  });
});
