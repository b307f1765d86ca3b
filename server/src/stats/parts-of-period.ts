/** From the first moment (included) to the last one (excluded). */
export interface Period {
  from: Date;
  until: Date;
}

/** Which parts of a period sums by week answer for, and which the ledger must. */
export interface Parts {
  /** Whole weeks; also one that is not over yet, because nothing happens after the present moment. Null: none. */
  weeks: Period | null;
  /** The days before and after these weeks, in order. */
  cut: Period[];
  /** Whether nothing can have happened after the period. */
  reachesToday: boolean;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The Monday, UTC, with which a moment's week begins. */
export function mondayOf(at: Date): Date {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS - daysSinceMonday * DAY_MS);
}

/** Divides a period at the first and the last Monday in it. */
export function partsOf({ from, until }: Period, now: Date): Parts {
  const reachesToday = until > now;
  const first = mondayOf(from) < from ? new Date(mondayOf(from).getTime() + WEEK_MS) : from;
  const last = reachesToday ? until : mondayOf(until);
  if (first >= last) return { weeks: null, cut: [{ from, until }], reachesToday };
  const parts = [
    { from, until: first },
    { from: last, until },
  ];
  return { weeks: { from: first, until: last }, cut: parts.filter((part) => part.from < part.until), reachesToday };
}
