import { expect, test } from 'vitest';
import { draftsOf, readyToSend } from './drafts.ts';

const drafts = draftsOf('a-form', { comments: '', isBug: false });
const opened = () => drafts.read({ about: 'nothing that was kept' });
const say = (comments: string, draft = opened()) => ({ ...draft, words: { ...draft.words, comments } });

// Shows security#kept-input
test('the same words keep their key, however often they are sent', () => {
  const first = readyToSend(say('Good'));
  expect(readyToSend(first)).toEqual(first);
});

test('other words than those that may have arrived get another key', () => {
  const first = readyToSend(say('Good'));
  expect(readyToSend(say('Very good', first)).key).not.toBe(first.key);
  expect(readyToSend({ ...first, words: { ...first.words, isBug: true } }).key).not.toBe(first.key);
});

test('words that were never sent keep the key that the form opened with', () => {
  const draft = opened();
  expect(readyToSend(say('Good', draft)).key).toBe(draft.key);
});
