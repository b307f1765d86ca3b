import { type ImportResult, type ImportRow, importPeople } from '@academy/contract/people-import';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { account } from '../db/identity-tables.ts';
import { auditEvent, outboxMail, person } from '../db/tables.ts';
import { importedGroups } from '../groups/import-groups.ts';
import { identityStore } from '../identity/identity.store.ts';
import { startApp } from '../testing/start-app.ts';
import { readImportRow } from './import-row.ts';
import { peopleImportService } from './people-import.service.ts';
import { rightsService } from './rights.service.ts';

const app = await startApp();
const { db } = app.database;
const BY = { audit: { personId: null, name: 'test', correlationId: null }, tenantId: null, announced: true };
const rights = rightsService({
  db,
  brandOf: () => {
    throw new Error('nobody is told');
  },
});
const invitations = {
  invitePerson: () => {
    throw new Error('nobody is invited');
  },
};
const terms = (dryRun = false) => ({
  ...{ importId: crypto.randomUUID(), tenantId: 'spring', fileName: null, mayLower: true, invite: false },
  ...{ dryRun, by: BY },
});
const service = (makesAccounts = true) =>
  peopleImportService({ db, rights, invitations, groupsIn: importedGroups, makesAccounts, changed: () => {} });

type Row = Partial<Omit<ImportRow, 'line'>>;
const row = (given: Row, line = 2): ImportRow => ({
  line,
  email: 'ada@example.org',
  firstName: '',
  lastName: '',
  proStartsAt: '',
  proEndsAt: '',
  isAdmin: '',
  groups: '',
  ...given,
});
const run = async (given: Row, { dryRun = false, makesAccounts = true } = {}): Promise<ImportResult | undefined> =>
  (await service(makesAccounts).importPeople([row(given)], terms(dryRun)))[0];
const ada = async () =>
  (
    await db
      .select()
      .from(person)
      .where(eq(sql`lower(${person.email})`, 'ada@example.org'))
  )[0];

beforeEach(async () => {
  await db.delete(person);
  await db.delete(account);
  await db.delete(auditEvent);
  await db.delete(outboxMail);
});

test('a stranger who registers an imported address changes nothing before confirming it', async () => {
  await run({ firstName: 'Ada', lastName: 'Lovelace' });
  const { accounts } = identityStore(db);
  const rows = () => db.select().from(account);
  const before = await rows();
  const stranger = { email: 'ada@example.org', firstName: 'Buy', lastName: 'Now', passwordHash: 'of a stranger' };
  expect(await accounts.register(stranger)).toEqual(before[0]);
  expect(await rows()).toEqual(before);
});

