import { splitLanguage, withLanguage } from '@academy/contract/i18n/address';

/** Names of the parameters in a path literal: `/courses/:slug` has `slug`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never;

/** Parameters of a path literal: `{ slug: string }` for `/courses/:slug`. */
export type PathParams<Path extends string> = { [Name in ParamNames<Path>]: string };

/** Every parameter of ours is a slug or an id; anything else cannot exist and is not requested. */
const PARAM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** The address of a path literal with its parameters filled in, in the language of the page. */
export function href<const Path extends string>(
  path: Path,
  ...[params]: keyof PathParams<Path> extends never ? [] : [PathParams<Path>]
): string {
  return filledIn(path, params ?? {});
}

/** The address of any route with its parameters, in the language of the page. */
export const filledIn = (path: string, params: Readonly<Record<string, string>>): string =>
  withLanguage(path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')));

/**
 * An address as authors and settings write it, without a language, in that of the page and in its draft. Addresses
 * elsewhere stay, and so do those that name a language.
 */
export function inOwnLanguage(address: string): string {
  const isPath = address.startsWith('/') && !address.startsWith('//');
  const [path = ''] = address.split(/[?#]/, 1);
  return isPath && splitLanguage(path).path === path ? withLanguage(address) : address;
}

/**
 * Matches the path of an address (with its percent encodings) against a path literal.
 * @returns the parameters, or null when it does not match; broken encodings never match
 */
export function matchPath<const Path extends string>(path: Path, pathname: string): PathParams<Path> | null {
  const wanted = path.split('/');
  const given = pathname.split('/');
  if (given.length > 2 && given.at(-1) === '' && given.at(-2) !== '') given.pop();
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const text = decode(given[index] ?? '');
    if (text === null) return null;
    if (!want.startsWith(':')) {
      if (text !== want) return null;
      continue;
    }
    if (!PARAM.test(text)) return null;
    params[want.slice(1)] = text;
  }
  return params as PathParams<Path>;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

const MAX_VALUE_LENGTH = 200;
const MAX_VALUES = 50;

/**
 * The normal form of a query: known parameters only, sorted, bounded, without empty ones. Two addresses that show the
 * same page have the same normal form.
 * @param search query with or without `?`
 * @returns `level=beginner&topic=java`, or '' when nothing is left
 */
export function normaliseSearch(search: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const pairs: [string, string][] = [];
  const seen = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const text = value.trim().slice(0, MAX_VALUE_LENGTH);
    const pair = `${name}=${text}`;
    if (!known.includes(name) || text === '' || seen.has(pair) || seen.size === MAX_VALUES) continue;
    seen.add(pair);
    pairs.push([name, text]);
  }
  pairs.sort(([a, b], [c, d]) => compare(a, c) || compare(b, d));
  return new URLSearchParams(pairs).toString();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
