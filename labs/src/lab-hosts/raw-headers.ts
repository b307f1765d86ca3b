import type { IncomingMessage } from 'node:http';

/** Headers as Node takes and gives them: name, value, name, value ... */
export type RawHeaders = readonly string[];

/** Headers of one connection only, which are never passed on. */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'http2-settings'],
];

export function* pairsOf(raw: RawHeaders): Generator<[name: string, value: string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [String(raw[at]), String(raw[at + 1])];
}

/** Everything but the headers of one connection: those that always are, and those that `Connection` names. */
export function withoutHops(raw: RawHeaders): string[] {
  const named = [...pairsOf(raw)].flatMap(([name, value]) => (/^connection$/i.test(name) ? value.split(',') : []));
  const hops = new Set([...HOP_BY_HOP, ...named.map((one) => one.trim().toLowerCase())]);
  return [...pairsOf(raw)].flatMap((pair) => (hops.has(pair[0].toLowerCase()) ? [] : pair));
}

/** The same headers by their names in lower case; a name that occurs again has several values. */
export function byName(raw: RawHeaders): Record<string, string | string[]> {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairsOf(raw))
    all.set(name.toLowerCase(), [...(all.get(name.toLowerCase()) ?? []), value]);
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}

/** The headers that say how long the body of a request is; it is passed on as it comes. */
export function withBody({ headers }: Pick<IncomingMessage, 'headers'>): Record<string, string> {
  // Node refuses requests that have both.
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  const length = headers['content-length'];
  return length === undefined ? {} : { 'content-length': length };
}
