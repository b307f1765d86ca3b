import { remembered } from './remembered.ts';

/**
 * Path parameters that may be logged: names of published content and of kinds of things. All others are masked, because
 * some ids and tokens in addresses are enough to act for another person.
 */
export const PUBLIC_PARAMS: ReadonlySet<string> = new Set([
  'courseSlug',
  'guideSlug',
  'kind',
  'lessonSlug',
  'name',
  'slug',
  'version',
]);
/** Any first segment of a path could be a page, so a slug is only public when its page exists. */
const PUBLIC_WHEN_FOUND: ReadonlySet<string> = new Set(['pageSlug']);

/** Query parameters that may be logged. */
const PUBLIC_QUERY: ReadonlySet<string> = new Set([
  'all',
  'courseSlug',
  'dryRun',
  'includeExpireData',
  'kind',
  'level',
  'pageNumber',
  'pageSize',
  'progressFilterRequired',
  'slug',
  'sortBy',
  'sortDir',
  'tenant',
  'tenantId',
  'toggle',
  'topic',
  'type',
]);

/** Slugs, numbers and short words; no `@`, no percent sign, nothing as long as a token. */
const PUBLIC_VALUE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
/** Ids and tokens: letters and digits mixed, longer than any word of a slug. */
const OPAQUE = /(?=[A-Za-z_]*\d)(?=[\d_]*[A-Za-z])[A-Za-z0-9_]{20,}/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i;

/**
 * The address of a request as it is logged: the pattern of its route with the values of public parameters, and the
 * public parameters of its query.
 *
 * @param pattern `/courses/:slug`
 * @param isFound whether the address exists
 */
export function loggedAddress(url: string, pattern: string, isFound: boolean): string {
  const at = url.indexOf('?');
  const given = (at < 0 ? url : url.slice(0, at)).split('/');
  const path = pattern.split('/').map((part, index) => shownPart(part, given[index] ?? '', isFound));
  const query = at < 0 ? '' : shownQuery(url.slice(at + 1));
  return `${path.join('/')}${query}`;
}

function shownPart(part: string, value: string, isFound: boolean): string {
  if (!part.startsWith(':')) return part;
  // `:id.json` and the like: the name ends with its letters.
  const name = /^:([A-Za-z]+)$/.exec(part)?.[1];
  if (name === undefined) return part;
  const isPublic = PUBLIC_PARAMS.has(name) || (isFound && PUBLIC_WHEN_FOUND.has(name));
  return isPublic && isPublicValue(value) ? value : part;
}

const shownQuery = remembered((search): string => {
  const given = [...new URLSearchParams(search)];
  const shown = given.filter(([name, value]) => PUBLIC_QUERY.has(name) && isPublicValue(value));
  const rest = given.length - shown.length;
  const parts = [...shown.map(([name, value]) => `${name}=${value}`), ...(rest > 0 ? ['[left out]'] : [])];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}, 500);

const isPublicValue = (value: string): boolean => PUBLIC_VALUE.test(value) && !OPAQUE.test(value) && !UUID.test(value);
