import { tmpdir } from 'node:os';
import { directory, directoryDomain } from '@academy/server/db/directory-tables';
import { account } from '@academy/server/db/identity-tables';
import { auditEvent } from '@academy/server/db/tables';
import { testDatabase } from '@academy/server/testing/database';
import { beforeEach, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const { db, connectionString } = await testDatabase();
const directories = (...args: string[]) =>
  runCommand(tmpdir(), ['directories', ...args], { env: { DATABASE_URL: connectionString } });
const CLIENT = { issuer: 'https://login.acme.example', clientId: 'academy', scopes: 'openid', mapping: {} };
const [acme, other] = [crypto.randomUUID(), crypto.randomUUID()];

beforeEach(async () => {
  await db.delete(directory);
  await db.delete(auditEvent);
  await db.insert(directory).values([
    { directoryId: acme, name: 'Acme', ...CLIENT },
    { directoryId: other, name: 'Other', ...CLIENT },
  ]);
});

test('an operator sets the domain of a directory, which no other directory gets then', async () => {
  expect(await directories('set-domain', '--id', acme, '--domain', 'Acme.example')).toMatchObject({ code: 0 });
  expect((await directories('list')).out).toMatch(/Acme .* off\n {2}acme.example {2}proved 20/);
  expect((await db.select().from(auditEvent)).map(({ action, actorName }) => [action, actorName])).toEqual([
    ['directory.prove-domain', 'command line'],
  ]);
  expect(await directories('set-domain', '--id', other, '--domain', 'acme.example')).toMatchObject({ code: 1 });
  expect(await db.$count(directoryDomain)).toBe(1);
});

test('an operator allows one address its password for an hour', async () => {
  expect(await directories('allow-password', '--email', 'Eva@acme.example')).toMatchObject({
    code: 0,
    out: 'eva@acme.example may log in with a password for 60 minutes.',
  });
  expect((await db.select().from(auditEvent)).map(({ action }) => action)).toEqual(['account.allow-password']);
});

test('an operator opens an account again that a directory has ended', async () => {
  const names = { firstName: 'Eva', lastName: 'Ende', passwordHash: '!', emailVerified: true };
  await db.insert(account).values({ email: 'eva@acme.example', ...names, endedAt: new Date() });
  const reopen = () => directories('reopen-account', '--email', 'Eva@acme.example');
  expect(await reopen()).toMatchObject({ code: 0, out: 'eva@acme.example can log in again.' });
  expect(await db.select().from(account)).toMatchObject([{ endedAt: null }]);
  expect((await db.select().from(auditEvent)).map(({ action }) => action)).toEqual(['person.return']);
  expect(await reopen()).toMatchObject({ code: 1 });
});

test.each([['reopen-account'], ['set-domain'], ['set-domain', '--id', acme], ['allow-password', '--email', 'nobody']])(
  'a wrong use of %s says what is missing',
  async (...args) => {
    expect(await directories(...args)).toMatchObject({ code: 2, err: expect.stringContaining('Next: Give') });
  },
);
