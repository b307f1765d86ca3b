import { listCourses } from '@academy/contract/courses';
import { completeLesson } from '@academy/contract/lessons';
import { getMyAccess } from '@academy/contract/people';
import { tenant as spring } from '@academy/tenants/spring/tenant';
import { expect, test } from 'vitest';
import { person } from '../db/tables.ts';
import { afterFile } from '../testing/after-file.ts';
import { startApp } from '../testing/start-app.ts';
import { FOREIGN_CLIENT, type ForeignOptions, startForeignProvider } from './foreign-provider.fixture.ts';

const ADA = {
  id: 'ada',
  claims: { mail: 'Ada@School.example', mail_checked: true, display_name: 'Ada King Lovelace' },
};
const NAMESAKE = { id: 'twin', claims: { mail: 'ada@school.example', mail_checked: false, display_name: 'Twin' } };

const SETTINGS = {
  ACADEMY_IDENTITY: 'external',
  ACADEMY_AUDIENCE: 'school-api,another',
  ACADEMY_CLIENT_IDS: `spring=${FOREIGN_CLIENT},kube=${FOREIGN_CLIENT},tanzu=${FOREIGN_CLIENT}`,
  ACADEMY_SIGNING_ALGORITHMS: 'ES256',
  ACADEMY_ACCESS_TOKEN_TYPE: 'JWT',
  ACADEMY_CLAIMS: 'email=mail,emailVerified=mail_checked,name=display_name',
};

async function start(options: Partial<ForeignOptions> = {}, settings: Record<string, string> = {}) {
  const provider = await startForeignProvider({ people: [ADA, NAMESAKE], ...options });
  afterFile(() => provider.close());
  const app = await startApp({ external: { ...SETTINGS, ACADEMY_ISSUER: provider.issuer, ...settings } });
  const access = (bearer: string | undefined) => app.call(getMyAccess, {}, { tenant: 'spring', bearer: bearer ?? '' });
  return { provider, app, access };
}

const { provider, app, access } = await start();
const OTHER_ADDRESSES = {
  authorize: `${provider.issuer}/as/authorize`,
  token: `${provider.issuer}/as/token`,
  logout: `${provider.issuer}/as/end`,
  register: false,
};

test('a provider with other paths and claims signs people in by settings', async () => {
  const tokens = await provider.signIn('ada');
  const seen = await access(tokens.access_token);
  expect(seen).toMatchObject({
    status: 200,
    body: {
      data: {
        email: 'ada@school.example',
        firstName: 'Ada King',
        lastName: 'Lovelace',
        userVerified: true,
        isAdmin: false,
      },
    },
  });
  const renewed = await provider.refresh(tokens.refresh_token);
  expect((await access(renewed.access_token)).status).toBe(200);
});

test('its identity tokens are valid for cached reads only', async () => {
  const { id_token: bearer = '' } = await provider.signIn('ada');
  const as = { tenant: 'spring', bearer };
  expect((await app.call(listCourses, { query: { tenantId: 'spring' } }, as)).status).toBe(200);
  expect((await access(bearer)).status).toBe(401);
  const body = { lessonId: 'l', courseId: 'c', isLastLesson: false, operationType: 'COMPLETE_LESSON' } as const;
  expect((await app.call(completeLesson, { body }, as)).status).toBe(401);
});

test('pages get the discovered endpoints, and may call no other origin', () => {
  expect(app.configs.of(spring)).toMatchObject({
    issuer: provider.issuer,
    clientId: FOREIGN_CLIENT,
    endpoints: OTHER_ADDRESSES,
  });
  expect(app.configs.connectOrigins).toEqual([new URL(provider.issuer).origin]);
});

// Shows security#issuer-and-subject
test('accounts are linked by issuer and subject: the same address elsewhere is another person', async () => {
  const [ada, namesake] = [await provider.signIn('ada'), await provider.signIn('twin')];
  const ids = async (bearer: string | undefined) => (await access(bearer)).body.data as { userId: string };
  const first = await ids(ada.access_token);
  const second = await ids(namesake.access_token);
  expect(second).toMatchObject({ email: 'ada@school.example', userVerified: false, firstName: 'Twin', lastName: '' });
  expect(second.userId).not.toBe(first.userId);
  const rows = await app.database.db.select().from(person);
  expect(rows.map(({ issuer, subject }) => `${issuer} ${subject}`).sort()).toEqual([
    `${provider.issuer} ada`,
    `${provider.issuer} twin`,
  ]);
});

