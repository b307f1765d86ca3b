import { join } from 'node:path';
import { courseFiles, inFolder } from './support/made-content.ts';
import { signInJourneys, toProvider } from './support/sign-in-journeys.ts';
import { expectSignedIn, open } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { TwoServers } from './support/two-servers.ts';

const place = new TwoServers();
test.beforeAll(async () => {
  await place.open();
});
test.afterAll(() => place.close());

signInJourneys(() => place, process.env.ACADEMY_TEST_ALL === '1' ? 'all' : 'short');

// Shows security#log-out-revokes
test('a session ended at one server is refused at the other', async ({ page, allow }) => {
  // The page notices as well that its session has ended.
  allow(/status of 40[01]/);
  const [here, there] = place.ports;
  const person = await place.newPerson();
  await open(page, place.origin('spring'));
  await toProvider(page, person);
  await place.enterPassword(page, person);
  await expectSignedIn(page, person);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}`, tenantid: 'spring', 'x-forwarded-proto': 'http' };
  const access = (port: number | undefined) => place.at(port, '/api/v1/user/verifyUserAccess', headers);
  expect([(await access(here)).status, (await access(there)).status]).toEqual([200, 200]);

  const reply = await place.at(here, '/api/v1/session', headers, 'DELETE');
  expect(JSON.parse(reply.text)).toMatchObject({ success: true, data: { ended: true } });
  const ended = Date.now();
  expect((await access(here)).status).toBe(401);
  let lastAccepted = ended;
  await expect
    .poll(async () => {
      const asked = Date.now();
      const { status } = await access(there);
      if (status === 200) lastAccepted = asked;
      return status;
    })
    .toBe(401);
  expect(lastAccepted - ended).toBeLessThan(1_000);
});

test('content published through one server is read at the other at once', async () => {
  const [here, there] = place.ports;
  const title = 'Read at the Other Server';
  const before = await place.at(there, '/api/v1/courses/list?tenantId=spring', { tenantid: 'spring' });
  expect(before.text).not.toContain(title);
  await inFolder(courseFiles('spring', { id: 'there', title, outline: ['All'] }), async (folder) => {
    const done = await place.publish(here, join(folder, 'there/course.json'));
    expect(done.code, done.stderr).toBe(0);
  });
  await expect
    .poll(async () => (await place.at(there, '/api/v1/courses/list?tenantId=spring', { tenantid: 'spring' })).text)
    .toContain(title);
  await expect.poll(async () => (await place.at(there, '/courses', {})).text).toContain(title);
});

// Shows security#forwarded-headers
test('both servers share one key and trust only the proxy’s headers', async () => {
  const host = new URL(place.issuer).host;
  const path = '/idp/.well-known/openid-configuration';
  const keys = await Promise.all(place.ports.map((port) => place.at(port, '/idp/oauth2/v1/keys', { host })));
  const [first, second] = keys.map(({ text }) => JSON.parse(text) as { keys: unknown[] });
  expect(first?.keys.length).toBeGreaterThan(0);
  expect(second).toEqual(first);
  for (const port of place.ports) {
    expect(JSON.parse((await place.at(port, path, { host })).text)).toMatchObject({
      issuer: place.issuer,
      token_endpoint: `${place.issuer}oauth2/v1/token`,
    });
    for (const other of ['evil.example', new URL(place.origin('spring')).host, `localhost:${port}`, 'localhost'])
      expect((await place.at(port, path, { host: other })).status, other).toBe(404);
    // Forwarded headers count from the proxy only.
    const forwarded = { host: 'evil.example', 'x-forwarded-host': host };
    expect((await place.at(port, path, forwarded)).status).toBe(200);
    expect((await place.at(port, path, forwarded, 'GET', '127.0.0.2')).status).toBe(404);
    const disguised = { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const reply = await place.at(port, path, disguised, 'GET', '127.0.0.2');
    expect(JSON.parse(reply.text)).toMatchObject({ issuer: place.issuer, jwks_uri: `${place.issuer}oauth2/v1/keys` });
    expect(reply.text).not.toContain('evil');
  }
});

// Last: the others need both servers.
test('a server that is stopped answers until proxies have noticed', async () => {
  const [, there] = place.ports;
  const stopped = place.stopSecond();
  await expect.poll(async () => (await place.at(there, '/health/ready', {})).status, { intervals: [50] }).toBe(503);
  const reply = await place.at(there, '/api/v1/courses/list?tenantId=spring', { tenantid: 'spring' });
  expect(reply.status).toBe(200);
  expect(reply.headers.connection).toBe('close');
  expect(await stopped).toBe(0);
});
