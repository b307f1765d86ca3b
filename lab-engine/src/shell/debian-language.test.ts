import { expect, it } from 'vitest';
import { judgedTopic, topicsAbout } from '../testing/light-shell.ts';

/** Commands that the shell may refuse; a lower number is better, a higher one needs a reason. */
const MAX_REFUSED = 191;

let all = 0;

it.each(topicsAbout('language'))('the browser shell does what Debian does, or refuses: %s', async (topic) => {
  const { different, refused } = await judgedTopic(topic);
  all += refused;
  expect(different).toEqual([]);
});

it('the browser shell refuses no more than it has to', () => {
  expect(all).toBeLessThanOrEqual(MAX_REFUSED);
});
