import { searchPeople, setMembership, toggleAdmin } from '@academy/contract/people-admin';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEvent, outboxMail, person } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
let admin: TestPerson;
let bearer: string;

beforeEach(async () => {
  await db.delete(person);
  await db.delete(outboxMail);
  await db.delete(auditEvent);
  admin = await app.aPerson({ admin: true });
  bearer = await admin.bearer();
});

const toggle = async (by: TestPerson, whom: { personId: string }, value: 'true' | 'false') =>
  app.call(toggleAdmin, { params: { userId: whom.personId }, query: { toggle: value } }, { bearer: await by.bearer() });
const isAdmin = async (one: TestPerson) =>
  (await db.select().from(person).where(eq(person.personId, one.personId)))[0]?.isAdmin;
const audited = async () => (await db.select().from(auditEvent)).map(({ action, targetId }) => [action, targetId]);
const mailedTo = async () => (await db.select().from(outboxMail)).map(({ recipient }) => recipient).sort();

describe('the list of users', () => {
  type Input = Parameters<typeof app.call<typeof searchPeople>>[1]['body'];
  const search = async (body: Input) => {
    const { status, body: envelope } = await app.call(searchPeople, { body }, { tenant: 'spring', bearer });
    expect(status).toBe(200);
    const { content, totalElements } = (
      envelope.data as {
        result: { content: { lastName: string; login: string; isPro: boolean }[]; totalElements: number };
      }
    ).result;
    return { names: content.map(({ lastName }) => lastName), content, totalElements };
  };
  const named = async (lastName: string, more: Partial<typeof person.$inferInsert> = {}) => {
    const one = await app.aPerson();
    await db
      .update(person)
      .set({ lastName, firstName: 'Zoe', ...more })
      .where(eq(person.personId, one.personId));
    return one;
  };

  test('is in the order of the alphabet, whatever the letter case and the accents', async () => {
    for (const name of ['zorn', 'Östlund', 'Ohm', 'Åberg', 'Abel', 'Peters']) await named(name);
    const { names } = await search({ sortBy: 'lastName', includeExpireData: false });
    expect(names).toEqual(['Abel', 'Åberg', 'Ohm', 'Östlund', 'Person', 'Peters', 'zorn']);
    const { names: down } = await search({ sortBy: 'lastName', sortDir: 'desc' });
    expect(down).toEqual([...names].reverse());
  });

  test('gives each person once over all pages, though all have the same name', async () => {
    for (let number = 0; number < 25; number += 1) await named('Same');
    for (const sortBy of ['firstName', 'lastName', 'login', 'isAdmin', 'isPro'] as const) {
      const seen: string[] = [];
      for (let pageNumber = 0; pageNumber < 4; pageNumber += 1) {
        const { content, totalElements } = await search({ sortBy, pageNumber, pageSize: 10 });
        expect(totalElements).toBe(26);
        seen.push(...content.map(({ login }) => login));
      }
      expect(seen).toHaveLength(26);
      expect(new Set(seen).size).toBe(26);
    }
  });

  test('puts administrators and members first or last', async () => {
    await named('Plain');
    await app.aPerson({ pro: true });
    expect((await search({ sortBy: 'isAdmin', sortDir: 'desc' })).content[0]?.login).toBe(admin.email);
    expect((await search({ sortBy: 'isAdmin' })).content.at(-1)?.login).toBe(admin.email);
    expect((await search({ sortBy: 'isPro', sortDir: 'desc' })).content[0]?.isPro).toBe(true);
    expect((await search({ sortBy: 'isPro' })).content.at(-1)?.isPro).toBe(true);
  });

  // Shows security#bound-parameters
  test('is searched by parts of names and address, without wildcards', async () => {
    await named('Percent%Sign', { email: 'under_score@example.org' });
    await named('PercentXSign', { email: 'underXscore@example.org' });
    await named('Back\\slash');
    expect((await search({ searchValue: 't%s' })).names).toEqual(['Percent%Sign']);
    expect((await search({ searchValue: 'under_score' })).names).toEqual(['Percent%Sign']);
    expect((await search({ searchValue: 'K\\S' })).names).toEqual(['Back\\slash']);
    expect((await search({ searchValue: '%' })).names).toEqual(['Percent%Sign']);
    expect((await search({ searchValue: '_' })).names).toEqual(['Percent%Sign']);
    expect((await search({ searchValue: '  zoe   percentx ' })).names).toEqual(['PercentXSign']);
    expect((await search({ searchValue: "'; drop table person; --" })).names).toEqual([]);
    expect((await search({ searchValue: 'nobody' })).totalElements).toBe(0);
  });

  test('is searched without accents, and by one or two initial letters', async () => {
    await named('Östlund', { firstName: 'Émile', email: 'aq1@example.org' });
    expect((await search({ searchValue: 'ostlund emile' })).names).toEqual(['Östlund']);
    expect((await search({ searchValue: 'ÖSTLUND' })).names).toEqual(['Östlund']);
    expect((await search({ searchValue: 'ös' })).names).toEqual(['Östlund']);
    expect((await search({ searchValue: 'aq' })).names).toEqual(['Östlund']);
    expect((await search({ searchValue: 'nd' })).names).toEqual([]);
    expect((await search({ searchValue: 'und' })).names).toEqual(['Östlund']);
  });

  test('has an index for parts of words', async () => {
    const { rows } = await db.execute(sql`select 1 from pg_indexes where indexname = 'person_search'`);
    expect(rows).toHaveLength(1);
  });

  test('shows people whose membership has ended only on request', async () => {
    await app.aPerson({ expiredPro: true });
    await app.aPerson({ pro: true });
    expect((await search({})).totalElements).toBe(2);
    expect((await search({ includeExpireData: true })).totalElements).toBe(3);
  });

  test.each([
    [{ sortBy: 'password' }, 'sortBy'],
    [{ sortDir: 'up' }, 'sortDir'],
    [{ pageSize: 101 }, 'pageSize'],
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageNumber: -1 }, 'pageNumber'],
    [{ pageNumber: 1.5 }, 'pageNumber'],
    [{ searchValue: 'x'.repeat(201) }, 'searchValue'],
  ])('refuses %j', async (body, field) => {
    const { status, body: envelope } = await app.call(
      searchPeople,
      { body: body as Input },
      { tenant: 'spring', bearer },
    );
    expect(status).toBe(400);
    expect(envelope.errors).toMatchObject([{ field }]);
  });

  test('has a reply for every page number, however large', async () => {
    expect(await search({ pageNumber: Number.MAX_SAFE_INTEGER, pageSize: 100 })).toMatchObject({ names: [] });
  });
});

