import { expect, it } from 'vitest';
import { contentUseText } from './content-use-text.ts';

it('says what learners have of an item, and that they have nothing', () => {
  expect(contentUseText({ learners: 0, favorites: 0, learningPaths: [] })).toBe(
    'No learner has progress in it or keeps it as a favorite.',
  );
  expect(contentUseText({ learners: 1, favorites: 0, learningPaths: [] })).toBe('1 learner has progress in it.');
  expect(contentUseText({ learners: 1_200, favorites: 1, learningPaths: ['The Way', 'Another'] })).toBe(
    '1,200 learners have progress in it. 1 learner keeps it as a favorite. It is a step of “The Way”, “Another”.',
  );
  expect(contentUseText({ learners: 0, favorites: 2, learningPaths: [] })).toBe('2 learners keep it as a favorite.');
});
