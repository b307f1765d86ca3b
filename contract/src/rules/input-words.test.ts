import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../call.ts';
import { CALLS } from '../calls.ts';
import { inputWords } from './input-words.ts';

/** Phrases of the schema library. */
const LIBRARY = /\bInvalid\b|Expected|received/;

const WRONG: readonly unknown[] = [
  ...[
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    Number.NaN,
    1e15,
    '',
    ' ',
    'x',
    'x'.repeat(30_000),
    '2030-02-31',
    'a@b',
    'http:',
  ],
  ...[
    [],
    [null],
    [[]],
    ['x'],
    Array.from({ length: 1_001 }, (_, index) => `x${index}`),
    {},
    { unknown: 1 },
    new Date(0),
  ],
];

interface Loose {
  entries?: Record<string, Loose>;
  item?: Loose;
  wrapped?: Loose;
  pipe?: readonly Loose[];
  options?: readonly unknown[];
}

/** Invalid values for a schema: each part made wrong in turn, and an unknown field added. */
function* wrongFor(schema: Loose | undefined, depth = 0): Generator<unknown> {
  yield* WRONG;
  if (schema === undefined || depth > 3) return;
  for (const inner of [schema.wrapped, ...(schema.pipe ?? [])]) if (inner !== schema) yield* wrongFor(inner, depth + 1);
  for (const option of schema.options ?? [])
    if (typeof option === 'object') yield* wrongFor(option as Loose, depth + 1);
  if (schema.item !== undefined) for (const one of wrongFor(schema.item, depth + 1)) yield [one];
  for (const [name, entry] of Object.entries(schema.entries ?? {}))
    for (const one of wrongFor(entry, depth + 1)) yield { [name]: one, notThere: 1 };
}

const parts = CALLS.flatMap((call) =>
  (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
    const schema = call[part];
    return schema === undefined || schema === 'stream'
      ? []
      : [{ name: `${call.name} ${part}`, schema: schema as Schema }];
  }),
);

describe('what is wrong with an input', () => {
  it('is never described in words of the schema library, for any call', () => {
    const foreign = new Set<string>();
    const said = new Set<string>();
    for (const { name, schema } of parts)
      for (const input of wrongFor(schema as Loose))
        for (const issue of v.safeParse(schema, input, { message: inputWords }).issues ?? []) {
          said.add(issue.message);
          if (LIBRARY.test(issue.message) || issue.message === '')
            foreign.add(`${name} ${v.getDotPath(issue)}: ${issue.message}`);
        }
    expect([...foreign]).toEqual([]);
    expect(said.size).toBeGreaterThan(30);
    expect([...said]).toContain('unknown field');
  });

  const schema = v.strictObject({
    name: v.pipe(v.string(), v.maxLength(3)),
    kind: v.optional(v.picklist(['course', 'guide'])),
    count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    tags: v.optional(v.pipe(v.array(v.string()), v.maxLength(1))),
    level: v.optional(v.union([v.literal('all'), v.null()])),
    own: v.optional(v.pipe(v.string(), v.regex(/^x/, 'must begin with x'))),
  });
  it.each([
    [{}, 'is required'],
    [{ name: 'a', nam: 1 }, 'unknown field'],
    [{ name: 5 }, 'must be a text'],
    [{ name: 'long' }, 'must have at most 3 characters'],
    [{ name: 'a', kind: 'path' }, 'must be one of course, guide'],
    [{ name: 'a', count: 0 }, 'must be at least 1'],
    [{ name: 'a', count: 1.5 }, 'must be a whole number'],
    [{ name: 'a', tags: ['a', 'b'] }, 'must have at most 1 entry'],
    [{ name: 'a', level: 'none' }, 'must be one of all, null'],
    [{ name: 'a', own: 'y' }, 'must begin with x'],
    ['text', 'must be an object'],
  ])('%j: %s', (input, words) => {
    expect(v.safeParse(schema, input, { message: inputWords }).issues?.[0].message).toBe(words);
  });
});
