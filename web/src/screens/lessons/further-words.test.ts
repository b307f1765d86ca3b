import { LAB_PROVIDERS } from '@academy/contract/labs';
import { expect, test } from 'vitest';
import { furtherWords } from './further-words.ts';

test('a lab that opens in the page is not said to run on the own machine', () => {
  for (const provider of LAB_PROVIDERS) expect(furtherWords('lab', provider)).not.toContain('your own machine');
  expect(furtherWords('lab', 'browser')).toContain('in your browser');
  expect(furtherWords('lab', 'sandbox')).toContain('a machine of the academy');
  expect(furtherWords('lab', 'educates')).toContain('opens here');
  expect(furtherWords('lab', 'external')).toContain('outside the academy');
});

test('a lab that cannot be started is there to follow on the own machine', () => {
  expect(furtherWords('lab', null)).toContain('on your own machine');
});