describe('an administrator', () => {
  // Shows security#last-administrator
  test('makes another person an administrator at once, and others are notified', async () => {
    const third = await app.aPerson({ admin: true });
    const lena = await app.aPerson();
    const before = await app.call(searchPeople, { body: {} }, { tenant: 'spring', bearer: await lena.bearer() });
    expect(before.status).toBe(403);
    const { status, body } = await toggle(admin, lena, 'true');
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { userId: lena.personId, isAdmin: true } });
    const after = await app.call(searchPeople, { body: {} }, { tenant: 'spring', bearer: await lena.bearer() });
    expect(after.status).toBe(200);
    expect(await audited()).toEqual([['person.make-admin', lena.personId]]);
    expect(await mailedTo()).toEqual([lena.email, third.email].sort());
    const [mail] = await db.select().from(outboxMail);
    expect(mail?.plain).toContain(lena.email);
    expect(mail?.plain).toContain(`Changed by: ${admin.email}.`);
    expect(mail?.plain).toContain('http://spring.localhost:3000/admin/users');
  });

  test('is announced to each other one in their language', async () => {
    const [third, lena] = [await app.aPerson({ admin: true }), await app.aPerson()];
    await db.update(person).set({ language: 'de' }).where(eq(person.personId, third.personId));
    await toggle(admin, lena, 'true');
    const mails = await db.select().from(outboxMail);
    const subjectTo = (who: { email: string }) => mails.find(({ recipient }) => recipient === who.email)?.subject;
    expect(subjectTo(third)).toBe('Neuer Admin bei Spring Academy');
    expect(subjectTo(lena)).toBe('New admin at Spring Academy');
  });

  test('made twice is one administrator and one mail', async () => {
    const lena = await app.aPerson();
    await toggle(admin, lena, 'true');
    expect((await toggle(admin, lena, 'true')).status).toBe(200);
    expect(await audited()).toHaveLength(1);
    expect(await mailedTo()).toEqual([lena.email]);
  });

  test("revokes another one's role at once", async () => {
    const other = await app.aPerson({ admin: true });
    const theirs = await other.bearer();
    expect((await app.call(searchPeople, { body: {} }, { tenant: 'spring', bearer: theirs })).status).toBe(200);
    expect((await toggle(admin, other, 'false')).status).toBe(200);
    expect((await app.call(searchPeople, { body: {} }, { tenant: 'spring', bearer: theirs })).status).toBe(403);
    expect(await audited()).toEqual([['person.end-admin', other.personId]]);
  });

  test('cannot revoke their own role while there is no other one', async () => {
    const { status, body } = await toggle(admin, admin, 'false');
    expect({ status, errors: body.errors }).toMatchObject({ status: 409, errors: [{ code: 'conflict' }] });
    expect(await isAdmin(admin)).toBe(true);
    expect(await audited()).toEqual([]);
    await app.aPerson({ admin: true });
    expect((await toggle(admin, admin, 'false')).status).toBe(200);
  });

  test('and another one who revoke each other’s role leave one', async () => {
    for (let round = 0; round < 10; round += 1) {
      await db.delete(person);
      const [one, two] = [await app.aPerson({ admin: true }), await app.aPerson({ admin: true })];
      const replies = await Promise.all([toggle(one, two, 'false'), toggle(two, one, 'false')]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(await db.$count(person, eq(person.isAdmin, true))).toBe(1);
    }
  });

  // Shows security#last-administrator
  test('ends the roles of all at once, and one of them stays', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => app.aPerson({ admin: true })));
    await Promise.all(others.map((one) => toggle(one, one, 'false')).concat(toggle(admin, admin, 'false')));
    expect(await db.$count(person, eq(person.isAdmin, true))).toBe(1);
  });

  test('with an invalid address does not stop the mails to others', async () => {
    const odd = await app.aPerson({ admin: true });
    await db.update(person).set({ email: 'no address\r\nBcc: x@example.org' }).where(eq(person.personId, odd.personId));
    const lena = await app.aPerson();
    expect((await toggle(admin, lena, 'true')).status).toBe(200);
    expect(await mailedTo()).toEqual([lena.email]);
  });

  test('cannot change anybody’s role with a token, or of somebody who does not exist', async () => {
    const lena = await app.aPerson();
    const token = await app.aToken(admin, 'spring', ['content:write']);
    const input = { params: { userId: lena.personId }, query: { toggle: 'true' as const } };
    expect((await app.call(toggleAdmin, input, { tenant: 'spring', bearer: token })).status).toBe(403);
    expect(await isAdmin(lena)).toBe(false);
    expect((await toggle(admin, { personId: crypto.randomUUID() }, 'true')).status).toBe(404);
  });

  // Shows security#same-site-writes
  test('changes nothing by a link: navigation, another site, HEAD', async () => {
    const lena = await app.aPerson();
    const url = `/api/v1/admin/users/toggle-access/${lena.personId}?toggle=true`;
    for (const headers of [{ 'sec-fetch-mode': 'navigate' }, { origin: 'https://evil.example.org' }] as Record<
      string,
      string
    >[])
      expect(
        (
          await app.request({
            url,
            headers: { host: 'spring.localhost:3000', authorization: `Bearer ${bearer}`, ...headers },
          })
        ).statusCode,
      ).toBe(403);
    await app.request({
      method: 'HEAD',
      url,
      headers: { host: 'spring.localhost:3000', authorization: `Bearer ${bearer}` },
    });
    expect(await isAdmin(lena)).toBe(false);
  });
});

