/** A Pro membership; times in ms since 1970, the end is the first moment without it. */
export interface MembershipSpan {
  startsAt: number;
  endsAt: number;
}

/** One year of a membership, shorter when the membership ends within it. */
export type MembershipYear = MembershipSpan;

/**
 * The year of membership that a moment falls into. Years are calendar years in UTC, counted from the start of the
 * membership: what began on the 29th of February has its anniversaries on the 28th, and on the 29th where there is one.
 *
 * @param at ms since 1970
 * @returns null when the membership does not hold at that moment
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
  // The 29th of February became the 1st of March.
  if (day.getUTCMonth() !== month) day.setUTCDate(0);
  return day.getTime();
}
