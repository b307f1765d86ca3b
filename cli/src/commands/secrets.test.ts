import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepUp, keySealer } from '@academy/identity/keys';
import { fingerprintOf } from '@academy/identity/sealing';
import { account, accountTotp, signingKey } from '@academy/server/db/identity-tables';
import { academyServer } from '@academy/server/db/server-tables';
import { auditEvent, person, personalAccessToken } from '@academy/server/db/tables';
import { webhook } from '@academy/server/db/webhook-tables';
import { resealEverything } from '@academy/server/identity/reseal-everything';
import { signingKeysStore } from '@academy/server/identity/signing-keys.store';
import { ensureLocalTokens, LOCAL_TOKENS_FILE } from '@academy/server/samples/local-tokens';
import { testDatabase } from '@academy/server/testing/database';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const { db, pool, connectionString } = await testDatabase();
const FIRST = 'the secret of the first year, long enough';
const APP = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const HOOK = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const folder = mkdtempSync(join(tmpdir(), 'academy-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'key-secret');
const before = join(folder, 'key-secret-before');
const IN_FILES = { ACADEMY_KEY_SECRET_FILE: file, ACADEMY_KEY_SECRET_BEFORE_FILE: before };

const rotate = (args: readonly string[] = [], env: Record<string, string> = IN_FILES) =>
  runCommand(folder, ['secrets', 'rotate', '--data', folder, ...args], {
    env: { DATABASE_URL: connectionString, ...env },
  });
const read = (path: string) => readFileSync(path, 'utf8').trim();
const stored = async () =>
  JSON.stringify([
    (await db.select().from(signingKey).orderBy(signingKey.kid)).map(({ jwk }) => jwk),
    (await db.select().from(accountTotp))[0]?.secret,
    (await db.select().from(webhook))[0]?.secret,
  ]);
/** How many rows a secret alone does not open; none when everything is encrypted with it. */
const openedBy = (secret: string) =>
  db
    .transaction((tx) => resealEverything(tx, { secret }))
    .then(({ keys, secondFactors, webhooks, directories }) => keys + secondFactors + webhooks + directories)
    .catch(() => 'not opened');
const steps = async () =>
  (await db.select().from(auditEvent).orderBy(auditEvent.eventId)).map(({ action, details }) => [
    action,
    (details as { step?: string }).step,
  ]);

beforeEach(async () => {
  for (const table of [academyServer, signingKey, auditEvent, webhook, personalAccessToken, person, account])
    await db.delete(table);
  await keepUp(signingKeysStore(db), keySealer({}), Date.now);
  const [lena] = await db
    .insert(account)
    .values({ email: 'lena@example.org', firstName: 'Lena', lastName: 'Lind', passwordHash: '' })
    .returning();
  await db.insert(accountTotp).values({ accountId: lena?.accountId ?? '', secret: APP, confirmedAt: new Date() });
  await db.insert(webhook).values({ tenantId: 'spring', url: 'https://hooks.example.org/', events: [], secret: HOOK });
  await db.transaction((tx) => resealEverything(tx, { secret: FIRST }));
  writeFileSync(file, `${FIRST}\n`);
  chmodSync(file, 0o644);
  writeFileSync(before, '');
});

test('secrets in files are changed in two runs, and nothing needs the former one', async () => {
  const first = await rotate();
  expect(first).toMatchObject({ code: 0, err: '' });
  const secret = read(file);
  expect(secret).toMatch(/^[\w+/]{43}=$/);
  expect(read(before)).toBe(FIRST);
  for (const path of [file, before]) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(first.out).toContain('restart all servers');
  expect(first.out).not.toContain(secret);
  expect(first.out).toContain('Keep a copy of the former one with the backups that exist');
  // Servers with the former secret go on until they are restarted.
  expect(await openedBy(FIRST)).toBe(0);

  const second = await rotate();
  expect(second.out).toContain('Encrypted with the new secret: keys 1, second factors 1, webhooks 1, directories 0.');
  expect(second.out).toContain('next signing key');
  expect(second.out).toContain('Make a backup: those from before need the former secret.');
  expect(read(before)).toBe('');
  expect(await openedBy(secret)).toBe(0);
  expect(await openedBy(FIRST)).toBe('not opened');
  expect(await steps()).toEqual([
    ['secrets.rotate', 'new secret'],
    ['secrets.rotate', 'encrypted'],
  ]);
});

test('a dry run says what would happen and changes nothing', async () => {
  const was = await stored();
  const first = await rotate(['--dry-run']);
  expect(first.out).toContain(`A new secret would be written to ${file}.`);
  expect([read(file), read(before)]).toEqual([FIRST, '']);
  await rotate();
  const second = await rotate(['--dry-run']);
  expect(second.out).toContain(
    'Would be encrypted with the new secret: keys 1, second factors 1, webhooks 1, directories 0.',
  );
  expect(second.out).toContain('A new signing key would be made.');
  expect(read(before)).toBe(FIRST);
  expect(await stored()).toBe(was);
});

test('secrets of the environment are printed for it', async () => {
  const first = await rotate([], { ACADEMY_KEY_SECRET: FIRST });
  const [, secret = ''] = /^ACADEMY_KEY_SECRET=(\S+)$/m.exec(first.out) ?? [];
  expect(first.out).toContain(`ACADEMY_KEY_SECRET_BEFORE=${FIRST}`);
  const second = await rotate([], { ACADEMY_KEY_SECRET: secret, ACADEMY_KEY_SECRET_BEFORE: FIRST });
  expect(second.out).toContain('take ACADEMY_KEY_SECRET_BEFORE away');
  expect(await openedBy(secret)).toBe(0);
  // A file that cannot be written is an operator's to change.
  writeFileSync(file, secret);
  expect((await rotate(['--print', '--dry-run'])).out).toContain('would be made and printed');
});

test('a first secret is made where there was none', async () => {
  await db.transaction((tx) => resealEverything(tx, { secretBefore: FIRST }));
  const { out } = await rotate([], {});
  expect(out).not.toContain('BEFORE');
  const [, secret = ''] = /^ACADEMY_KEY_SECRET=(\S+)$/m.exec(out) ?? [];
  const env = { ACADEMY_KEY_SECRET: secret };
  expect((await rotate([], env)).out).toContain(
    'Encrypted with the new secret: keys 1, second factors 1, webhooks 1, directories 0.',
  );
  expect(await stored()).not.toContain(APP);
});

test('nothing is encrypted anew while a server runs with the former secret', async () => {
  await rotate();
  const was = await stored();
  const server = { serverId: randomUUID(), name: 'web-1 (process 812)', secret: 'server' };
  await db.insert(academyServer).values({ ...server, keySecret: fingerprintOf({ secret: FIRST }) });
  const refused = await rotate();
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/another secret: web-1 \(process 812\), since \d{4}-/);
  expect(await stored()).toBe(was);
  await db.update(academyServer).set({ keySecret: fingerprintOf({ secret: read(file) }) });
  expect((await rotate()).code).toBe(0);
});

test('a first run that was killed between the files begins anew', async () => {
  writeFileSync(before, `${FIRST}\n`);
  expect((await rotate()).code).toBe(0);
  expect(read(before)).toBe(FIRST);
  expect(read(file)).not.toBe(FIRST);
  expect((await rotate()).out).toContain('keys 1');
});

test('a second run that was killed under way is completed by the next', async () => {
  await rotate();
  const secret = read(file);
  const was = await stored();
  // The run stops where it reaches webhooks, after keys and second factors.
  const lock = await pool.connect();
  await lock.query('begin');
  await lock.query('lock table webhook in access exclusive mode');
  const args = ['secrets', 'rotate', '--data', folder];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: connectionString, ...IN_FILES },
    stdio: 'ignore',
  });
  const waits = async () => {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where not granted and relation = 'webhook'::regclass`,
    );
    return rows[0]?.waiting;
  };
  await expect.poll(waits, { timeout: 30_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await lock.query('rollback');
  lock.release();
  await expect.poll(waits).toBe(0);

  expect(await stored()).toBe(was);
  expect([read(before), await openedBy(FIRST)]).toEqual([FIRST, 0]);
  expect((await rotate()).code).toBe(0);
  expect([read(before), await openedBy(secret)]).toEqual(['', 0]);
});

test('a run that was killed before it emptied the former file ends there', async () => {
  await rotate();
  await rotate();
  writeFileSync(before, FIRST);
  const again = await rotate();
  expect(again.out).toContain('keys 0, second factors 0, webhooks 0, directories 0');
  expect(again.out).toContain('A new signing key waits already.');
  expect(read(before)).toBe('');
});

test('local tokens are replaced, and former ones refused', async () => {
  await db
    .insert(person)
    .values({ issuer: 'embedded', subject: 'admin', email: 'admin@example.org', emailVerified: true, isAdmin: true });
  await ensureLocalTokens(db, folder, ['spring', 'kube']);
  const tokens = join(folder, LOCAL_TOKENS_FILE);
  const hashes = async () => (await db.select().from(personalAccessToken)).map(({ tokenHash }) => tokenHash).sort();
  const [was, wasKept] = [await hashes(), read(tokens)];
  await rotate();
  expect((await rotate()).out).toContain('Local tokens were replaced: 2.');
  expect((await hashes()).filter((hash) => was.includes(hash))).toEqual([]);
  expect(read(tokens)).not.toBe(wasKept);
  await ensureLocalTokens(db, folder, ['spring', 'kube']);
  expect(await db.$count(personalAccessToken)).toBe(2);
  rmSync(tokens);
});

test('a wrong secret changes nothing', async () => {
  writeFileSync(file, 'some other secret that opens nothing');
  const was = await stored();
  expect(await rotate()).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed.') });
  expect(await stored()).toBe(was);
  expect(existsSync(`${file}.before`)).toBe(false);
});
