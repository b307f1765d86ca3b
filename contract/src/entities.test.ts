import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DaySchema, MomentSchema } from './entities.ts';

test.each(['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '2030-13-01T00:00:00Z'])(
  'the moment %s is refused, which a database may not know',
  (moment) => {
    expect(v.is(MomentSchema, moment)).toBe(false);
    expect(v.is(DaySchema, moment.slice(0, 10))).toBe(false);
  },
);

test('moments and days since 1970 are accepted', () => {
  expect(v.is(MomentSchema, '1970-01-01T00:00:00.000Z')).toBe(true);
  expect(v.is(DaySchema, '9999-12-31')).toBe(true);
});
