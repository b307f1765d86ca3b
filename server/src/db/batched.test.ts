import { expect, test } from 'vitest';
import { batched } from './batched.ts';

/** A database that replies when the test says so. */
function held() {
  const rounds: { questions: readonly number[]; end: () => void }[] = [];
  const ask = batched<number, string>(
    (questions) =>
      new Promise((done) => {
        rounds.push({ questions, end: () => done(questions.map((one) => `${one}!`)) });
      }),
    { atOnce: 1, max: 3 },
  );
  return { rounds, ask };
}

test('a single query is sent at once', async () => {
  const { rounds, ask } = held();
  const answer = ask(1);
  expect(rounds.map(({ questions }) => questions)).toEqual([[1]]);
  rounds[0]?.end();
  expect(await answer).toBe('1!');
});

test('queries during a batch are batched, each with its own answer', async () => {
  const { rounds, ask } = held();
  const answers = [1, 2, 3, 4, 5].map(ask);
  for (const at of [0, 1, 2]) {
    await expect.poll(() => rounds.length).toBe(at + 1);
    rounds[at]?.end();
  }
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!', '4!', '5!']);
  expect(rounds.map(({ questions }) => questions)).toEqual([[1], [2, 3, 4], [5]]);
});

test('only the wrong query fails, and later ones run', async () => {
  const ask = batched<number, number>(
    async (questions) => {
      if (questions.includes(2)) throw new Error(`refused: ${questions}`);
      return questions.map((one) => one * 10);
    },
    { atOnce: 1, max: 10 },
  );
  const outcomes = await Promise.allSettled([0, 1, 2, 3].map(ask));
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    0,
    10,
    'Error: refused: 2',
    30,
  ]);
  expect(await ask(4)).toBe(40);
});
