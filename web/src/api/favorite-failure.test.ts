import { TEXTS } from '@academy/contract/texts';
import { expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { favoriteFailure } from './favorite-failure.ts';

const refused = new CallError('Refused', { status: 500, correlationId: 'c-7' });

test('a favorite that is refused shows why, with the correlation id', () => {
  expect(favoriteFailure('course', true, refused)).toEqual({
    message: 'Your favorite could not be saved.\nRefused',
    additionalInfo: 'c-7',
  });
  expect(favoriteFailure('path', false, new CallError(TEXTS.networkError))).toEqual({
    message: 'Your favorite could not be removed.\nNetwork Error',
    additionalInfo: null,
  });
});

test('an ended session, a cancelled request and a guide show nothing', () => {
  expect(favoriteFailure('course', true, new CallError('Please log in', { status: 401 }))).toBeNull();
  expect(favoriteFailure('lesson', true, new CallError(TEXTS.aborted))).toBeNull();
  expect(favoriteFailure('guide', true, refused)).toBeNull();
});
