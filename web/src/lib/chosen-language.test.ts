import { expect, test } from 'vitest';
import { preferredLanguage, storeLanguage } from './chosen-language.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'en-GB', 'de'], 'en'],
  [['fr', 'it'], null],
  [[], null],
])('a browser with %j would choose %s', (accepted, language) => {
  expect(preferredLanguage(accepted)).toBe(language);
});

test('what was chosen wins over the languages of the browser', () => {
  storeLanguage('en');
  expect(preferredLanguage(['de'])).toBe('en');
});
