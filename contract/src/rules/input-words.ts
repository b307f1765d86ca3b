import type * as v from 'valibot';
import { currentLocale } from '../i18n/languages.ts';
import { inputTexts } from './input-texts.ts';

type Issue = v.BaseIssue<unknown>;

/** The expected type, by its name in the schema library. */
const TYPES: Readonly<Record<string, 'text' | 'number' | 'boolean' | 'list' | 'object' | 'null'>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  strict_object: 'object',
  record: 'object',
  null: 'null',
};

/** The violated rule of a value, in words. */
const RULES: Readonly<Record<string, (requirement: unknown, isList: boolean) => string>> = {
  min_length: (min, isList) => (isList ? inputTexts.minEntries : inputTexts.minCharacters)(counted(min)),
  max_length: (max, isList) => (isList ? inputTexts.maxEntries : inputTexts.maxCharacters)(counted(max)),
  length: (exactly, isList) => (isList ? inputTexts.entries : inputTexts.characters)(counted(exactly)),
  min_value: (min) => inputTexts.min({ min: number(min) }),
  max_value: (max) => inputTexts.max({ max: number(max) }),
  integer: () => inputTexts.wholeNumber,
  email: () => inputTexts.email,
  url: () => inputTexts.url,
  uuid: () => inputTexts.uuid,
  iso_date: () => inputTexts.day,
  iso_timestamp: () => inputTexts.moment,
};

/** Most options that a message lists. */
const MAX_CHOICES = 12;

/**
 * Message about an invalid input for schemas without a message of their own: the option `message` of a parse. It
 * replaces the schema library's phrases.
 */
export function inputWords(issue: Issue): string {
  const { kind, type, expected, received, requirement, input } = issue;
  if (kind !== 'schema') {
    return RULES[type]?.(requirement, Array.isArray(input)) ?? inputTexts.notValid;
  }
  // For an unknown key the library reports what it expected, for a missing one what it received.
  if (type === 'strict_object' && expected === 'never') return inputTexts.unknownField;
  if (received === 'undefined') return inputTexts.required;
  const wanted = TYPES[type];
  return wanted === undefined ? (choiceOf(expected) ?? inputTexts.notValid) : inputTexts[wanted];
}

/** `("a" | "b")` in words; null when it is no list of values. */
function choiceOf(expected: string | null): string | null {
  const choices = (expected ?? '').replace(/^\(|\)$/g, '').split(' | ');
  const values = choices
    .map((one) => (one === 'null' ? '"null"' : one))
    .filter((one) => /^(".*"|-?\d+|true|false)$/.test(one));
  if (values.length === 0 || values.length < choices.length || values.length > MAX_CHOICES) return null;
  const words = values.map((one) => (one === '""' ? inputTexts.empty : one.replaceAll('"', '')));
  const [choice = ''] = words;
  return words.length === 1 ? inputTexts.only({ choice }) : inputTexts.oneOf({ choices: words.join(', ') });
}

const number = (value: unknown) => (typeof value === 'number' ? value.toLocaleString(currentLocale()) : String(value));

const counted = (count: unknown) => ({ count: Number(count) });
