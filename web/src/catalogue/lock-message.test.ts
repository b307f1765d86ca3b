import { expect, test } from 'vitest';
import { lockMessage } from './lock-message.ts';

const paid = { pro: { title: 'Included in Pro membership', text: 'Ask for it.' }, signedInIsPro: false };
const free = { pro: { title: 'Free with an account', text: 'Register.' }, signedInIsPro: true };

test('what is open has no message', () => {
  expect(lockMessage(null, false, paid)).toBeNull();
});

test('a visitor sees that logging in unlocks what needs an account', () => {
  expect(lockMessage('auth', false, paid)).toMatchObject({ word: 'Log in', login: true });
});

test('a visitor sees what Pro membership is and may log in as a member', () => {
  expect(lockMessage('pro', false, paid)).toMatchObject({ word: 'Pro', title: paid.pro.title, login: true });
});

test('a learner without membership is not asked to log in again', () => {
  expect(lockMessage('pro', true, paid)).toMatchObject({ text: paid.pro.text, login: false });
});

test('what needs Pro leads to the way of the brand, or to Contact', () => {
  const link = { title: 'Join', href: 'https://example.org/join', external: true };
  expect(lockMessage('pro', true, paid)?.member).toEqual({ title: 'Ask about Pro membership', href: '/contact' });
  expect(lockMessage('pro', true, { ...paid, pro: { ...paid.pro, link } })?.member).toEqual(link);
  expect([lockMessage('pro', false, free)?.member, lockMessage('auth', false, paid)?.member]).toEqual([null, null]);
});

test('where every account is Pro, the lock says so', () => {
  expect(lockMessage('pro', false, free)).toMatchObject({ word: 'Free account', title: free.pro.title, login: true });
});
