import { describe, expect, it } from 'vitest';
import { begun, conditionOf, endOf, extended } from './lab-lifetime.ts';

const MINUTE = 60_000;
const hour = begun(0, 60);

describe('the time of a lab', () => {
  it('is an hour, and near its end it can be extended by a quarter', () => {
    expect(conditionOf(hour, 0)).toMatchObject({
      expiresAt: new Date(60 * MINUTE),
      extendable: false,
      expiring: false,
    });
    expect(extended(hour, 44 * MINUTE)).toBeNull();
    expect(conditionOf(hour, 45 * MINUTE)).toMatchObject({ extendable: true, expiring: true });
    expect(extended(hour, 45 * MINUTE)).toMatchObject({ expiresAt: 75 * MINUTE });
  });

  it('ends after two hours, with all extensions', () => {
    let lifetime = hour;
    for (;;) {
      const next = extended(lifetime, lifetime.expiresAt - MINUTE);
      if (next === null) break;
      lifetime = next;
    }
    expect(lifetime.expiresAt).toBe(120 * MINUTE);
    expect(conditionOf(lifetime, 119 * MINUTE)).toMatchObject({ expiring: true, extendable: false });
  });

  it('of a short lab can be extended at once, by five minutes', () => {
    const short = begun(0, 3);
    expect(extended(short, 0)?.expiresAt).toBe(6 * MINUTE);
  });
});

describe('a lab ends', () => {
  it('when its time is up', () => {
    expect(endOf({ ...hour, seenAt: 59 * MINUTE }, 60 * MINUTE)).toBe('expired');
  });

  it('when no page was open for five minutes, or fifteen when hidden', () => {
    expect(endOf(hour, 4.9 * MINUTE)).toBeNull();
    expect(endOf(hour, 5 * MINUTE)).toBe('orphaned');
    expect(endOf({ ...hour, hidden: true }, 14.9 * MINUTE)).toBeNull();
    expect(endOf({ ...hour, hidden: true }, 15 * MINUTE)).toBe('orphaned');
    expect(endOf({ ...hour, seenAt: 14 * MINUTE }, 15 * MINUTE)).toBeNull();
  });
});
