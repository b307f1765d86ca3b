import type { StoredKey } from './identity-store.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Periods in the lifetime of a signing key, ms. */
export const KEY_TIMES = {
  /** A new key is published for this long before it signs, so that everybody who caches the key set has it by then. */
  announced: DAY,
  /** A key signs for this long; then the next one does. */
  signs: 90 * DAY,
  /**
   * The last token signed by a key expires within this time; until then the key is published. Tokens are valid for ten
   * minutes.
   */
  lastToken: HOUR,
  /** A retired key is kept for this long, for the analysis of logs. */
  kept: 30 * DAY,
} as const;

type Dates = Pick<StoredKey, 'kid' | 'signsFrom' | 'retiredAt'>;

/** Pending changes of the stored keys. */
export interface KeyPlan {
  /** When a new key will start to sign, ms since 1970; null: no new key. */
  newSignsFrom: number | null;
  /** Keys that are no longer published. */
  retire: string[];
  /** Retired keys whose rows can be deleted. */
  remove: string[];
}

/**
 * The published keys, the signing one first: the latest whose start has passed; if none has, the earliest. Servers
 * agree without communicating, because it follows from the stored keys and the time.
 */
export function inUse<K extends Dates>(keys: readonly K[], now: number): K[] {
  const live = byStart(keys.filter((key) => key.retiredAt === null));
  const signing = live.findLast((key) => key.signsFrom.getTime() <= now) ?? live[0];
  return signing === undefined ? [] : [signing, ...live.filter((key) => key !== signing)];
}

/** Due changes: creates the next key before the present one has served its time, and retires those that have. */
export function upkeepOf(keys: readonly Dates[], now: number): KeyPlan {
  const live = byStart(keys.filter((key) => key.retiredAt === null));
  const newest = live.at(-1);
  const due = newest === undefined || newest.signsFrom.getTime() + KEY_TIMES.signs - KEY_TIMES.announced <= now;
  return {
    newSignsFrom: due ? now + (newest === undefined ? 0 : KEY_TIMES.announced) : null,
    retire: live
      .filter((_key, index) => {
        const next = live[index + 1];
        return next !== undefined && next.signsFrom.getTime() + KEY_TIMES.lastToken <= now;
      })
      .map((key) => key.kid),
    remove: keys
      .filter((key) => key.retiredAt !== null && key.retiredAt.getTime() + KEY_TIMES.kept <= now)
      .map((key) => key.kid),
  };
}

/**
 * A rotation on request. With `atOnce` the keys may be stolen: a new one signs from this moment and no other is
 * accepted any more. Otherwise the new key is published first; one that is waiting already is enough.
 */
export function rotationOf(keys: readonly Dates[], now: number, atOnce: boolean): KeyPlan {
  const live = keys.filter((key) => key.retiredAt === null);
  if (atOnce) return { newSignsFrom: now, retire: live.map((key) => key.kid), remove: [] };
  const waiting = live.some((key) => key.signsFrom.getTime() > now);
  return { newSignsFrom: waiting ? null : now + KEY_TIMES.announced, retire: [], remove: [] };
}

function byStart<K extends Dates>(keys: readonly K[]): K[] {
  return keys.toSorted(
    (a, b) => a.signsFrom.getTime() - b.signsFrom.getTime() || (a.kid < b.kid ? -1 : a.kid > b.kid ? 1 : 0),
  );
}
