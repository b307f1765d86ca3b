import { expect, it } from 'vitest';
import { casesOf, topics } from '../testing/debian-cases.ts';
import { judged } from '../testing/light-shell.ts';

/** Commands of the suite that the shell may refuse; a lower number is better, a higher one needs a reason. */
const MAX_REFUSED = 310;

const all = new Map(topics().map((topic) => [topic, casesOf(topic)]));
let refused = 0;

it('the suite has more than four hundred commands', () => {
  expect([...all.values()].flat().length).toBeGreaterThan(400);
});

it.each([...all])('the browser shell does what Debian does, or refuses: %s', async (_topic, cases) => {
  const different: unknown[] = [];
  for (const one of cases) {
    const { verdict, seen } = await judged(one);
    if (verdict === 'refused') refused += 1;
    if (verdict === 'different') different.push({ debian: one, here: seen });
  }
  expect(different).toEqual([]);
});

it('the browser shell refuses no more than it has to', () => {
  expect(refused).toBeLessThanOrEqual(MAX_REFUSED);
});
