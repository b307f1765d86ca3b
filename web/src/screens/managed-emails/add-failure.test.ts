import { TEXTS } from '@academy/contract/texts';
import { expect, test } from 'vitest';
import { CallError } from '../../api/call-error.ts';
import { addFailureText } from './add-failure.ts';

const OTHERWISE = 'Something went wrong!';

test.each([
  ['with a code', new CallError('This address is in the list already.', { status: 409, code: 'conflict' })],
  ['without a code', new CallError('This address is in the list already.', { status: 409 })],
  ['that is the first of several', new CallError('This address is in the list already.\nAnd more', { status: 200 })],
])('an error of the server %s is shown when an address cannot be added', (_which, error) => {
  expect(addFailureText(error)).toBe('This address is in the list already.');
});

test.each([
  ['an answer without words', new CallError(TEXTS.requestFailed({ status: 503 }), { status: 503 })],
  ['a failure without words', new CallError(TEXTS.envelopeFailed, { status: 200 })],
  ['an empty answer', new CallError(TEXTS.emptyResponse, { status: 200 })],
  ['no answer', new CallError(TEXTS.networkError)],
  ['a fault of the page', new TypeError('x is undefined')],
])('%s is shown as something that went wrong', (_which, error) => {
  expect(addFailureText(error)).toBe(OTHERWISE);
});
