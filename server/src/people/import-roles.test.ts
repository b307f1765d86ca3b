import { toggleAdmin } from '@academy/contract/people-admin';
import { type ImportResult, type ImportRow, importPeople, undoImport } from '@academy/contract/people-import';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp({ keepsAccounts: true, limits: { signedInPerMinute: 1_000_000 } });
const { db } = app.database;
let admin: TestPerson;
let importId: string;

type Row = Partial<ImportRow> & { email: string };
type Options = { dryRun?: boolean; mayLower?: boolean; by?: TestPerson };
async function send(rows: Row[], { dryRun = false, mayLower, by = admin }: Options = {}): Promise<ImportResult[]> {
  const lines = rows.map((row, at) => ({ line: at + 2, ...row }));
  const body = { dryRun, importId, rows: lines, ...(mayLower === undefined ? {} : { mayLower }) };
  const reply = await app.call(importPeople, { body }, { bearer: await by.bearer(), tenant: 'spring' });
  expect(reply.status).toBe(200);
  return (reply.body.data as { result: ImportResult[] }).result;
}
const takeBack = async (by = admin) =>
  (await app.call(undoImport, { params: { importId }, body: {} }, { bearer: await by.bearer(), tenant: 'spring' })).body
    .data as { undone: number; left: { email: string; message: string }[] };
const rowOf = async ({ email }: { email: string }) =>
  (await db.select().from(person).where(eq(person.email, email)))[0];

beforeEach(async () => {
  await db.delete(person);
  importId = crypto.randomUUID();
  admin = await app.aPerson({ admin: true });
});

describe('a file', () => {
  test('cannot revoke the role of the administrator who imports it', async () => {
    await app.aPerson({ admin: true });
    for (const dryRun of [true, false]) {
      const [result] = await send([{ email: admin.email, isAdmin: 'no' }], { dryRun, mayLower: true });
      expect(result).toMatchObject({ outcome: 'error', message: expect.stringContaining('your own role') });
    }
    expect(await rowOf(admin)).toMatchObject({ isAdmin: true });
  });

  test("revokes another person's role only when confirmed", async () => {
    const other = await app.aPerson({ admin: true });
    const row = { email: other.email, isAdmin: 'no' };
    expect(await send([row], { dryRun: true })).toMatchObject([{ outcome: 'updated', lowers: true }]);
    expect(await send([row])).toMatchObject([
      { outcome: 'error', lowers: true, message: expect.stringContaining('must be confirmed') },
    ]);
    expect(await rowOf(other)).toMatchObject({ isAdmin: true });
    expect(await send([row], { mayLower: true })).toMatchObject([{ outcome: 'updated', lowers: true }]);
    expect(await rowOf(other)).toMatchObject({ isAdmin: false });
  });

  const membershipUntil2030 = async () => {
    const member = await app.aPerson({ pro: true });
    const proEndsAt = new Date('2030-12-31T23:59:59.999Z');
    await db.update(person).set({ proEndsAt }).where(eq(person.personId, member.personId));
    return member;
  };

  test.each([
    ['an earlier end', { proEndsAt: '2030-06-30' }],
    ['an end in the past', { proStartsAt: '2020-01-01', proEndsAt: '2021-01-01' }],
    ['a later first day', { proStartsAt: '2029-06-01', proEndsAt: '2031-01-01' }],
  ])('with %s of a running membership must be confirmed', async (_what, given) => {
    const row = { email: (await membershipUntil2030()).email, ...given };
    expect(await send([row], { dryRun: true })).toMatchObject([{ outcome: 'updated', lowers: true }]);
    expect(await send([row])).toMatchObject([{ outcome: 'error', lowers: true }]);
    expect((await rowOf(row))?.proEndsAt?.getUTCFullYear()).toBe(2030);
  });

  test('with a later end of a membership is applied at once', async () => {
    const { email } = await membershipUntil2030();
    expect(await send([{ email, proEndsAt: '2032-01-01' }])).toMatchObject([{ outcome: 'updated', lowers: false }]);
  });

  test('about new people or ended memberships lowers nothing', async () => {
    const former = await app.aPerson({ expiredPro: true });
    const rows = [
      { email: 'new@example.org', isAdmin: 'no' },
      { email: former.email, proEndsAt: '2020-01-01', proStartsAt: '2019-01-01' },
    ];
    expect(await send(rows)).toMatchObject([
      { outcome: 'created', lowers: false },
      { outcome: 'updated', lowers: false },
    ]);
  });
});

test('two administrators who revoke each other’s role leave one', async () => {
  for (let round = 0; round < 5; round += 1) {
    await db.delete(person);
    const [one, two] = [await app.aPerson({ admin: true }), await app.aPerson({ admin: true })];
    const take = async (by: TestPerson, { email }: TestPerson) => {
      const body = { dryRun: false, mayLower: true, rows: [{ line: 2, email, isAdmin: 'no' }] };
      return app.call(importPeople, { body }, { bearer: await by.bearer(), tenant: 'spring' });
    };
    await Promise.all([take(one, two), take(two, one)]);
    expect(await db.$count(person, eq(person.isAdmin, true))).toBe(1);
  }
});

describe('taking an import back', () => {
  test('keeps the role of the administrator who reverts it', async () => {
    const made = await app.aPerson();
    await send([{ email: made.email, isAdmin: 'yes' }]);
    expect(await takeBack(made)).toMatchObject({
      undone: 0,
      left: [{ email: made.email, message: expect.stringContaining('your own role') }],
    });
    expect(await rowOf(made)).toMatchObject({ isAdmin: true });
  });

  test('keeps the role of the last administrator', async () => {
    const made = await app.aPerson();
    await send([{ email: made.email, isAdmin: 'yes' }]);
    const [bearer, query] = [await made.bearer(), { toggle: 'false' as const }];
    await app.call(toggleAdmin, { params: { userId: admin.personId }, query }, { bearer, tenant: 'spring' });
    expect((await rowOf(admin))?.isAdmin).toBe(false);
    await takeBack(made);
    expect(await rowOf(made)).toMatchObject({ isAdmin: true });
  });
});

describe('the last administrator', () => {
  const end = async (whom: TestPerson, by = admin) =>
    app.call(
      toggleAdmin,
      { params: { userId: whom.personId }, query: { toggle: 'false' } },
      { bearer: await by.bearer(), tenant: 'spring' },
    );

  test('cannot leave the role to an imported person who has never logged in', async () => {
    await send([{ email: 'typo@exmaple.org', isAdmin: 'yes' }]);
    expect(await rowOf({ email: 'typo@exmaple.org' })).toMatchObject({ isAdmin: true });
    expect((await end(admin)).status).toBe(409);
    await db.update(account).set({ emailVerified: true }).where(eq(account.email, 'typo@exmaple.org'));
    expect((await end(admin)).status).toBe(200);
  });

  test('cannot leave the role to a person whose account is gone', async () => {
    const other = await app.aPerson({ admin: true });
    await db.delete(account).where(eq(account.email, other.email));
    expect((await end(admin)).status).toBe(409);
  });
});
