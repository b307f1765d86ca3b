import { CALLS } from '@academy/contract/calls';
import { bodySchema } from '@academy/server/api-reference/json-schemas';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { mutated } from './hostile-values.ts';
import { randomOf } from './random.ts';
import { rawRequests } from './raw-requests.ts';
import { KnownValues, validValue } from './valid-values.ts';

const TRIES = 60;

const bodies = CALLS.flatMap((call) => {
  const schema = bodySchema(call);
  return schema === null || call.body === undefined || call.body === 'stream'
    ? []
    : [{ call, schema, body: call.body }];
});

test.each(bodies)('most bodies made for $call.name are valid, most mutated ones are not', ({ schema, body }) => {
  const known = new KnownValues();
  const made = Array.from({ length: TRIES }, (_one, at) => validValue(schema, '', randomOf(at), known));
  const validOf = (values: readonly unknown[]) => values.filter((value) => v.is(body, value)).length;
  expect(validOf(made)).toBeGreaterThan(TRIES / 2);
  expect(validOf(made.map((value, at) => mutated(value, randomOf(at))))).toBeLessThan(TRIES / 2);
});

test('values that a reply has shown come back under the same name', () => {
  const known = new KnownValues();
  known.learn({ data: { result: [{ courseId: 'kube-one' }] } });
  expect(known.find('courseId', randomOf(1))).toBe('kube-one');
  expect(known.find('lessonSlug', randomOf(1))).toBeUndefined();
});

test('a seed gives the same requests again', () => {
  const some = (seed: number) => Array.from({ length: 20 }, (_one, at) => rawRequests(randomOf(seed + at), 'token'));
  expect(some(7)).toEqual(some(7));
  expect(some(7)).not.toEqual(some(8));
});
