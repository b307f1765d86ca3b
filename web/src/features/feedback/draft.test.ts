import { expect, test } from 'vitest';
import { newDraft, readyToSend } from './draft.ts';

test('the same words keep their key, however often they are sent', () => {
  const first = readyToSend({ ...newDraft(), comments: 'Good' });
  expect(readyToSend(first)).toEqual(first);
});

test('other words than those that may have arrived get another key', () => {
  const first = readyToSend({ ...newDraft(), comments: 'Good' });
  const changed = readyToSend({ ...first, comments: 'Very good' });
  expect(changed.key).not.toBe(first.key);
  expect(readyToSend({ ...first, isBug: true }).key).not.toBe(first.key);
});

test('words that were never sent keep the key that the form opened with', () => {
  const opened = newDraft();
  expect(readyToSend({ ...opened, comments: 'Good' }).key).toBe(opened.key);
});
