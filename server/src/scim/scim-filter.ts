import { invalid } from './scim-error.ts';

export const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export type FilterValue = string | number | boolean | null;

/** A filter of RFC 7644. Names of attributes are in lower case and without the address of a schema. */
export type Filter =
  | { kind: 'and'; parts: readonly [Filter, Filter] }
  | { kind: 'or'; parts: readonly [Filter, Filter] }
  | { kind: 'not'; of: Filter }
  | { kind: 'compare'; attribute: string; comparison: Comparison; value: FilterValue }
  | { kind: 'present'; attribute: string }
  /** `emails[type eq "work"]`: one value of the attribute must match. */
  | { kind: 'some'; attribute: string; of: Filter };

/** Where an operation applies: `emails[type eq "work"].value`. */
export interface Path {
  attribute: string;
  filter: Filter | null;
  /** Part of the attribute; null: all of it. */
  part: string | null;
}

/** Longest filter, in characters, and deepest nesting. */
const MAX_LENGTH = 8_000;
const MAX_DEPTH = 20;

type Token = { at: number; kind: 'word' | 'value' | 'sign'; text: string; value?: FilterValue };

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?![\w.:]))|([A-Za-z$][\w$:.-]*)|([[\]().]))/y;
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** @throws ScimError invalidFilter */
export function parseFilter(text: string): Filter {
  const reader = readerOf(text, (at) => invalid('invalidFilter', 'filter', { at: String(at + 1) }));
  const filter = reader.filter(0);
  reader.end();
  return filter;
}

/** @throws ScimError invalidPath */
export function parsePath(text: string): Path {
  const reader = readerOf(text, (at) => invalid('invalidPath', 'path', { at: String(at + 1) }));
  const path = reader.path();
  reader.end();
  return path;
}

/** The name of an attribute in lower case, without the address of the schema that all have: `urn:...:User:userName`. */
export function plainName(name: string): string {
  const match = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):(.+)$/i.exec(name);
  return (match?.[1] ?? name).toLowerCase();
}

function readerOf(text: string, refuse: (at: number) => Error) {
  const tokens = tokensOf(text, refuse);
  let next = 0;
  const fail = (): never => {
    throw refuse(tokens[next]?.at ?? text.length);
  };
  const peek = () => tokens[next];
  const isWord = (word: string) => peek()?.kind === 'word' && peek()?.text.toLowerCase() === word;
  const isSign = (sign: string) => peek()?.kind === 'sign' && peek()?.text === sign;
  const take = (): Token => {
    const token = tokens[next] ?? fail();
    next += 1;
    return token;
  };
  const sign = (wanted: string) => (isSign(wanted) ? take() : fail());

  function name(): string {
    return peek()?.kind === 'word' ? plainName(take().text) : fail();
  }

  function filter(depth: number): Filter {
    if (depth > MAX_DEPTH) return fail();
    let left = all(depth);
    while (isWord('or')) {
      take();
      left = { kind: 'or', parts: [left, all(depth)] };
    }
    return left;
  }

  function all(depth: number): Filter {
    let left = term(depth);
    while (isWord('and')) {
      take();
      left = { kind: 'and', parts: [left, term(depth)] };
    }
    return left;
  }

  function term(depth: number): Filter {
    if (isWord('not')) {
      take();
      sign('(');
      const of = filter(depth + 1);
      sign(')');
      return { kind: 'not', of };
    }
    if (isSign('(')) {
      take();
      const of = filter(depth + 1);
      sign(')');
      return of;
    }
    return comparison(depth);
  }

  function comparison(depth: number): Filter {
    const attribute = name();
    if (isSign('[')) {
      take();
      const of = filter(depth + 1);
      sign(']');
      const some: Filter = { kind: 'some', attribute, of };
      if (!isSign('.')) return some;
      // `emails[type eq "work"].value eq "x"`: the same value must match both.
      take();
      const rest = compare(name());
      return { kind: 'some', attribute, of: { kind: 'and', parts: [of, rest] } };
    }
    return compare(attribute);
  }

  function compare(attribute: string): Filter {
    const operator = peek()?.kind === 'word' ? (peek()?.text.toLowerCase() ?? '') : '';
    if (operator === 'pr') {
      take();
      return { kind: 'present', attribute };
    }
    if (!isComparison(operator)) return fail();
    take();
    const given = peek();
    if (given?.kind === 'value')
      return { kind: 'compare', attribute, comparison: operator, value: take().value ?? null };
    const literal = given?.kind === 'word' ? LITERALS[given.text.toLowerCase()] : undefined;
    if (literal === undefined) return fail();
    take();
    return { kind: 'compare', attribute, comparison: operator, value: literal };
  }

  return {
    filter,
    path(): Path {
      const whole = name();
      if (!isSign('[')) {
        const [attribute = '', ...parts] = whole.split('.');
        return { attribute, filter: null, part: parts.length === 0 ? null : parts.join('.') };
      }
      take();
      const of = filter(0);
      sign(']');
      if (!isSign('.')) return { attribute: whole, filter: of, part: null };
      take();
      return { attribute: whole, filter: of, part: name() };
    },
    end(): void {
      if (next < tokens.length) fail();
    },
  };
}

