import { afterAll, describe, expect, test } from 'vitest';
import { endDays, momentOf } from './features/personal-access-tokens/token-rules.ts';
import { momentText, zoneText } from './lib/moments.ts';
import { localMoment } from './screens/alerts/alert-rules.ts';
import { dayOf, endMomentOf, startMomentOf, yearLater } from './screens/people/membership-days.ts';
import { membershipText } from './screens/people/people-columns.tsx';

const before = process.env.TZ;
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

/** What the clock on the wall shows at 2030-01-31T09:30Z, and the zone's offset. */
describe.each([
  ['Pacific/Pago_Pago', '2030-01-30T22:30', 'UTC-11'],
  ['Asia/Kolkata', '2030-01-31T15:00', 'UTC+5:30'],
  ['Pacific/Kiritimati', '2030-01-31T23:30', 'UTC+14'],
])('an administrator in %s', (zone, local, offset) => {
  const moment = '2030-01-31T09:30:00.000Z';

  test('plans an alert by the own clock, and reads which zone that is', () => {
    process.env.TZ = zone;
    expect(localMoment(moment)).toBe(local);
    expect(new Date(local).toISOString()).toBe(moment);
    expect(zoneText(local)).toBe(offset);
    expect(momentText(moment)).toMatch(new RegExp(`${offset.replace('+', '\\+')}$`));
  });

  test('grants and reads the same days of membership as everybody else', () => {
    process.env.TZ = zone;
    const [startsAt, endsAt] = [startMomentOf('2030-01-31'), endMomentOf('2030-12-31')];
    expect([startsAt, endsAt]).toEqual(['2030-01-31T00:00:00.000Z', '2030-12-31T23:59:59.999Z']);
    expect([dayOf(new Date(startsAt)), dayOf(new Date(endsAt))]).toEqual(['2030-01-31', '2030-12-31']);
    expect(membershipText({ isPro: true, membership: { startsAt, endsAt } })).toBe('Until Dec 31, 2030 (UTC)');
    expect(yearLater('2028-02-29')).toBe('2029-02-28');
  });

  test('makes a token valid until the end of the chosen day, local time', () => {
    process.env.TZ = zone;
    const now = new Date(moment);
    expect(endDays(now).first).toBe(local.slice(0, 10));
    expect(localMoment(momentOf('2030-02-15', now))).toBe('2030-02-15T23:59');
  });
});
