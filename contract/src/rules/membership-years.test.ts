import { describe, expect, it } from 'vitest';
import { membershipYearAt } from './membership-years.ts';

const at = (text: string) => Date.parse(text);
const membership = (startsAt: string, endsAt: string) => ({ startsAt: at(startsAt), endsAt: at(endsAt) });
const yearAt = (span: ReturnType<typeof membership>, moment: string) => {
  const year = membershipYearAt(span, at(moment));
  return year && [year.startsAt, year.endsAt].map((time) => new Date(time).toISOString());
};

const THREE_YEARS = membership('2024-05-10T08:30:00.000Z', '2027-05-10T08:30:00.000Z');

describe('years of membership', () => {
  it('are counted from the start of the membership', () => {
    expect(yearAt(THREE_YEARS, '2024-05-10T08:30:00.000Z')).toEqual([
      '2024-05-10T08:30:00.000Z',
      '2025-05-10T08:30:00.000Z',
    ]);
    expect(yearAt(THREE_YEARS, '2026-01-01T00:00:00.000Z')).toEqual([
      '2025-05-10T08:30:00.000Z',
      '2026-05-10T08:30:00.000Z',
    ]);
  });

  it('change at the very moment of the anniversary', () => {
    expect(yearAt(THREE_YEARS, '2025-05-10T08:29:59.999Z')?.[0]).toBe('2024-05-10T08:30:00.000Z');
    expect(yearAt(THREE_YEARS, '2025-05-10T08:30:00.000Z')?.[0]).toBe('2025-05-10T08:30:00.000Z');
  });

  it('do not exist before the start, nor from the end on', () => {
    expect(yearAt(THREE_YEARS, '2024-05-10T08:29:59.999Z')).toBeNull();
    expect(yearAt(THREE_YEARS, '2027-05-10T08:29:59.999Z')?.[1]).toBe('2027-05-10T08:30:00.000Z');
    expect(yearAt(THREE_YEARS, '2027-05-10T08:30:00.000Z')).toBeNull();
  });

  it('end with a membership that is shorter', () => {
    const months = membership('2026-01-31T00:00:00.000Z', '2026-04-30T00:00:00.000Z');
    expect(yearAt(months, '2026-02-28T12:00:00.000Z')).toEqual([
      '2026-01-31T00:00:00.000Z',
      '2026-04-30T00:00:00.000Z',
    ]);
  });

  it('that began on February 29 change on the 28th in other years', () => {
    const leap = membership('2024-02-29T12:00:00.000Z', '2030-01-01T00:00:00.000Z');
    expect(yearAt(leap, '2025-02-28T11:59:59.999Z')?.[0]).toBe('2024-02-29T12:00:00.000Z');
    expect(yearAt(leap, '2025-02-28T12:00:00.000Z')).toEqual(['2025-02-28T12:00:00.000Z', '2026-02-28T12:00:00.000Z']);
    expect(yearAt(leap, '2028-02-29T12:00:00.000Z')?.[0]).toBe('2028-02-29T12:00:00.000Z');
    expect(yearAt(leap, '2028-02-29T11:59:59.999Z')?.[0]).toBe('2027-02-28T12:00:00.000Z');
  });
});