function tokensOf(text: string, refuse: (at: number) => Error): Token[] {
  if (text.length > MAX_LENGTH) throw refuse(MAX_LENGTH);
  const tokens: Token[] = [];
  const source = text.trimEnd();
  for (let at = 0; at < source.length; ) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (match === null) throw refuse(at);
    const [all, quoted, digits, word, mark] = match;
    const begins = at + all.length - all.trimStart().length;
    if (quoted !== undefined)
      tokens.push({ at: begins, kind: 'value', text: quoted, value: textIn(quoted, begins, refuse) });
    else if (digits !== undefined) tokens.push({ at: begins, kind: 'value', text: digits, value: Number(digits) });
    else if (word !== undefined) tokens.push({ at: begins, kind: 'word', text: word });
    else tokens.push({ at: begins, kind: 'sign', text: mark ?? '' });
    at += all.length;
  }
  return tokens;
}

function textIn(quoted: string, at: number, refuse: (at: number) => Error): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw refuse(at);
  }
}

const isComparison = (word: string): word is Comparison => (COMPARISONS as readonly string[]).includes(word);

/** Whether one value of a list matches, such as `{ type: 'work', value: '...' }`. Texts are compared without case. */
export function matches(filter: Filter, value: Readonly<Record<string, unknown>>): boolean {
  if (filter.kind === 'and') return filter.parts.every((part) => matches(part, value));
  if (filter.kind === 'or') return filter.parts.some((part) => matches(part, value));
  if (filter.kind === 'not') return !matches(filter.of, value);
  if (filter.kind === 'some') return false;
  const found = Object.entries(value).find(([name]) => name.toLowerCase() === filter.attribute)?.[1];
  if (filter.kind === 'present') return found !== undefined && found !== null && found !== '';
  return compared(found, filter.comparison, filter.value);
}

function compared(found: unknown, comparison: Comparison, wanted: FilterValue): boolean {
  if (typeof found !== 'string' || typeof wanted !== 'string') {
    // Some programs write true as a text.
    const isSame =
      found === wanted || (found !== undefined && String(found).toLowerCase() === String(wanted).toLowerCase());
    return comparison === 'eq' ? isSame : comparison === 'ne' && !isSame;
  }
  const [a, b] = [found.toLowerCase(), wanted.toLowerCase()];
  const ways: Readonly<Record<Comparison, boolean>> = {
    eq: a === b,
    ne: a !== b,
    co: a.includes(b),
    sw: a.startsWith(b),
    ew: a.endsWith(b),
    gt: a > b,
    ge: a >= b,
    lt: a < b,
    le: a <= b,
  };
  return ways[comparison];
}

/** What a new value must have so that it matches: the equations of a filter without alternatives. */
export function equationsOf(filter: Filter): Record<string, FilterValue> {
  if (filter.kind === 'and') return { ...equationsOf(filter.parts[0]), ...equationsOf(filter.parts[1]) };
  return filter.kind === 'compare' && filter.comparison === 'eq' ? { [filter.attribute]: filter.value } : {};
}
