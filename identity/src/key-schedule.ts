import type { StoredKey } from './identity-store.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Times in the life of a signing key, ms. */
export const KEY_TIMES = {
  /** A new key is shown for this long before it signs: everybody who keeps a copy of the key set knows it by then. */
  announced: DAY,
  /** A key signs for this long; then the next one does. */
  signs: 90 * DAY,
  /** The last token that a key has signed ends within this; until then the key is shown. Tokens live for ten minutes. */
  lastToken: HOUR,
  /** What is retired is kept for this long, so that logs can be read. */
  kept: 30 * DAY,
} as const;

type Dates = Pick<StoredKey, 'kid' | 'signsFrom' | 'retiredAt'>;

/** What is to be done to the stored keys. */
export interface KeyPlan {
  /** When a new key is to start signing, ms since 1970; null: no new key. */
  newSignsFrom: number | null;
  /** Keys that are shown no longer from now on. */
  retire: string[];
  /** Retired keys whose rows can go. */
  remove: string[];
}

/**
 * The keys that are shown, the signing one first: the latest whose time has come; while no one's has, the earliest. Servers
 * agree on it without talking, because it follows from what is stored and from the time.
 */
export function inUse<K extends Dates>(keys: readonly K[], now: number): K[] {
  const live = byStart(keys.filter((key) => key.retiredAt === null));
  const signing = live.findLast((key) => key.signsFrom.getTime() <= now) ?? live[0];
  return signing === undefined ? [] : [signing, ...live.filter((key) => key !== signing)];
}

/** What time alone asks for: the next key before the present one has served, an end for those that have. */
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
 * A rotation on request. With `atOnce` somebody else may have a key: a new one signs from this moment and no other is
 * accepted any more. Otherwise the new key is shown first; one that is waiting already is enough.
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
