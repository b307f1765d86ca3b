import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { managedEmail } from '../db/message-tables.ts';
import { person } from '../db/tables.ts';
import { testDatabase } from '../testing/database.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';
import { Academy, Browser, mailTo, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
const { db } = database;
let running: RunningIdentity;

beforeAll(async () => {
  running = await startIdentity(database);
});
afterAll(() => running?.close());

let people = 0;
/** A person of the academy with an account. */
async function somebody() {
  people += 1;
  const names = { email: `f${people}@example.org`, firstName: 'Fay', lastName: 'Further' };
  const password = `quiet river ${people} lantern`;
  const account = await running.identity.createAccount({ ...names, password });
  const subject = account?.accountId ?? '';
  const rows = await db
    .insert(person)
    .values({ issuer: EMBEDDED_ISSUER, subject, ...names, emailVerified: true })
    .returning();
  return { ...names, password, personId: rows[0]?.personId ?? '' };
}

async function addAddress({ personId }: { personId: string }, email: string, verified = true, type = 'work') {
  await db.insert(managedEmail).values({ personId, type, email, verifiedAt: verified ? new Date() : null });
  return email;
}

/** The log-in page's reply to an address and a password. */
async function answerTo(email: string, password: string): Promise<string> {
  const browser = new Browser(running.issuer);
  const page = await browser.submit(await browser.open(new Academy(running).authorizeUrl()), { email, password });
  return page.text.includes('is wrong') ? 'wrong' : 'in';
}

test('a verified personal or work address logs in with the same password', async () => {
  const fay = await somebody();
  const work = await addAddress(fay, 'fay@work.example');
  await addAddress(fay, work, true, 'personal');
  await signInAs(new Browser(running.issuer), new Academy(running), {
    email: ' Fay@Work.Example',
    password: fay.password,
  });
  expect(await answerTo(work, 'another set of words')).toBe('wrong');
});

test('an address that is not verified, or was verified by several, is nobody’s', async () => {
  const [fay, gus] = [await somebody(), await somebody()];
  const unverified = await addAddress(fay, 'unverified@work.example', false);
  expect(await answerTo(unverified, fay.password)).toBe('wrong');
  const shared = await addAddress(fay, 'shared@work.example');
  expect(await answerTo(shared, fay.password)).toBe('in');
  await addAddress(gus, shared);
  for (const { password } of [fay, gus]) expect(await answerTo(shared, password)).toBe('wrong');
});

test("an account's own address wins, unless it is unconfirmed", async () => {
  const [fay, gus] = [await somebody(), await somebody()];
  await addAddress(fay, gus.email);
  expect(await answerTo(gus.email, fay.password)).toBe('wrong');
  expect(await answerTo(gus.email, gus.password)).toBe('in');

  const wanted = await addAddress(fay, 'wanted@work.example');
  const stranger = { email: wanted, firstName: 'Sly', lastName: 'Stranger', password: 'words of a stranger here' };
  const browser = new Browser(running.issuer);
  await browser.submit(await browser.open(new Academy(running).authorizeUrl({ prompt: 'create' })), stranger);
  expect(mailTo(running, wanted, 'verify-email').detail).toMatch(/^\d{6}$/);
  expect(await answerTo(wanted, fay.password)).toBe('in');
});

test('a password reset for another address is mailed to the own one', async () => {
  const fay = await somebody();
  const work = await addAddress(fay, 'forgetful@work.example');
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  await browser.submit(await browser.open(`${page.url}/forgot`), { email: work });
  expect(mailTo(running, fay.email, 'reset-password').link).toContain('/reset?token=');
  expect(running.mails.filter(({ to }) => to === work)).toEqual([]);
});

test('a removed address, or one of a removed person, no longer logs in', async () => {
  const fay = await somebody();
  const work = await addAddress(fay, 'former@work.example');
  expect(await answerTo(work, fay.password)).toBe('in');
  await db.delete(managedEmail).where(eq(managedEmail.email, work));
  expect(await answerTo(work, fay.password)).toBe('wrong');
});
