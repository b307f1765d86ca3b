import { expect, test } from 'vitest';
import { aboutOf, actionText, factsOf } from './audit-text.ts';

test('an action is shown in words', () => {
  expect(actionText('person.make-admin')).toBe('Admin role given');
  expect(actionText('lab-session.end')).toBe('Lab session: end');
});

test('what changed stands side by side, what stayed as it was is left out', () => {
  const before = { message: 'old', level: 'info', actionUrl: null };
  const after = { message: 'new', level: 'info', actionUrl: 'https://example.org' };
  expect(factsOf({ before, after })).toEqual([
    { name: 'Message', before: 'old', after: 'new' },
    { name: 'Address of the link', before: null, after: 'https://example.org' },
  ]);
});

test('what was made has nothing before it, what was deleted nothing after it', () => {
  expect(factsOf({ after: { message: 'new' } })).toEqual([{ name: 'Message', before: null, after: 'new' }]);
  expect(factsOf({ before: { message: 'old' } })).toEqual([{ name: 'Message', before: 'old', after: null }]);
});

test('other facts are shown as they are', () => {
  expect(factsOf({ email: 'a@example.org', abilities: ['content:write', 'stats:read'], ownWish: true })).toEqual([
    { name: 'E-mail address', after: 'a@example.org' },
    { name: 'Abilities', after: 'content:write, stats:read' },
    { name: 'By own request', after: 'yes' },
  ]);
});

test('a change of a single value is shown', () => {
  expect(factsOf({ before: 'a@example.org', after: 'b@example.org' })).toEqual([
    { name: 'Value', before: 'a@example.org', after: 'b@example.org' },
  ]);
});

test('an entry names its target by address, title or words of the alert', () => {
  expect(aboutOf({ email: 'ada@example.org', after: { name: 'x' } })).toBe('ada@example.org');
  expect(aboutOf({ after: { message: 'Labs are **slow**', level: 'info' } })).toBe('Labs are **slow**');
  expect(aboutOf({ before: { message: 'word '.repeat(100) } })).toMatch(/^(word )+word…$/);
  expect(aboutOf({ version: 3 })).toBeNull();
});
