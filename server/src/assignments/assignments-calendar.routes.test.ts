import { execFileSync } from 'node:child_process';
import { endAssignment } from '@academy/contract/assignments-admin';
import {
  type CalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
} from '@academy/contract/assignments-calendar';
import { addDays } from '@academy/contract/rules/due';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { calendarFeed } from '../db/assignment-tables.ts';
import { CALENDAR_READS_PER_HOUR } from '../http/rate-limits.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { assigning } from './assignments.fixture.ts';
import { calendarText } from './calendar-text.ts';

const app = await startApp();
const { aCourse, aGroup, assign, complete, inSpring } = assigning(app);
const HOST = { host: 'spring.localhost:3000' };
let admin: TestPerson;

beforeAll(async () => {
  admin = await app.aPerson({ roles: [{ role: 'academy-admin', tenantId: 'spring', scope: '*' }] });
  await aCourse('safety', 1);
  await aCourse('privacy', 1);
});

async function feedOf(who: TestPerson): Promise<string> {
  const { body } = await app.call(createCalendarFeed, {}, await inSpring(who));
  const { pathname, search } = new URL((body.data as { url: string }).url);
  return pathname + search;
}
const read = (path: string, host = HOST.host) => app.server.inject({ url: path, headers: { host } });
const unfolded = (text: string) => text.replaceAll('\r\n ', '');

describe('the calendar of a learner', () => {
  it('has every due date as a whole day, until it is done', async () => {
    const ada = await app.aPerson();
    const groupId = await aGroup(ada);
    const { assignmentId } = await assign(admin, { to: { groupId }, itemId: 'safety', dueOn: '2031-03-30' });
    await assign(admin, { to: { groupId }, itemId: 'privacy', dueOn: '2031-12-31', zone: 'Pacific/Auckland' });
    const path = await feedOf(ada);
    const reply = await read(path);
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const days = () => [...unfolded(reply.payload).matchAll(/DTSTART;VALUE=DATE:(\d+)/g)].map(([, day]) => day);
    expect(days()).toEqual(['20310330', '20311231']);
    expect(unfolded(reply.payload)).toContain(`UID:${assignmentId}@spring.localhost`);
    await complete(ada, 'privacy', 'privacy-1');
    await app.call(endAssignment, { params: { assignmentId } }, await inSpring(admin));
    expect((await read(path)).payload).not.toContain('BEGIN:VEVENT');
  });

  it('has a hashed address that ends with the next one', async () => {
    const ada = await app.aPerson();
    const state = async () => (await app.call(getCalendarFeed, {}, await inSpring(ada))).body.data as CalendarFeed;
    expect(await state()).toEqual({ createdAt: null, lastReadAt: null });
    const first = await feedOf(ada);
    const [row] = await app.database.db.select().from(calendarFeed).where(eq(calendarFeed.personId, ada.personId));
    expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(first).not.toContain(row?.tokenHash);
    expect((await read(first)).statusCode).toBe(200);
    expect((await state()).lastReadAt).not.toBeNull();
    expect((await read(first, 'kube.localhost:3000')).statusCode).toBe(404);
    const second = await feedOf(ada);
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    await app.call(deleteCalendarFeed, {}, await inSpring(ada));
    expect((await read(second)).statusCode).toBe(404);
    for (const path of ['/calendar.ics', '/calendar.ics?token=x', '/calendar.ics?token=a&token=b'])
      expect((await read(path)).statusCode).toBe(404);
  });

  it('is read so many times an hour, whatever the calendars of others do', async () => {
    const [ada, bob] = [await feedOf(await app.aPerson()), await feedOf(await app.aPerson())];
    for (let n = 0; n < CALENDAR_READS_PER_HOUR; n += 1) expect((await read(ada)).statusCode).toBe(200);
    expect((await read(ada)).statusCode).toBe(429);
    expect((await read(bob)).statusCode).toBe(200);
  });
});

describe('the text of a calendar', () => {
  const start = Date.parse('2031-01-01T00:00:00Z');
  const days = Array.from({ length: 370 }, (_, n) => addDays(new Date(start).toISOString().slice(0, 10), n));
  const text = calendarText('Spring; Academy', [
    ...days.map((day, n) => ({
      ...{ uid: `${n}@academy`, day, title: `Due: Größe, ${'ä€😀'.repeat(n % 40)}; \\ ${n}\nnext`, text: 'Mandatory.' },
      ...{ url: 'https://spring.academy/courses/a', changedAt: new Date(start) },
    })),
  ]);

  it('has lines of at most 75 octets, folded between characters', () => {
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain('\uFFFD');
    }
    expect(unfolded(text)).toContain('SUMMARY:Due: Größe\\, \\; \\\\ 0\\nnext');
  });

  it.each(['Europe/Berlin', 'America/New_York', 'Pacific/Auckland'])(
    'shows every due date on its day to calendars in %s',
    (zone) => {
      // Calendars take days for midnights of their own clock.
      const reader = `${import.meta.dirname}/../testing/read-calendar.process.ts`;
      const env = { ...process.env, TZ: zone };
      const out = execFileSync(process.execPath, [reader], {
        input: text,
        encoding: 'utf8',
        env,
        maxBuffer: 10_000_000,
      });
      const expected = days.map((day, n) => [
        ...[day, addDays(day, 1), true],
        `Due: Größe, ${'ä€😀'.repeat(n % 40)}; \\ ${n}\nnext`,
      ]);
      const found = JSON.parse(out) as { byIcalJs: unknown[]; byNodeIcal: unknown[] };
      expect(found.byIcalJs).toEqual(expected);
      expect(found.byNodeIcal).toEqual(expected);
    },
  );
});
