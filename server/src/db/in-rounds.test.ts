import { expect, test } from 'vitest';
import { inRounds } from './in-rounds.ts';

/** A database that replies when the test says so. */
function held() {
  const rounds: { questions: readonly number[]; end: () => void }[] = [];
  const ask = inRounds<number, string>(
    (questions) =>
      new Promise((done) => {
        rounds.push({ questions, end: () => done(questions.map((one) => `${one}!`)) });
      }),
    { atOnce: 1, most: 3 },
  );
  return { rounds, ask };
}

test('a question that is alone is asked at once', async () => {
  const { rounds, ask } = held();
  const answer = ask(1);
  expect(rounds.map(({ questions }) => questions)).toEqual([[1]]);
  rounds[0]?.end();
  expect(await answer).toBe('1!');
});

test('what comes while a round is under way is asked together, each with its own answer, and no round is too large', async () => {
  const { rounds, ask } = held();
  const answers = [1, 2, 3, 4, 5].map(ask);
  for (const at of [0, 1, 2]) {
    await expect.poll(() => rounds.length).toBe(at + 1);
    rounds[at]?.end();
  }
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!', '4!', '5!']);
  expect(rounds.map(({ questions }) => questions)).toEqual([[1], [2, 3, 4], [5]]);
});

test('only the question that is wrong fails, and those after it are asked', async () => {
  const ask = inRounds<number, number>(
    async (questions) => {
      if (questions.includes(2)) throw new Error(`refused: ${questions}`);
      return questions.map((one) => one * 10);
    },
    { atOnce: 1, most: 10 },
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
