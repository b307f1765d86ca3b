/** A Pro membership; times in ms since 1970, the end is the first moment after it. */
export interface MembershipSpan {
  startsAt: number;
  endsAt: number;
}

/** One year of a membership, shorter when the membership ends within it. */
export type MembershipYear = MembershipSpan;

/**
 * The year of membership that contains a moment. Years are calendar years in UTC, counted from the start of the
 * membership: one that began on February 29 has its anniversaries on the 28th, and on the 29th in leap years.
 *
 * @param at ms since 1970
 * @returns null when there is no membership at that moment
 */
export function membershipYearAt(membership: MembershipSpan, at: number): MembershipYear | null {
  if (!(membership.startsAt <= at && at < membership.endsAt)) return null;
  let years = Math.max(0, new Date(at).getUTCFullYear() - new Date(membership.startsAt).getUTCFullYear());
  if (anniversary(membership.startsAt, years) > at) years -= 1;
  return {
    startsAt: anniversary(membership.startsAt, years),
    endsAt: Math.min(anniversary(membership.startsAt, years + 1), membership.endsAt),
  };
}

function anniversary(start: number, years: number): number {
  const day = new Date(start);
  const month = day.getUTCMonth();
  day.setUTCFullYear(day.getUTCFullYear() + years);
  // February 29 became March 1.
  if (day.getUTCMonth() !== month) day.setUTCDate(0);
  return day.getTime();
}
