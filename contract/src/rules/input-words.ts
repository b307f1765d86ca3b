import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** The expected type, in words. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  strict_object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
};

/** The violated rule of a value, in words. */
const RULES: Readonly<Record<string, (requirement: unknown, of: string) => string>> = {
  min_length: (least, of) => `must have at least ${counted(least, of)}`,
  max_length: (most, of) => `must have at most ${counted(most, of)}`,
  length: (exactly, of) => `must have ${counted(exactly, of)}`,
  min_value: (least) => `must be at least ${number(least)}`,
  max_value: (most) => `must be at most ${number(most)}`,
  integer: () => 'must be a whole number',
  email: () => 'must be an e-mail address',
  url: () => 'must be a web address',
  uuid: () => 'must be an id (UUID)',
  iso_date: () => 'must be a day such as 2030-01-31',
  iso_timestamp: () => 'must be a time such as 2030-01-31T09:00:00Z',
};

/** Most options that a message lists. */
const MOST_CHOICES = 12;

/**
 * Message about an invalid input for schemas without a message of their own: the option `message` of a parse. It
 * replaces the schema library's phrases.
 */
export function inputWords(issue: Issue): string {
  const { kind, type, expected, received, requirement, input } = issue;
  if (kind !== 'schema') {
    const of = Array.isArray(input) ? 'entries' : 'characters';
    return RULES[type]?.(requirement, of) ?? 'is not valid';
  }
  // For an unknown key the library reports what it expected, for a missing one what it received.
  if (type === 'strict_object' && expected === 'never') return 'unknown field';
  if (received === 'undefined') return 'is required';
  return TYPES[type] ?? choiceOf(expected) ?? 'is not valid';
}

/** `("a" | "b")` in words; null when it is no list of values. */
function choiceOf(expected: string | null): string | null {
  const choices = (expected ?? '').replace(/^\(|\)$/g, '').split(' | ');
  const values = choices
    .map((one) => (one === 'null' ? '"null"' : one))
    .filter((one) => /^(".*"|-?\d+|true|false)$/.test(one));
  if (values.length === 0 || values.length < choices.length || values.length > MOST_CHOICES) return null;
  const words = values.map((one) => (one === '""' ? 'empty' : one.replaceAll('"', '')));
  return words.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(', ')}`;
}

const number = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : String(value));

function counted(count: unknown, of: string): string {
  if (count === 1) return of === 'entries' ? '1 entry' : '1 character';
  return `${number(count)} ${of}`;
}
