import { expect, test } from 'vitest';
import { shortened, textOf } from './plain-text.ts';

test('HTML becomes what it says, on one line', () => {
  expect(textOf('<p>Be <em>nice</em>.</p>\n<p>Use &#x3C;T> &amp; &quot;x&quot;&nbsp;&#39;y&#39;</p>')).toBe(
    `Be nice. Use <T> & "x" 'y'`,
  );
  expect(textOf('&unknown; &#0; &#x110000; 5 &lt; 6')).toBe('&unknown; &#0; &#x110000; 5 < 6');
  expect(textOf('')).toBe('');
});

test('a text that is too long is cut between words within its limit', () => {
  expect(shortened('  as it\nis ', 20)).toBe('as it is');
  expect(shortened('one two three, four five', 15)).toBe('one two three…');
  expect(shortened('x'.repeat(300), 200)).toBe(`${'x'.repeat(199)}…`);
  for (const text of ['word '.repeat(100), '\u{1f600}'.repeat(150), `${'a'.repeat(150)} ${'b'.repeat(150)}`]) {
    const short = shortened(text, 200);
    expect(short.length).toBeLessThanOrEqual(200);
    expect(short).toBe(short.toWellFormed());
    expect(short.length).toBeGreaterThan(100);
  }
});
