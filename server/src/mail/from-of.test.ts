import { expect, test } from 'vitest';
import { fromOf } from './from-of.ts';

const FROM = 'academy@example.org';

test('mail comes from the address of the settings', () => {
  expect(fromOf(FROM, null)).toEqual({ address: FROM, replyTo: null });
  expect(fromOf(FROM, FROM)).toEqual({ address: FROM, replyTo: null });
});

test('an academy’s sender of the same domain replaces it', () => {
  expect(fromOf(FROM, 'spring@example.org')).toEqual({ address: 'spring@example.org', replyTo: null });
});

test.each(['spring@mail.example.org', 'spring@example.org.evil.example', 'spring@another.example'])(
  'one of another domain, such as %s, only gets the replies',
  (sender) => {
    expect(fromOf(FROM, sender)).toEqual({ address: FROM, replyTo: sender });
  },
);
