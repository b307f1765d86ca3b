import { pairsOf, type RawHeaders, withoutHops } from '@academy/labs/lab-hosts/raw-headers';

/*
 * Headers between browsers and what runs in labs. Programs in labs are written for a browser on the same machine, so they
 * are told `localhost` and their port where the browser says the host of the page, and the other way round in replies.
 */

/** What labs are not told: who asks, through which proxies, and what belongs to the academy. */
const NOT_ASKED = /^(?:host|expect|forwarded|via|x-forwarded-.*|x-real-ip|x-academy-.*|x-correlation-id)$/;
/**
 * What labs do not say: who may frame them is said for them, and the rest would have an effect beyond their own origin.
 */
const NOT_SAID =
  /^(?:x-frame-options|strict-transport-security|alt-svc|clear-site-data|public-key-pins.*|nel|x-academy-.*)$/;
/** Names of cookies of the academy and its log-in, and of the one that opens pages of labs. */
const OUR_COOKIES = /^(?:__Host-|__Secure-)?academy[_-]/i;

/** Between which two a request or reply passes. */
export interface PageEnds {
  /** Of the page, as the browser knows it. */
  origin: string;
  port: number;
}

const inLab = ({ port }: PageEnds): string => `http://localhost:${port}`;

/** The cookies of a request that belong to the lab; null when there are none. */
function labCookies(values: readonly string[]): string | null {
  const kept = values
    .flatMap((value) => value.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !OUR_COOKIES.test(pair.split('=', 1)[0]?.trim() ?? ''));
  return kept.length === 0 ? null : kept.join('; ');
}

/** The same address in the lab, when it is one of the page's own origin. */
function ownAddress(value: string, ends: PageEnds): string {
  const isOwn = value === ends.origin || value.startsWith(`${ends.origin}/`);
  return isOwn ? inLab(ends) + value.slice(ends.origin.length) : value;
}

/**
 * The headers with which a lab is asked, without those of the body and of the connection.
 *
 * @param isOurs whether a value of `Authorization` belongs to the academy
 */
export function askedHeaders(raw: RawHeaders, ends: PageEnds, isOurs: (value: string) => boolean): string[] {
  const passed = [...pairsOf(withoutHops(raw))];
  const cookies = labCookies(passed.flatMap(([name, value]) => (/^cookie$/i.test(name) ? [value] : [])));
  const kept = passed.flatMap(([name, value]): string[] => {
    const low = name.toLowerCase();
    if (NOT_ASKED.test(low) || low === 'cookie' || low === 'content-length') return [];
    if (low === 'authorization' && isOurs(value)) return [];
    return [name, low === 'origin' || low === 'referer' ? ownAddress(value, ends) : value];
  });
  const { protocol, host } = new URL(ends.origin);
  return [
    ...['host', `localhost:${ends.port}`, ...kept],
    ...(cookies === null ? [] : ['cookie', cookies]),
    ...['x-forwarded-host', host, 'x-forwarded-proto', protocol.slice(0, -1)],
  ];
}

/** An address in a reply, as the browser must follow it. */
function publicAddress(value: string, { origin, port }: PageEnds): string {
  const own = new RegExp(`^https?://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]):${port}(?=[/?#]|$)`, 'i');
  // Some programs believe the host that they are told, and not the scheme.
  const ofHost = origin.replace(/^https:/, 'http:');
  const isOfHost = value === ofHost || value.startsWith(`${ofHost}/`);
  return isOfHost ? origin + value.slice(ofHost.length) : value.replace(own, origin);
}

/**
 * A cookie of a lab. It belongs to its host alone; and because the page is framed by one of another site, browsers keep it
 * for that frame only (`Partitioned`), and not at all without saying so.
 *
 * @returns null for one of the academy's names
 */
function labCookie(value: string): string | null {
  const [pair = '', ...attributes] = value.split(';');
  if (OUR_COOKIES.test(pair.trim())) return null;
  const kept = attributes.filter((one) => !/^\s*(?:domain|samesite|secure|partitioned)\s*(?:=|$)/i.test(one));
  return [pair, ...kept, ' Secure', ' SameSite=None', ' Partitioned'].join(';');
}

/** Policies of a lab (with commas between) without what they say about who frames them. */
const withoutAncestors = (policies: string): string =>
  policies
    .split(',')
    .map((policy) =>
      policy
        .split(';')
        .filter((directive) => !/^\s*frame-ancestors(?:\s|$)/i.test(directive))
        .join(';'),
    )
    .join(',');

/**
 * The headers of a lab's reply, as the browser gets them.
 *
 * @param ancestor the origin whose pages may frame the reply
 */
export function saidHeaders(raw: RawHeaders, ends: PageEnds, ancestor: string): string[] {
  const kept = [...pairsOf(withoutHops(raw))].flatMap(([name, value]): string[] => {
    const low = name.toLowerCase();
    if (NOT_SAID.test(low)) return [];
    if (low === 'location' || low === 'content-location') return [name, publicAddress(value, ends)];
    if (low === 'content-security-policy') return [name, withoutAncestors(value)];
    if (low !== 'set-cookie') return [name, value];
    const cookie = labCookie(value);
    return cookie === null ? [] : [name, cookie];
  });
  const saysReferrer = [...pairsOf(kept)].some(([name]) => /^referrer-policy$/i.test(name));
  return [
    ...kept,
    ...['content-security-policy', `frame-ancestors ${ancestor}`, 'x-robots-tag', 'noindex'],
    // The name of the host is known to the learner alone.
    ...(saysReferrer ? [] : ['referrer-policy', 'same-origin']),
  ];
}

/** Whether a value of `Authorization` is a token of the academy, of any kind. @param issuer of its access tokens */
export function isAcademyToken(value: string, issuer: string): boolean {
  const [, token = ''] = /^\s*bearer\s+(\S+)/i.exec(value) ?? [];
  if (token.startsWith('academy_')) return true;
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return (claims as { iss?: unknown } | null)?.iss === issuer;
  } catch {
    return false;
  }
}
