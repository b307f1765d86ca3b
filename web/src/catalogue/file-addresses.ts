/** An address of a file that only locked content names: `/assets/content/until/<end>/<signature>/<file>`. */
const SIGNED = /(\/assets\/content\/)until\/\d+\/[\w-]+\/(\w{64}\.\w+)/g;
/** In the address of a file that only locked content names. */
export const SIGNED_PART = '/assets/content/until/';

/** How long an address is valid after it arrived, ms: the server lets it expire after 50 to 60 minutes. */
export const GOOD_MS = 49 * 60_000;

interface Known {
  address: string;
  /** When it first arrived, ms since 1970. Only differences are used, because the clock may be wrong. */
  since: number;
}

/** The newest address of each file. */
const newest = new Map<string, Known>();

/** Remembers the addresses of a reply. */
export function noteFileAddresses(text: string, now = Date.now()): void {
  if (!text.includes(SIGNED_PART)) return;
  for (const [address, , file = ''] of text.matchAll(SIGNED))
    if (newest.get(file)?.address !== address) newest.set(file, { address, since: now });
}

/** The text with the newest address of each file that is known. */
export const withNewest = (text: string): string =>
  text.includes(SIGNED_PART)
    ? text.replace(SIGNED, (old, _folder, file: string) => newest.get(file)?.address ?? old)
    : text;

/** Whether a text contains an address that may have expired, or is not the newest one. */
export function namesOld(text: string, now = Date.now()): boolean {
  return [...text.matchAll(SIGNED)].some(([address, , file = '']) => {
    const known = newest.get(file);
    return known?.address !== address || now - known.since > GOOD_MS;
  });
}

/** A text without the signatures of its addresses, for comparison. */
export const withoutSignatures = (text: string): string => text.replace(SIGNED, '$1$2');

/**
 * New data with the texts of old data where only signatures differ: re-inserting a text would close its notes and restart
 * its films.
 */
export function withOldTexts(old: unknown, data: unknown): unknown {
  if (typeof data === 'string')
    return typeof old === 'string' && data.includes(SIGNED_PART) && withoutSignatures(old) === withoutSignatures(data)
      ? old
      : data;
  if (typeof data !== 'object' || data === null || typeof old !== 'object' || old === null) return data;
  if (Array.isArray(data)) return Array.isArray(old) ? data.map((one, at) => withOldTexts(old[at], one)) : data;
  const before = old as Record<string, unknown>;
  return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, withOldTexts(before[key], one)]));
}
