import { LAB_PROVIDERS } from '@academy/contract/labs';
import { expect, test } from 'vitest';
import { furtherWords } from './further-text.ts';

test('a lab that opens in the page names no machine of the learner', () => {
  for (const provider of LAB_PROVIDERS) expect(furtherWords('lab', provider, true)).not.toContain('your own machine');
  expect(furtherWords('lab', 'browser', true)).toContain('in your browser');
  expect(furtherWords('lab', 'sandbox', true)).toContain('a machine of the academy');
  expect(furtherWords('lab', 'educates', true)).toContain('opens here');
  expect(furtherWords('lab', 'external', true)).toContain('outside the academy');
});

test('a lab that is not published is not said to run anywhere', () => {
  expect(furtherWords('lab', null, false)).toBe('This lab is not published in this academy yet.');
});

test('a lab that cannot be started is there to read', () => {
  expect(furtherWords('lab', null, true)).toContain('shows the steps of the lab');
});
