import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from '@academy/identity/passwords';
import { learnerGroup } from '@academy/server/db/group-tables';
import { account, identityArtifact } from '@academy/server/db/identity-tables';
import {
  auditEvent,
  favorite,
  outboxMail,
  person,
  personalAccessToken,
  progressEvent,
} from '@academy/server/db/tables';
import { testDatabase } from '@academy/server/testing/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Terminal } from '../command.ts';
import { runCommand } from '../testing/run-command.ts';
import { monthsAfter } from './user/grant-pro.ts';

const { db, connectionString } = await testDatabase();
/** Settings of an academy that people reach. */
const SERVED = {
  ACADEMY_ENVIRONMENT: 'prod',
  ACADEMY_SMTP_URL: 'smtp://mail.example.org',
  ACADEMY_MAIL_FROM: 'academy@example.org',
  ACADEMY_ISSUER: 'https://id.example.org/idp/',
  ACADEMY_IDENTITY: 'embedded',
  ACADEMY_KEY_SECRET: 'a secret of more than thirty-two letters',
  ACADEMY_TENANT_ORIGINS:
    'spring=https://spring.example.org,kube=https://kube.example.org,tanzu=https://tanzu.example.org',
};

const academy = (args: readonly string[], more: Partial<Terminal> & { input?: string } = {}) =>
  runCommand(tmpdir(), ['user', ...args], { env: { DATABASE_URL: connectionString }, ...more });
const add = (name: string, ...more: string[]) =>
  academy(['add', '--email', `${name}@example.org`, '--first-name', name, '--last-name', 'Person', ...more]);
const rowOf = async (name: string) =>
  (await db.select().from(person)).find((row) => row.email === `${name}@example.org`);
const accountOf = async (name: string) =>
  (await db.select().from(account)).find((row) => row.email === `${name}@example.org`);
const audited = async () => (await db.select().from(auditEvent)).map(({ action, actorName }) => [action, actorName]);

beforeEach(async () => {
  for (const table of [person, account, auditEvent, outboxMail, identityArtifact]) await db.delete(table);
  await add('ann', '--admin');
  await add('lena');
  await db.delete(auditEvent);
  await db.delete(outboxMail);
});

describe('an address that two people have', () => {
  const NAMED = { code: 1, err: expect.stringContaining('2 people have the address') };

  test('makes neither an administrator, and creates no token', async () => {
    // Another provider lets people write anything into their profile.
    const eve = { issuer: 'https://login.example.org', subject: 'eve', email: 'lena@example.org' };
    await db.insert(person).values(eve);
    expect(await academy(['add', '--email', 'lena@example.org', '--admin'])).toMatchObject(NAMED);
    expect((await db.select().from(person)).filter((row) => row.isAdmin)).toHaveLength(1);
    const request = [
      '--name',
      'ci',
      '--tenant',
      'spring',
      '--ability',
      'progress:read',
      '--person',
      'lena@example.org',
    ];
    const env = { DATABASE_URL: connectionString };
    expect(await runCommand(tmpdir(), ['token', 'create', ...request], { env })).toMatchObject(NAMED);
    expect(await db.$count(personalAccessToken)).toBe(0);
  });
});

