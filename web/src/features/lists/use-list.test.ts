import type { OverlayItem } from '@academy/contract/progress';
import { expect, test } from 'vitest';
import { type CachedOverlay, withFavorite } from '../../overlay/overlay.ts';
import { listedOnly } from './use-list.ts';

const line = (progressStatus: OverlayItem['progressStatus'], isFavorite: boolean): OverlayItem => ({
  progressStatus,
  isFavorite,
  completedLesson: 0,
  lessonsCount: 1,
  locked: null,
});
const listed = line('Completed', true);
const other = line('In Progress', false);
const items = { listed, other, hidden: { ...line('Completed', true), unlisted: true as const } };
const overlay: CachedOverlay = { query: { kind: 'courses' }, favoriteCount: 2, items };

test('an unlisted course counts in no list, however far the learner is with it', () => {
  expect(listedOnly(overlay)).toEqual({ favoriteCount: 1, states: [listed, other] });
});

test('removing the favorite of an unlisted course leaves the count of its list alone', () => {
  const removed = withFavorite(overlay, { kind: 'course', id: 'hidden', isFavorite: false });
  expect(listedOnly(removed).favoriteCount).toBe(1);
});
