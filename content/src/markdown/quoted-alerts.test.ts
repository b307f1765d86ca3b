import { expect, test } from 'vitest';
import { brief, render } from '../testing/content.ts';

test.each([
  ['NOTE', 'info', 'Note'],
  ['TIP', 'success', 'Tip'],
  ['IMPORTANT', 'info', 'Important'],
  ['WARNING', 'warning', 'Warning'],
  ['caution', 'error', 'Caution'],
])('a quote that begins with [!%s] is an alert', async (kind, look, title) => {
  const { html, findings } = await render(`> [!${kind}]\n> Take *care* of \`this\`.\n>\n> - One\n> - Two\n`);
  expect(html).toBe(
    `<div class="alert alert-${look}" role="note" aria-label="${title}"><p class="alert-title">${title}</p>\n` +
      '<p>Take <em>care</em> of <code>this</code>.</p>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n</div>',
  );
  expect(findings).toEqual([]);
});

test('an alert may have its text in another paragraph or in a list', async () => {
  for (const text of ['> [!NOTE]\n>\n> Text', '> [!NOTE]  \n> Text', '> [!NOTE]\\\n> Text'])
    expect((await render(text)).html).toMatch(/<p class="alert-title">Note<\/p>\n+<p>Text<\/p>/);
  expect((await render('- One\n\n  > [!TIP]\n  > Text\n')).html).toMatch(/<li>[\s\S]*alert-success[\s\S]*<\/li>/);
});

test('an unknown or misplaced kind is a quote and a finding', async () => {
  const { html, findings } = await render('Text\n\n> [!HINT]\n> Text\n\n> [!NOTE] My title\n> Text\n\n> [!NOTE]\n');
  expect(html.match(/<blockquote>/g)).toHaveLength(3);
  expect(html).not.toContain('alert');
  expect(brief(findings)).toEqual([
    '01-a/content.md:3 warning alert-unknown',
    '01-a/content.md:6 warning alert-unknown',
    '01-a/content.md:9 warning alert-unknown',
  ]);
  expect(findings[0]?.message).toContain('NOTE, TIP, IMPORTANT, WARNING or CAUTION');
});

test('quotes, code and links that look similar are left alone', async () => {
  const text = '> Text [!NOTE]\n\n```\n> [!HINT]\n:::tip\n```\n\n    :::tip\n\n`:::tip` and a `std`:::name\n';
  expect((await render(text)).findings).toEqual([]);
});

test('directives that are unknown are reported with their line', async () => {
  const { html, findings } = await render(
    'Text\n\n:::cup My title\nText\n:::\n\n- One\n\n  ::: {.pot}\n  Two\n  :::\n',
  );
  expect(html).toContain(':::cup');
  expect(brief(findings)).toEqual([
    '01-a/content.md:3 warning directive-unknown',
    '01-a/content.md:9 warning directive-unknown',
  ]);
  expect(findings[0]?.message).toContain('> [!TIP]');
});