describe('user add', () => {
  test('takes an address in any spelling, and refuses what is none', async () => {
    expect(
      (await academy(['add', '--email', ' ＯＴＴＯ@Example.org ', '--first-name', 'Otto', '--last-name', 'Ohm'])).code,
    ).toBe(0);
    expect(await rowOf('otto')).toMatchObject({ emailVerified: true, isAdmin: false });
    expect(await audited()).toEqual([['person.add', 'command line']]);
    for (const email of ['otto', 'a@b.org,c@d.org', 'Otto <otto@example.org>'])
      expect(await academy(['add', '--email', email])).toMatchObject({
        code: 2,
        err: expect.stringContaining('is no e-mail address'),
      });
  });

  test('refuses names that are none, and passwords that everybody tries first', async () => {
    const otto = ['add', '--email', 'otto@example.org', '--last-name', 'Ohm'];
    expect(await academy([...otto, '--first-name', '<b>'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--first-name'),
    });
    expect(await academy([...otto, '--first-name', 'Otto'], { input: 'password123\n' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('The password is refused'),
    });
    expect(await rowOf('otto')).toBeUndefined();
  });

  test('--admin notifies the other administrators', async () => {
    await add('otto', '--admin');
    expect((await db.select().from(outboxMail)).map(({ recipient }) => recipient).sort()).toEqual([
      'ann@example.org',
      'otto@example.org',
    ]);
    expect(await audited()).toEqual([
      ['person.add', 'command line'],
      ['person.make-admin', 'command line'],
    ]);
  });
});

describe('user import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'people-'));
  const write = (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, name), bytes);
  const bring = (name: string, ...more: string[]) => academy(['import', join(folder, name), ...more]);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('stores names of an old encoding only once the operator names it', async () => {
    write('old.csv', Buffer.from('email;firstName;lastName\r\njorg@example.org;J\xf6rg;K\xfchn\r\n', 'latin1'));
    const shown = await bring('old.csv');
    expect(shown).toMatchObject({ code: 1, out: expect.stringContaining('Jörg Kühn') });
    expect(shown.err).toContain('add "--encoding windows-1252"');
    expect(await rowOf('jorg')).toBeUndefined();
    expect(await bring('old.csv', '--encoding', 'windows-1252')).toMatchObject({ code: 0 });
    expect(await rowOf('jorg')).toMatchObject({ firstName: 'Jörg', lastName: 'Kühn', firstLoginAt: null });
    expect(await audited()).toEqual([['person.add', 'command line']]);
  });

  test('reports rows with errors, and applies the others', async () => {
    write('rows.csv', 'email,firstName\nnew@example.org,New\nNEW@example.org,Again\nwrong,Wrong\n');
    const { code, out } = await bring('rows.csv');
    expect(code).toBe(1);
    expect(out).toContain('email: stands in line 2 already');
    expect(out).toContain('1 added, 0 changed, 0 unchanged, 2 with errors.');
    expect(await bring('rows.csv', '--dry-run')).toMatchObject({ out: expect.stringContaining('Would be: 0 added') });
  });

  test('refuses what is no list, and says what to do', async () => {
    write('book.csv', 'PK\x03\x04');
    expect(await bring('book.csv')).toMatchObject({ code: 1, err: expect.stringContaining('it is a workbook') });
    expect(await bring('missing.csv')).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') });
    expect(await bring('book.csv', '--encoding', 'ebcdic')).toMatchObject({ code: 2 });
  });

  test('invites people, once the address of the academy is known', async () => {
    write('two.csv', 'email\none@example.org\n');
    expect(await bring('two.csv', '--invite')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not running'),
    });
    const env = { DATABASE_URL: connectionString, ...SERVED };
    const runs = (...args: string[]) => runCommand(tmpdir(), ['user', ...args], { env });
    expect(await runs('import', join(folder, 'two.csv'), '--invite', '--tenant', 'kube')).toMatchObject({ code: 0 });
    const names = ['--first-name', 'Two', '--last-name', 'Person'];
    expect(await runs('add', '--email', 'two@example.org', ...names, '--invite')).toMatchObject({ code: 0 });
    const mails = await db.select().from(outboxMail);
    expect(mails.map(({ recipient, kind, tenantId }) => [recipient, kind, tenantId])).toEqual([
      ['one@example.org', 'invitation', 'kube'],
      ['two@example.org', 'invitation', 'spring'],
    ]);
    expect(mails[0]?.plain).toContain('https://id.example.org/idp/reset?token=');
    expect(await runs('invite', '--email', 'one@example.org')).toMatchObject({
      code: 0,
      out: expect.stringContaining('within the last hour'),
    });
    expect(await runs('invite', '--email', 'nobody@example.org')).toMatchObject({ code: 1 });
    expect((await accountOf('two'))?.passwordHash).toBe('!');
  });
});