describe('Pro membership', () => {
  const grant = async (whom: TestPerson, body: { startsAt: string; endsAt: string } | null, as = bearer) =>
    app.call(setMembership, { params: { userId: whom.personId }, body }, { tenant: 'spring', bearer: as });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  test('is granted, extended and ended, audited and mailed', async () => {
    const other = await app.aPerson({ admin: true });
    const lena = await app.aPerson();
    const granted = await grant(lena, { startsAt: day(-1), endsAt: day(30) });
    expect(granted.body.data).toMatchObject({ isPro: true, membership: { startsAt: expect.any(String) } });
    const extended = await grant(lena, { startsAt: day(-1), endsAt: day(60) });
    expect(extended.body.data).toMatchObject({ isPro: true });
    const ended = await grant(lena, null);
    expect(ended.body.data).toMatchObject({ isPro: false, membership: null });
    expect((await audited()).map(([action]) => action)).toEqual([
      'person.set-membership',
      'person.set-membership',
      'person.end-membership',
    ]);
    expect(await mailedTo()).toEqual([other.email, other.email, other.email]);
  });

  // Shows security#rights-now
  test('counts from its start until its end', async () => {
    const lena = await app.aPerson();
    expect((await grant(lena, { startsAt: day(1), endsAt: day(2) })).body.data).toMatchObject({ isPro: false });
    expect((await grant(lena, { startsAt: day(-2), endsAt: day(-1) })).body.data).toMatchObject({ isPro: false });
    expect((await grant(lena, { startsAt: day(-2), endsAt: day(1) })).body.data).toMatchObject({ isPro: true });
  });

  test('does not end by a call without a body', async () => {
    const lena = await app.aPerson({ pro: true });
    const url = `/api/v1/admin/users/${lena.personId}/membership`;
    const headers = { host: 'spring.localhost:3000', authorization: `Bearer ${bearer}` };
    expect((await app.request({ method: 'PUT', url, headers })).statusCode).toBe(400);
    expect(await audited()).toEqual([]);
  });

  test('has a start before its end', async () => {
    const lena = await app.aPerson();
    for (const body of [
      { startsAt: day(2), endsAt: day(1) },
      { startsAt: '2026-13-40T00:00:00Z', endsAt: day(1) },
      { startsAt: 'soon', endsAt: day(1) },
    ])
      expect((await grant(lena, body)).status).toBe(400);
    expect(await audited()).toEqual([]);
  });

  test('granted by a token is audited with its name, without mail', async () => {
    await app.aPerson({ admin: true });
    const lena = await app.aPerson();
    const token = await app.aToken(admin, 'spring', ['users:write' as 'content:write']);
    expect((await grant(lena, { startsAt: day(-1), endsAt: day(30) }, token)).status).toBe(200);
    const [entry] = await db.select().from(auditEvent);
    expect(entry).toMatchObject({ actorName: admin.email, details: { token: `token ${token.slice(-6)}` } });
    expect(await mailedTo()).toEqual([]);
  });
});

test('a failed change leaves neither audit nor mail behind', async () => {
  await app.aPerson({ admin: true });
  const lena = await app.aPerson();
  await db.execute(sql`alter table outbox_mail add constraint no_mail check (kind <> 'rights-changed')`);
  try {
    expect((await toggle(admin, lena, 'true')).status).toBe(500);
  } finally {
    await db.execute(sql`alter table outbox_mail drop constraint no_mail`);
  }
  expect(await isAdmin(lena)).toBe(false);
  expect(await audited()).toEqual([]);
});
