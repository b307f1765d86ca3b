import { expect, test } from 'vitest';
import { type Completion, countLedger } from './writes.ts';

const completion = (email: string, lessonId: string): Completion => ({
  learner: { email, bearer: '' },
  lesson: { courseId: 'c', courseSlug: 'c', lessonId, lessonSlug: lessonId },
  key: `${email}-${lessonId}`,
});
const acknowledged = [completion('a@example.org', 'one'), completion('b@example.org', 'one')];

test('a ledger with every acknowledged completion once has nothing lost or doubled', () => {
  const rows = [
    { email: 'a@example.org', lessonId: 'one', rows: 1 },
    { email: 'b@example.org', lessonId: 'one', rows: 1 },
    // Stored, but its acknowledgement never arrived.
    { email: 'b@example.org', lessonId: 'two', rows: 1 },
  ];
  expect(countLedger(acknowledged, rows)).toEqual({ stored: 3, lost: 0, doubled: 0 });
});

test('a completion that is missing is lost, one that is there twice is doubled', () => {
  const rows = [{ email: 'a@example.org', lessonId: 'one', rows: 2 }];
  expect(countLedger(acknowledged, rows)).toEqual({ stored: 1, lost: 1, doubled: 1 });
});