describe('user give-role', () => {
  const given = ['--email', 'lena@example.org', '--role', 'author', '--tenant', 'spring', '--scope', 'course:spring-*'];

  test('gives a role with a scope, lists it, and ends it', async () => {
    expect(await academy(['give-role', ...given])).toMatchObject({
      code: 0,
      out: 'lena@example.org has the role author of spring (course:spring-*) now.',
    });
    const listed = await academy(['roles', '--email', 'lena@example.org', '--json']);
    expect(JSON.parse(listed.out)).toEqual([
      { holder: 'lena@example.org', role: 'author', tenant: 'spring', scope: 'course:spring-*', source: 'hand' },
    ]);
    expect((await academy(['roles'])).out).toContain('course:spring-*');
    const ended = await academy(['give-role', ...given, '--remove', '--json']);
    expect(JSON.parse(ended.out)).toMatchObject({ email: 'lena@example.org', isHeld: false });
    expect(await academy(['give-role', ...given, '--remove'])).toMatchObject({ code: 1 });
    expect(await audited()).toEqual([
      ['role.give', 'command line'],
      ['role.end', 'command line'],
    ]);
  });

  test('gives a role to everybody in a group, and ends it', async () => {
    await db.insert(learnerGroup).values({ name: 'Authors' });
    const toGroup = ['--group', 'authors', '--role', 'author', '--tenant', 'spring'];
    expect(await academy(['give-role', ...toGroup])).toMatchObject({
      code: 0,
      out: expect.stringContaining('authors has'),
    });
    expect((await academy(['give-role', ...toGroup, '--email', 'lena@example.org'])).code).toBe(2);
    expect((await academy(['give-role', ...toGroup, '--group', 'nobody'])).code).toBe(1);
    const ended = await academy(['give-role', ...toGroup, '--remove', '--json']);
    expect(JSON.parse(ended.out)).toMatchObject({ group: 'authors', isHeld: false });
  });

  test.each([
    ['--role', 'owner', 'There is no role "owner"'],
    ['--tenant', 'mars', 'There is no tenant "mars"'],
    ['--scope', 'anything', '--scope must be a scope'],
    ['--role', 'manager', 'cannot have the scope'],
  ])('refuses %s %s', async (option, value, why) => {
    const result = await academy(['give-role', ...given, option, value]);
    expect(result).toMatchObject({ out: '', err: expect.stringContaining(why) });
    expect(await audited()).toEqual([]);
  });
});

describe('user make-admin', () => {
  test('makes an administrator, and ends the role again', async () => {
    expect(await academy(['make-admin', '--email', 'lena@example.org'])).toMatchObject({
      code: 0,
      out: 'lena@example.org is an administrator now.',
    });
    expect(await rowOf('lena')).toMatchObject({ isAdmin: true });
    const ended = await academy(['make-admin', '--email', 'Lena@example.org', '--remove', '--json']);
    expect(JSON.parse(ended.out)).toEqual({ email: 'lena@example.org', isAdmin: false });
    expect(await audited()).toEqual([
      ['person.make-admin', 'command line'],
      ['person.end-admin', 'command line'],
    ]);
    const [mail] = await db.select().from(outboxMail);
    expect(mail?.plain).toContain('Changed by: command line.');
  });

  test('leaves the only administrator', async () => {
    expect(await academy(['make-admin', '--email', 'ann@example.org', '--remove'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('This is the only admin.'),
    });
    expect(await rowOf('ann')).toMatchObject({ isAdmin: true });
    expect(await audited()).toEqual([]);
  });

  test('leaves the only administrator who can log in', async () => {
    // Imported and never logged in: the address is not confirmed.
    await db
      .update(account)
      .set({ emailVerified: false, passwordHash: '!' })
      .where(eq(account.email, 'lena@example.org'));
    expect((await academy(['make-admin', '--email', 'lena@example.org'])).code).toBe(0);
    const ann = ['--email', 'ann@example.org'];
    const refused = { code: 1, err: expect.stringContaining('only admin') };
    expect(await academy(['make-admin', ...ann, '--remove'])).toMatchObject(refused);
    expect(await academy(['remove', ...ann, '--yes'])).toMatchObject(refused);
    expect(await rowOf('ann')).toMatchObject({ isAdmin: true });
  });

  test('asks which person is meant when two have one address', async () => {
    const [other] = await db
      .insert(person)
      .values({ issuer: 'https://id.example.org/', subject: 'x', email: 'lena@example.org' })
      .returning();
    const asked = await academy(['make-admin', '--email', 'lena@example.org']);
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('2 people have the address') });
    expect(asked.err).toContain(other?.personId);
    expect((await academy(['make-admin', '--id', other?.personId ?? ''])).code).toBe(0);
    expect((await db.select().from(person)).filter(({ isAdmin }) => isAdmin)).toHaveLength(2);
  });

  test.each([
    ['--email', 'nobody@example.org'],
    ['--id', 'b7e0b6a5-7a0d-4b8e-9d43-0d9d3c1f6d11'],
    ['--id', 'no-id'],
  ])('says that there is nobody with %s %s', async (option, value) => {
    expect(await academy(['make-admin', option, value])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^(Nobody|There is nobody)/),
    });
  });
});

