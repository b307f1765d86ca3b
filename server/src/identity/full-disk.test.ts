import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, LENA, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
let running: RunningIdentity;
beforeAll(async () => {
  running = await startIdentity(database);
  await running.identity.createAccount(LENA);
});
afterAll(() => running?.close());

/** Makes PostgreSQL refuse writes to a table as on a full disk. */
async function fill(table: 'identity_artifact' | 'attempt_window'): Promise<void> {
  await database.db.execute(
    sql.raw(`create or replace function no_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`),
  );
  await database.db.execute(
    sql.raw(`create trigger full_disk before insert or update on ${table} execute function no_space()`),
  );
}
const free = (table: string) => database.db.execute(sql.raw(`drop trigger full_disk on ${table}`));

test('a full disk is reported on every page of signing in', async () => {
  const academy = new Academy(running, 'spring');
  const fullDisk = { status: 503, text: expect.stringContaining('The academy has no disk space left') };
  await fill('identity_artifact');
  expect(await new Browser(running.issuer).open(academy.authorizeUrl())).toMatchObject(fullDisk);
  await free('identity_artifact');

  const browser = new Browser(running.issuer);
  const page = await browser.open(academy.authorizeUrl());
  await fill('attempt_window');
  expect(await browser.submit(page, { email: LENA.email, password: LENA.password })).toMatchObject(fullDisk);
  await free('attempt_window');
  expect((await signInAs(browser, academy)).tokens).toHaveProperty('access_token');
});
