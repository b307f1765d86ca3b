import { expect, test } from 'vitest';
import { listedOnly } from './use-list.ts';

const line = (progressStatus: string | null, isFavorite: boolean) => ({ progressStatus, isFavorite });

test('what no list shows counts in no list, however far the learner is with it', () => {
  const items = {
    listed: line('Completed', true),
    other: line('In Progress', false),
    hidden: { ...line('Completed', true), unlisted: true as const },
  };
  expect(listedOnly({ favoriteCount: 2, items })).toEqual({
    favoriteCount: 1,
    states: [items.listed, items.other],
  });
  // It was removed from favorites a moment ago, and the count follows.
  expect(listedOnly({ favoriteCount: 1, items, hearts: { hidden: false } }).favoriteCount).toBe(1);
});