describe('user grant-pro', () => {
  const grant = (...args: string[]) => academy(['grant-pro', '--email', 'lena@example.org', ...args]);

  test('grants until a day, extends by months from the end, and ends', async () => {
    expect((await grant('--until', '2099-12-31')).out).toBe('lena@example.org has Pro membership until 2099-12-31.');
    const first = await rowOf('lena');
    expect(first?.proEndsAt?.toISOString()).toBe('2099-12-31T23:59:59.000Z');
    expect((await grant('--months', '2')).out).toBe('lena@example.org has Pro membership until 2100-02-28.');
    expect((await rowOf('lena'))?.proStartsAt).toEqual(first?.proStartsAt);
    expect((await academy(['list'])).out).toMatch(/lena@example\.org +lena Person +pro +2100-02-28/);
    expect((await grant('--end')).out).toBe('lena@example.org has no Pro membership any more.');
    expect(await rowOf('lena')).toMatchObject({ proStartsAt: null, proEndsAt: null });
    expect((await audited()).map(([action]) => action)).toEqual([
      'person.set-membership',
      'person.set-membership',
      'person.end-membership',
    ]);
  });

  test('begins anew after a membership that has ended', async () => {
    const day = 86_400_000;
    await db
      .update(person)
      .set({ proStartsAt: new Date(Date.now() - 60 * day), proEndsAt: new Date(Date.now() - 30 * day) });
    const before = Date.now();
    await grant('--months', '1');
    const row = await rowOf('lena');
    expect(row?.proStartsAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(row?.proEndsAt).toEqual(monthsAfter(row?.proStartsAt ?? new Date(0), 1));
  });

  test.each([
    [[], 'Give one of'],
    [['--months', '1', '--end'], 'Give one of'],
    [['--months', '0'], 'from 1 to 120'],
    [['--until', '2030-02-31'], 'must be a day such as'],
    [['--until', 'soon'], 'must be a day such as'],
    [['--until', '2001-01-01'], 'a day to come'],
  ])('refuses %j as wrong use', async (args, text) => {
    expect(await grant(...args)).toMatchObject({ code: 2, err: expect.stringContaining(text) });
    expect(await audited()).toEqual([]);
  });

  test('counts months by the calendar', () => {
    const of = (day: string, months: number) =>
      monthsAfter(new Date(`${day}T10:00:00Z`), months)
        .toISOString()
        .slice(0, 10);
    expect(of('2026-01-31', 1)).toBe('2026-02-28');
    expect(of('2028-01-31', 1)).toBe('2028-02-29');
    expect(of('2026-11-21', 12)).toBe('2027-11-21');
    expect(of('2026-12-31', 2)).toBe('2027-02-28');
  });
});

describe('user reset-password', () => {
  test('sets a new password and ends every session', async () => {
    const lena = await accountOf('lena');
    const accountId = lena?.accountId ?? '';
    for (const [model, id] of [
      ['Session', 's'],
      ['Grant', 'g'],
      ['RefreshToken', 'r'],
    ] as const)
      await db.insert(identityArtifact).values({ model, id, payload: { accountId } });
    await db
      .insert(identityArtifact)
      .values({ model: 'Session', id: 'other', payload: { accountId: 'somebody else' } });
    const { code, out } = await academy(['reset-password', '--email', 'lena@example.org']);
    const [, password = ''] = /Password \(shown once\): (\S{20})$/.exec(out) ?? [];
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('1 session was ended') });
    expect(await verifyPassword(password, (await accountOf('lena'))?.passwordHash ?? null)).toBe(true);
    expect((await db.select().from(identityArtifact)).map(({ id }) => id)).toEqual(['other']);
    expect(await audited()).toEqual([['account.reset-password', 'command line']]);
    expect(JSON.stringify(await db.select().from(auditEvent))).not.toContain(password);
  });

  test('takes a password that is piped in and does not show it', async () => {
    const input = 'four words in a row\n';
    const { out } = await academy(['reset-password', '--email', 'lena@example.org', '--json'], { input });
    expect(JSON.parse(out)).toEqual({ email: 'lena@example.org', password: null, sessionsEnded: 0 });
    expect(await verifyPassword('four words in a row', (await accountOf('lena'))?.passwordHash ?? null)).toBe(true);
  });

  test('refuses weak passwords and unknown addresses', async () => {
    const weak = await academy(['reset-password', '--email', 'lena@example.org'], { input: 'short' });
    expect(weak).toMatchObject({ code: 2, err: expect.stringContaining('at least 8') });
    expect(await academy(['reset-password', '--email', 'nobody@example.org'])).toMatchObject({ code: 1 });
    expect(await audited()).toEqual([]);
  });

  test('leaves passwords of another provider alone', async () => {
    const env = {
      DATABASE_URL: connectionString,
      ACADEMY_IDENTITY: 'external',
      ACADEMY_ISSUER: 'https://id.example.org/',
      ACADEMY_AUDIENCE: 'academy',
    };
    expect(await academy(['reset-password', '--email', 'lena@example.org'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('kept by the external provider'),
    });
  });
});

