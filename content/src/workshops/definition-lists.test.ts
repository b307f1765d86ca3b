import { expect, test } from 'vitest';
import { builtPage } from './testing.ts';

// What Hugo 0.111.3 shows.

test.each([
  ['a term and its meaning', 'Tea\n: A *drink*', '<dl><dt>Tea</dt><dd>A <em>drink</em></dd></dl>'],
  ['a meaning behind an empty line', 'Tea\n\n: A drink', '<dl><dt>Tea</dt><dd>A drink</dd></dl>'],
  ['two terms, two meanings', 'Tea\nChai\n: One\n: Two', '<dl><dt>Tea</dt><dt>Chai</dt><dd>One</dd><dd>Two</dd></dl>'],
  ['two entries', 'Tea\n: One\n\nMilk\n: Two', '<dl><dt>Tea</dt><dd>One</dd><dt>Milk</dt><dd>Two</dd></dl>'],
  ['a meaning of two lines', 'Tea\n: One\n  more', '<dl><dt>Tea</dt><dd>One\nmore</dd></dl>'],
])('%s become a list', async (_what, text, html) => {
  const page = await builtPage(text, { layout: 'hugo' });
  expect([page.html, page.findings]).toEqual([html, []]);
});

test.each(['Note: this\n:smile: that', ': alone', 'a:\nb: c'])('colons elsewhere are text: %j', async (text) => {
  expect((await builtPage(text, { layout: 'hugo' })).html).not.toContain('<dl>');
});

test('a classic page has no such lists', async () => {
  expect((await builtPage('Tea\n: A drink')).html).not.toContain('<dl>');
});
