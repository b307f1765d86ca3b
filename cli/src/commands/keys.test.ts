import { tmpdir } from 'node:os';
import { keepUp, keySealer } from '@academy/identity/keys';
import {
  account,
  accountRecoveryCode,
  accountTotp,
  identityArtifact,
  signingKey,
} from '@academy/server/db/identity-tables';
import { auditEvent, person, personalAccessToken } from '@academy/server/db/tables';
import { webhook } from '@academy/server/db/webhook-tables';
import { signingKeysStore } from '@academy/server/identity/signing-keys.store';
import { testDatabase } from '@academy/server/testing/database';
import { beforeEach, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const { db, connectionString } = await testDatabase();
const SECRET = 'the secret of the first year, long enough';
const NEXT_SECRET = 'the secret of the second year, long enough';

const keys = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(tmpdir(), ['keys', ...args], { env: { DATABASE_URL: connectionString, ...env } });
const uses = async () =>
  (JSON.parse((await keys(['list', '--json'])).out) as { use: string }[]).map(({ use }) => use).sort();
const rows = () => db.select().from(signingKey).orderBy(signingKey.kid);
const audited = async () => (await db.select().from(auditEvent)).map(({ action, actorName }) => [action, actorName]);

beforeEach(async () => {
  for (const table of [signingKey, auditEvent, identityArtifact, webhook, person, account]) await db.delete(table);
  await keepUp(signingKeysStore(db), keySealer({}), Date.now);
});

test('a rotation publishes the next key first, and a second call adds nothing', async () => {
  expect(await uses()).toEqual(['signs']);
  expect(await keys(['rotate'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/is shown now and signs from 2/),
  });
  expect(await uses()).toEqual(['signs', 'waits']);
  expect((await keys(['rotate'])).out).toContain('A new key waits already.');
  expect(await uses()).toEqual(['signs', 'waits']);
  expect(await audited()).toEqual([['keys.rotate', 'command line']]);
  expect((await keys(['list'])).out).toMatch(/^Key +Use +Signs from/);
});

test('a rotation at once leaves one key that signs', async () => {
  await keys(['rotate']);
  expect((await keys(['rotate', '--now'])).out).toMatch(/signs now\. Tokens of 2 keys are refused\.$/);
  expect(await uses()).toEqual(['retired', 'retired', 'signs']);
  expect(await keys(['rotate', '--secret-lost'])).toMatchObject({ code: 2, err: expect.stringContaining('--now') });
});

test('the key secret is added, changed, and replaced when it is lost', async () => {
  const [lena] = await db
    .insert(account)
    .values({ email: 'lena@example.org', firstName: 'Lena', lastName: 'Lind', passwordHash: '' })
    .returning();
  const plain = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  await db.insert(accountTotp).values({ accountId: lena?.accountId ?? '', secret: plain, confirmedAt: new Date() });
  const signing = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  await db
    .insert(webhook)
    .values({ tenantId: 'spring', url: 'https://hooks.example.org/', events: [], secret: signing });
  const stored = async () =>
    JSON.stringify([
      (await rows()).map(({ jwk }) => jwk),
      (await db.select().from(accountTotp))[0]?.secret,
      (await db.select().from(webhook))[0]?.secret,
    ]);

  const first = { ACADEMY_KEY_SECRET: SECRET };
  expect(await keys(['seal'], first)).toMatchObject({
    code: 0,
    out: 'Encrypted with ACADEMY_KEY_SECRET: one key, second factors: 1, webhooks: 1, directories: 0.',
  });
  expect(await stored()).not.toContain(plain);
  expect(await stored()).not.toContain(signing);
  expect(await stored()).not.toContain('"d"');
  expect((await keys(['seal'], first)).out).toContain('0 keys, second factors: 0, webhooks: 0, directories: 0.');

  const sealed = await stored();
  const wrong = { ACADEMY_KEY_SECRET: NEXT_SECRET };
  for (const args of [['rotate'], ['rotate', '--now'], ['seal'], ['revoke-all']])
    for (const env of [{}, wrong])
      expect(await keys(args, env)).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed.') });
  expect(await stored()).toBe(sealed);

  const change = { ACADEMY_KEY_SECRET: NEXT_SECRET, ACADEMY_KEY_SECRET_BEFORE: SECRET };
  expect((await keys(['seal'], change)).out).toContain('one key, second factors: 1, webhooks: 1, directories: 0.');
  expect((await keys(['rotate'], wrong)).code).toBe(0);
  expect((await keys(['seal'], { ACADEMY_KEY_SECRET_BEFORE: NEXT_SECRET })).out).toContain('Stored without a secret');
  expect(await stored()).toContain(plain);
  expect(await stored()).toContain(signing);

  await keys(['seal'], first);
  expect((await keys(['rotate', '--now', '--secret-lost'], wrong)).code).toBe(0);
  expect((await keys(['rotate'], wrong)).code).toBe(0);
  expect(await keys(['seal'], wrong)).toMatchObject({ code: 1, err: expect.stringContaining('The second factor of') });
  expect(await keys(['seal', '--secret-lost'], wrong)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Second factors, webhooks and directories that stay closed: 2.'),
  });
});

