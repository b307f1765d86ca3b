import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { LabLearner } from './lab-learner.ts';

/** A learner presses a key this often, ms. */
const KEY_MS = 40;
/** A line of a terminal has fewer keys than the 4,096 that the kernel takes. */
const KEYS_OF_A_LINE = 8;
const FILE = '~/exercises/keys.txt';
const END_OF_INPUT = '\u0004';

/** What became of the keys that learners pressed. */
export interface TypedKeys {
  pressed: number;
  /** Learners of whose keys some were lost, typed twice or in another order. */
  wrong: number;
}

/** Each learner presses a key after the other while something happens, and a file of the lab gets them. */
export async function typeWhile(
  learners: readonly LabLearner[],
  happening: () => Promise<unknown>,
): Promise<TypedKeys> {
  await Promise.all(
    learners.map((learner) => learner.type(`stty -echo; echo "ready" now; cat > ${FILE}`, 'ready now')),
  );
  let isOver = false;
  const happened = happening().finally(() => {
    isOver = true;
  });
  const results = await Promise.all(
    learners.map(async (learner) => {
      let keys = '';
      while (!isOver || !keys.endsWith('\n')) {
        const key = keys.length % KEYS_OF_A_LINE === KEYS_OF_A_LINE - 1 ? '\n' : String(keys.length % 10);
        learner.press(key);
        keys += key;
        await setTimeout(KEY_MS);
      }
      learner.press(`${END_OF_INPUT}stty echo\n`);
      const found = await learner.answerOf(`md5sum < ${FILE}`);
      return { pressed: keys.length, isRight: found.startsWith(createHash('md5').update(keys).digest('hex')) };
    }),
  );
  await happened;
  return {
    pressed: results.reduce((sum, { pressed }) => sum + pressed, 0),
    wrong: results.filter(({ isRight }) => !isRight).length,
  };
}
