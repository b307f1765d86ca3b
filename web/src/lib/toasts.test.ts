import { beforeEach, expect, test } from 'vitest';
import { currentToasts } from './shown-toasts.ts';
import { addToast, removeToast } from './toasts.ts';

beforeEach(() => {
  for (const { id } of currentToasts()) removeToast(id);
});

// Shows clauses#toasts, clauses#types-of-toasts
test('a toast by default shows danger at the top right for 5 seconds', () => {
  addToast({ message: 'No' });
  expect(currentToasts()).toMatchObject([
    { type: 'danger', position: 'top-right', timeout: 5000, message: 'No', additionalInfo: null },
  ]);
});

// Shows clauses#toasts, clauses#types-of-toasts
test('a failure shows as danger; the auto-close flag keeps toasts 10 seconds', () => {
  addToast({ message: 'No', type: 'failure', autoClose: true, timeout: 1 });
  expect(currentToasts()).toMatchObject([{ type: 'danger', timeout: 10_000 }]);
});

// Shows clauses#toasts
test('toasts are taken away by their id', () => {
  const first = addToast({ message: 'one' });
  addToast({ message: 'two' });
  removeToast(first);
  expect(currentToasts().map((toast) => toast.message)).toEqual(['two']);
});

test('a repeated toast keeps its place and shows the last version', () => {
  const first = addToast({ message: 'one', additionalInfo: 'c-1' });
  addToast({ message: 'two' });
  expect(addToast({ message: 'one', additionalInfo: 'c-2' })).toBe(first);
  expect(currentToasts().map(({ message, times, additionalInfo }) => [message, times, additionalInfo])).toEqual([
    ['one', 2, 'c-2'],
    ['two', 1, null],
  ]);
});