test('an operator resets all second factors of a locked-out person', async () => {
  const [lena] = await db
    .insert(account)
    .values({ email: 'lena@example.org', firstName: 'Lena', lastName: 'Lind', passwordHash: '' })
    .returning();
  const accountId = lena?.accountId ?? '';
  await db.insert(accountTotp).values({ accountId, secret: 'GEZDGNBV', confirmedAt: new Date() });
  await db.insert(accountRecoveryCode).values({ accountId, codeHash: 'hash' });
  const reset = (email: string) =>
    runCommand(tmpdir(), ['user', 'reset-second-factor', '--email', email], {
      env: { DATABASE_URL: connectionString },
    });
  expect(await reset('nobody@example.org')).toMatchObject({ code: 1, err: expect.stringContaining('no account') });
  expect((await reset('Lena@example.org')).out).toBe(
    'Removed from lena@example.org: authenticator apps 1, passkeys 0; sessions ended: 0.',
  );
  expect([await db.$count(accountTotp), await db.$count(accountRecoveryCode)]).toEqual([0, 0]);
  expect(await audited()).toEqual([['account.reset-second-factor', 'command line']]);
});

// Shows security#secrets
test('one command revokes all sessions and tokens but keeps people and audit log', async () => {
  const [ada] = await db
    .insert(person)
    .values({ issuer: 'embedded', subject: 'a', email: 'ada@example.org', isAdmin: true })
    .returning();
  const expiresAt = new Date(Date.now() + 1e9);
  await db.insert(personalAccessToken).values({
    personId: ada?.personId ?? '',
    tenantId: 'spring',
    name: 'ci',
    abilities: ['content:write'],
    tokenHash: 'hash',
    expiresAt,
  });
  await db.insert(identityArtifact).values({ model: 'RefreshToken', id: 'r', payload: {}, expiresAt });
  const [before] = await rows();

  const { code, out } = await keys(['revoke-all']);
  expect(code).toBe(0);
  expect(out).toContain('personal access tokens (1)');
  expect(await db.$count(identityArtifact)).toBe(0);
  expect(await db.$count(personalAccessToken)).toBe(0);
  expect(await uses()).toEqual(['retired', 'signs']);
  expect((await rows()).find(({ kid }) => kid === before?.kid)?.retiredAt).not.toBeNull();
  const [still] = await db.select().from(person);
  expect(still).toMatchObject({ email: 'ada@example.org', isAdmin: true, sessionsEndedAt: expect.any(Date) });
  expect(await audited()).toEqual([['keys.revoke-all', 'command line']]);
});

test('with an external provider only tokens and certificate keys are affected', async () => {
  const external = {
    ACADEMY_IDENTITY: 'external',
    ACADEMY_ISSUER: 'https://id.example.org/',
    ACADEMY_AUDIENCE: 'academy',
  };
  const stored = await rows();
  expect(await keys(['rotate'], external)).toMatchObject({
    code: 1,
    err: expect.stringContaining('external provider'),
  });
  expect((await keys(['revoke-all'], external)).out).toContain(
    'The external provider has keys and sessions of its own',
  );
  expect(await rows()).toEqual(stored);
  expect(await keys(['seal'], external)).toMatchObject({ code: 0 });
});