describe('an import of people', () => {
  const NEW = { firstName: 'Ada', lastName: 'Lovelace', proStartsAt: '2030-01-01', proEndsAt: '2030-12-31' };

  test('previews the changes without making them', async () => {
    expect(await run(NEW, { dryRun: true })).toEqual({
      line: 2,
      email: 'ada@example.org',
      outcome: 'created',
      message: 'Pro until 2030-12-31',
      lowers: false,
      raises: false,
    });
    expect(await db.$count(person)).toBe(0);
    expect(await db.$count(auditEvent)).toBe(0);
  });

  test('adds people without passwords, idempotently', async () => {
    expect(await run(NEW)).toMatchObject({ outcome: 'created' });
    expect(await ada()).toMatchObject({
      issuer: 'embedded',
      firstName: 'Ada',
      emailVerified: false,
      proStartsAt: new Date('2030-01-01T00:00:00Z'),
      proEndsAt: new Date('2030-12-31T23:59:59.999Z'),
    });
    const [made] = await db.select().from(account);
    expect(made).toMatchObject({ accountId: (await ada())?.subject, passwordHash: '!', emailVerified: false });
    expect(await run(NEW)).toMatchObject({ outcome: 'unchanged', message: null });
    expect(await db.$count(person)).toBe(1);
    expect((await db.select().from(auditEvent)).map(({ action }) => action).sort()).toEqual([
      'person.add',
      'person.set-membership',
    ]);
    expect(await db.$count(outboxMail)).toBe(0);
  });

  test('keeps people who have registered already as they are', async () => {
    const kept = { firstName: 'A.', lastName: 'King', passwordHash: 'kept', emailVerified: true };
    await db.insert(account).values({ email: 'Ada@example.org', ...kept });
    expect(await run({ email: ' ADA@Example.org ' })).toMatchObject({ outcome: 'created' });
    expect(await ada()).toMatchObject({ firstName: 'A.', emailVerified: true });
    expect((await db.select().from(account))[0]).toMatchObject(kept);
  });

  test('changes names and memberships, and leaves alone what is empty', async () => {
    await run(NEW);
    expect(await run({ lastName: 'King' })).toMatchObject({ outcome: 'updated', message: 'name: Ada King' });
    expect(await run({ proEndsAt: '2031-12-31' })).toMatchObject({
      message: 'Pro until 2031-12-31 instead of 2030-12-31',
    });
    expect(await ada()).toMatchObject({ lastName: 'King', proStartsAt: new Date('2030-01-01T00:00:00Z') });
    expect((await db.select().from(account))[0]).toMatchObject({ lastName: 'King' });
    expect(await run({})).toMatchObject({ outcome: 'unchanged' });
    const renamed = (await db.select().from(auditEvent)).find(({ action }) => action === 'person.rename');
    expect(renamed?.details).toMatchObject({ before: { lastName: 'Lovelace' }, after: { lastName: 'King' } });
  });

  test.each<[Row, string]>([
    [{ email: '' }, 'email: is missing'],
    [{ email: 'ada' }, 'email: must be an e-mail address'],
    [{ email: 'ada@example.org\r\nBcc: x@example.org' }, 'email: must be an e-mail address'],
    [{ proEndsAt: 'tomorrow' }, 'proEndsAt: must be a day such as 2030-01-31'],
    [{ proEndsAt: '2030-02-31' }, 'proEndsAt: must be a day such as 2030-01-31'],
    [{ proStartsAt: '2030-01-01' }, 'proEndsAt: is missing'],
    [{ proStartsAt: '2030-01-02', proEndsAt: '2030-01-01' }, 'proEndsAt: must be later than the start'],
    [{ isAdmin: 'maybe' }, 'isAdmin: must be yes, no or empty'],
    [{ firstName: 'x'.repeat(500) }, 'firstName: must have at most 80 characters'],
    [{ firstName: 'J\ufffdrg' }, 'firstName: “J\ufffdrg” has lost letters'],
    [{ lastName: 'KÃ¼hn' }, 'lastName: “KÃ¼hn” was read in a wrong encoding'],
    [{ lastName: 'K\x81hn' }, 'lastName: must be letters'],
    [{ lastName: 'Ott-KÃ¼hn, Dr. Ö' }, 'was read in a wrong encoding'],
    [{ firstName: 'J√∂rg' }, 'was read in a wrong encoding'],
    [{ firstName: '1,23E+15' }, 'is a formula or an error'],
    [{ firstName: '########' }, 'is a formula or an error'],
    [{ firstName: '=1+1' }, 'is a formula or an error'],
    [{ lastName: "=cmd|' /C calc'!A0" }, 'is a formula or an error'],
    [{ firstName: '#NAME?' }, 'firstName: “#NAME?” is a formula or an error of the spreadsheet'],
    [{ lastName: '=HYPERLINK("https://example.org")' }, 'is a formula or an error'],
    [{ proEndsAt: '31.02.2030' }, 'proEndsAt: must be a day such as 2030-01-31'],
    [{ proEndsAt: '12/31/2030' }, 'proEndsAt: must be a day such as 2030-01-31'],
  ])('%j is reported as wrong', async (given, message) => {
    const result = await run(given);
    expect(result).toMatchObject({ outcome: 'error', message: expect.stringContaining(message) });
    expect(await db.$count(person)).toBe(0);
  });

  test('reads days and roles as a German spreadsheet writes them', () => {
    const german = { proStartsAt: '1.1.2030', proEndsAt: '31.12.2030 00:00', isAdmin: 'WAHR' };
    expect(readImportRow(row(german))).toMatchObject({
      wanted: {
        ...{ startsAt: new Date('2030-01-01T00:00:00Z'), endsAt: new Date('2030-12-31T23:59:59.999Z') },
        isAdmin: true,
      },
    });
    expect(readImportRow(row({ isAdmin: 'Nein' }))).toMatchObject({ wanted: { isAdmin: false } });
  });

  test('continues after a wrong row', async () => {
    const rows = [row({ email: 'x' }, 2), row({}, 3), row({ email: 'grace@example.org' }, 4)];
    const results = await service().importPeople(rows, terms());
    expect(results.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'error'],
      [3, 'created'],
      [4, 'created'],
    ]);
  });

  test('does not revoke the role of the only administrator', async () => {
    await run({});
    await db.update(person).set({ isAdmin: true });
    for (const dryRun of [true, false])
      expect(await run({ isAdmin: 'no' }, { dryRun })).toMatchObject({
        outcome: 'error',
        message: expect.stringContaining('only admin'),
      });
    expect((await ada())?.isAdmin).toBe(true);
  });

  test('with another provider changes only memberships of known people', async () => {
    const without = { makesAccounts: false };
    expect(await run({}, without)).toMatchObject({
      outcome: 'error',
      message: expect.stringContaining('logged in yet'),
    });
    await db.insert(person).values({ issuer: 'https://id.example.org/', subject: 'a', email: 'ada@example.org' });
    expect(await run({ proEndsAt: '2031-12-31' }, without)).toMatchObject({ outcome: 'updated' });
    expect(await run({ firstName: 'Ada' }, without)).toMatchObject({ outcome: 'error' });
  });

  test('is a call of administrators, of at most 100 rows', async () => {
    const admin = await app.aPerson({ admin: true });
    const bearer = await admin.bearer();
    const send = (rows: ImportRow[]) =>
      app.call(importPeople, { body: { dryRun: true, rows } }, { tenant: 'spring', bearer });
    expect((await send(Array.from({ length: 100 }, (_, at) => row({}, at + 2)))).status).toBe(200);
    expect((await send(Array.from({ length: 101 }, (_, at) => row({}, at + 2)))).status).toBe(400);
    expect((await send([])).status).toBe(400);
  });
});