describe('user remove', () => {
  const remove = (...args: string[]) => academy(['remove', '--email', 'lena@example.org', ...args]);

  test('removes a person with all data, and the audit log keeps the entry', async () => {
    const lena = await rowOf('lena');
    const ann = await rowOf('ann');
    const expiresAt = new Date(Date.now() + 1_000_000);
    for (const one of [lena, ann]) {
      const personId = one?.personId ?? '';
      await db.insert(progressEvent).values({
        ...{ personId, key: 'k', tenantId: 'spring', itemKind: 'lesson', itemId: 'l', kind: 'completed' },
        at: new Date(),
      });
      await db.insert(favorite).values({ personId, tenantId: 'spring', kind: 'course', id: 'c' });
      await db.insert(personalAccessToken).values({
        ...{ personId, tenantId: 'spring', name: 'n', abilities: [], tokenHash: personId, expiresAt },
      });
      const accountId = one?.subject ?? '';
      await db.insert(identityArtifact).values({ model: 'Session', id: accountId, payload: { accountId } });
    }
    expect(await remove('--yes')).toMatchObject({ code: 0, out: 'Removed lena@example.org.' });
    expect([await rowOf('lena'), await accountOf('lena')]).toEqual([undefined, undefined]);
    for (const table of [progressEvent, favorite, personalAccessToken])
      expect((await db.select().from(table)).map(({ personId }) => personId)).toEqual([ann?.personId]);
    expect((await db.select().from(identityArtifact)).map(({ id }) => id)).toEqual([ann?.subject]);
    expect(await db.select().from(auditEvent)).toMatchObject([
      { action: 'person.remove', targetId: lena?.personId, details: { email: 'lena@example.org' } },
    ]);
    for (const table of [progressEvent, favorite]) await db.delete(table);
  });

  test('asks first, and goes on only after yes', async () => {
    const asked: string[] = [];
    const answering = (answer: string) => async (question: string) => {
      asked.push(question);
      return answer;
    };
    const args = ['remove', '--email', 'lena@example.org'];
    for (const answer of ['', 'y', 'no'])
      expect(await academy(args, { ask: answering(answer) })).toMatchObject({
        code: 1,
        err: expect.stringContaining('Nobody was removed'),
      });
    expect(await rowOf('lena')).toBeDefined();
    expect((await academy(args, { ask: answering(' Yes ') })).code).toBe(0);
    expect(asked[0]).toContain('lena Person (lena@example.org)');
    expect(await rowOf('lena')).toBeUndefined();
  });

  test('removes an account whose owner never opened the academy', async () => {
    await db.insert(account).values({ email: 'new@example.org', firstName: 'N', lastName: 'N', passwordHash: '' });
    expect((await academy(['remove', '--email', 'New@example.org', '--yes'])).out).toBe('Removed new@example.org.');
    expect(await accountOf('new')).toBeUndefined();
    expect(await audited()).toEqual([['account.remove', 'command line']]);
    expect(await academy(['remove', '--email', 'new@example.org', '--yes'])).toMatchObject({ code: 1 });
  });

  test('requires --yes when nobody can be asked', async () => {
    expect(await remove()).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect(await rowOf('lena')).toBeDefined();
  });

  test('keeps the only administrator', async () => {
    expect(await academy(['remove', '--email', 'ann@example.org', '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('only admin'),
    });
    expect(await rowOf('ann')).toBeDefined();
    expect(await accountOf('ann')).toBeDefined();
  });
});

test('user list shows roles, and control characters of names do nothing to the terminal', async () => {
  await db.insert(person).values({
    ...{ issuer: 'https://id.example.org/', subject: 'x', email: 'odd@example.org' },
    ...{ firstName: 'Odd\u001b[2J', lastName: 'One' },
  });
  const { out } = await academy(['list']);
  expect(out).toMatch(/ann@example\.org +ann Person +admin/);
  expect(out).toMatch(/lena@example\.org +lena Person +learner/);
  expect(out).not.toContain('\u001b');
  const listed = JSON.parse((await academy(['list', '--json'])).out) as object[];
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({ email: 'ann@example.org', isAdmin: true, isPro: false, proEndsAt: null });
});
