import { expect, test } from 'vitest';
import { externalLabs } from './external.ts';

const learnerAt = (host: string) => `learner-of-${host}`;

test('another platform gets a pseudonym of the learner that only it knows', () => {
  const open = (labUrl: string) => externalLabs.open({ labUrl, learnerAt }).url;
  expect(open('https://labs.example.org/tea?learner={userId}')).toBe(
    'https://labs.example.org/tea?learner=learner-of-labs.example.org',
  );
  expect(open('https://labs.example.org/tea?learner=%7BuserId%7D')).toBe(
    'https://labs.example.org/tea?learner=learner-of-labs.example.org',
  );
  expect(open('https://labs.example.org/tea')).toBe('https://labs.example.org/tea');
});