test('a token for another audience, of another algorithm or of another type is refused', async () => {
  const { access_token: bearer } = await provider.signIn('ada');
  for (const setting of [
    { ACADEMY_AUDIENCE: 'another-api' },
    { ACADEMY_AUDIENCE_CLAIM: 'resource' },
    { ACADEMY_SIGNING_ALGORITHMS: 'RS256,PS256,EdDSA' },
    { ACADEMY_ACCESS_TOKEN_TYPE: 'at+jwt' },
    { ACADEMY_ACCESS_TOKEN_TYPE: 'none' },
    {
      ACADEMY_ISSUER: `${provider.issuer}/`,
      ACADEMY_KEYS_URL: `${provider.issuer}/as/certs`,
      ACADEMY_DISCOVERY: 'off',
    },
  ]) {
    const strict = await startApp({ external: { ...SETTINGS, ACADEMY_ISSUER: provider.issuer, ...setting } });
    expect((await strict.call(getMyAccess, {}, { tenant: 'spring', bearer: bearer ?? '' })).status).toBe(401);
    expect(await strict.database.db.select().from(person)).toEqual([]);
  }
});

test('the audience may stand in another claim, which is then checked in its place', async () => {
  const { app: other, provider: its } = await start(
    { audience: 'whatever' },
    { ACADEMY_AUDIENCE_CLAIM: 'client_id', ACADEMY_AUDIENCE: FOREIGN_CLIENT },
  );
  const { access_token: bearer = '', id_token: identity = '' } = await its.signIn('ada');
  expect((await other.call(getMyAccess, {}, { tenant: 'spring', bearer })).status).toBe(200);
  expect((await other.call(getMyAccess, {}, { tenant: 'spring', bearer: identity })).status).toBe(401);
  const reading = { query: { tenantId: 'spring' } };
  expect((await other.call(listCourses, reading, { tenant: 'spring', bearer: identity })).status).toBe(200);
});

test('the userinfo endpoint is asked once for a token without claims', async () => {
  const silent = await start({ claimsInTokens: false });
  const { access_token: bearer } = await silent.provider.signIn('ada');
  const replies = await Promise.all([1, 2, 3, 4].map(() => silent.access(bearer)));
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 200, body: { data: { email: 'ada@school.example', userVerified: true } } });
  expect(silent.provider.asked.filter((path) => path.endsWith('/profile'))).toHaveLength(1);

  const off = await start({ claimsInTokens: false }, { ACADEMY_USERINFO_URL: 'none' });
  const { access_token: another } = await off.provider.signIn('ada');
  expect(await off.access(another)).toMatchObject({ status: 200, body: { data: { email: '' } } });
  expect(off.provider.asked.filter((path) => path.endsWith('/profile'))).toEqual([]);
});

test('opaque access tokens are refused', async () => {
  const opaque = await start({ opaque: true });
  const { access_token: bearer = '' } = await opaque.provider.signIn('ada');
  expect(bearer).not.toContain('.');
  expect((await opaque.access(bearer)).status).toBe(401);
});

test('without discovery all endpoints come from settings', async () => {
  const { issuer } = provider;
  const settings = {
    ACADEMY_DISCOVERY: 'off',
    ACADEMY_AUTHORIZE_URL: OTHER_ADDRESSES.authorize,
    ACADEMY_TOKEN_URL: OTHER_ADDRESSES.token,
    ACADEMY_LOGOUT_URL: 'none',
    ACADEMY_KEYS_URL: `${issuer}/as/certs`,
  };
  const app = await startApp({ external: { ...SETTINGS, ACADEMY_ISSUER: issuer, ...settings } });
  expect(app.configs.of(spring).endpoints).toEqual({ ...OTHER_ADDRESSES, logout: null });
  const { access_token: bearer = '' } = await provider.signIn('ada');
  expect((await app.call(getMyAccess, {}, { tenant: 'spring', bearer })).status).toBe(200);
});

// Shows security#one-failure
test('an unreachable provider stops nobody from reading, and recovers', async () => {
  const gone = await startForeignProvider({ people: [ADA] });
  await gone.close();
  const app = await startApp({ external: { ...SETTINGS, ACADEMY_ISSUER: gone.issuer } });
  expect(app.configs.of(spring).endpoints).toBeNull();
  expect(app.configs.connectOrigins).toEqual([]);
  expect((await app.call(listCourses, { query: { tenantId: 'spring' } }, { tenant: 'spring' })).status).toBe(200);
  const before = app.configs.version;
  const { access_token: bearer = '' } = await provider.signIn('ada');
  const refused = await app.call(getMyAccess, {}, { tenant: 'spring', bearer });
  expect([refused.status, refused.response.headers['retry-after']]).toEqual([503, '5']);
  expect(refused.body.errors[0]?.errorMessage).toContain('log-in service does not answer');

  const back = await startForeignProvider({ people: [ADA], port: gone.port });
  afterFile(() => back.close());
  await expect.poll(() => app.configs.of(spring).endpoints?.token, { timeout: 20_000 }).toBe(`${gone.issuer}/as/token`);
  // Pages that were rendered without the endpoints are invalidated.
  expect(app.configs.version).toBeGreaterThan(before);
  const { access_token: fresh = '' } = await back.signIn('ada');
  expect((await app.call(getMyAccess, {}, { tenant: 'spring', bearer: fresh })).status).toBe(200);
});
