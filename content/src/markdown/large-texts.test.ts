import { describe, expect, test } from 'vitest';
import { render } from '../testing/content.ts';

const repeated = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));

/** Texts that make naive parsers quadratic, deep or endless. */
const SHAPES: readonly [title: string, make: (size: number) => string][] = [
  ['opening brackets', (size) => repeated('[', size)],
  ['closing brackets', (size) => repeated(']', size)],
  ['opening brackets on lines', (size) => repeated('[\n', size)],
  ['stars', (size) => repeated('*a **a ', size)],
  ['broken emphasis', (size) => repeated('a**b_c ', size)],
  ['footnote calls', (size) => repeated('[^a]', size)],
  ['quotes in quotes', (size) => repeated('> ', size)],
  ['lists in lists', (size) => repeated('- ', size)],
  ['underlined headings', (size) => repeated('a\n-\n\n', size)],
  ['underlined headings without gaps', (size) => repeated('a\n-\n', size)],
  ['nested lists', (size) => repeated('- a\n  - b\n    - c\n', size)],
  ['quotes with gaps', (size) => repeated('> a\n\n', size)],
  ['one long line', (size) => repeated('word ', size)],
  ['long table rows', (size) => `a|b\n-|-\n${repeated('a|', size)}`],
  ['many table rows', (size) => `a|b\n-|-\n${repeated('a|b\n', size)}`],
  ['nested elements', (size) => repeated('<div>', size)],
  ['nested inline elements', (size) => repeated('<b>', size)],
  ['open tags', (size) => repeated('<a ', size)],
  ['comments', (size) => repeated('<!-- ', size)],
  ['open shortcodes', (size) => repeated('@@@alert\n', size)],
  ['shortcodes', (size) => repeated('@@@alert\n{"text":"a","type":"info"}\n@@@\n', size)],
  ['unreadable shortcodes', (size) => repeated('@@@alert\n{"text":\n@@@\n', size)],
  ['equal headings', (size) => repeated('## a\n\n', size)],
  ['open fences', (size) => repeated('```\n\n', size)],
  ['definitions', (size) => repeated('[a]: b\n\n', size)],
  ['ampersands', (size) => repeated('&a', size)],
  ['addresses', (size) => repeated('https://a.b ', size)],
];

describe('large and hostile texts', () => {
  // Shows security#linear-parsers
  test.each(SHAPES)('%s end in time', { timeout: 30_000 }, async (_title, make) => {
    const before = process.threadCpuUsage();
    const { findings } = await render(make(30_000));
    for (const { severity } of findings) expect(severity).not.toBe('fatal');
    const { user, system } = process.threadCpuUsage(before);
    // Far above what is needed, far below what a quadratic step would take. CPU time: other work does not count.
    expect((user + system) / 1000).toBeLessThan(8_000);
  });

  test('a megabyte of brackets is shown unchanged and reported', async () => {
    const { html, findings } = await render(repeated('[', 1024 * 1024));
    expect(html).toMatch(/^<pre class="plain-text">\[\[/);
    expect(findings.map(({ severity, code, line }) => `${line} ${severity} ${code}`)).toEqual([
      '1 error text-too-complex',
    ]);
  });

  test('two hundred levels of lists, quotes and elements are parsed or reported', async () => {
    const lists = Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n');
    expect((await render(lists)).html).toContain('<ul>');
    const elements = `${'<div>'.repeat(200)}x${'</div>'.repeat(200)}`;
    expect((await render(elements)).html).toContain('x');
    const quotes = `${'> '.repeat(200)}x`;
    expect((await render(quotes)).findings.map(({ code }) => code)).toEqual(['text-too-complex']);
  });

  test('a text that is parsed in parts gives the same result', async () => {
    const part =
      '## Part\n\nText with [a link][ref].\n\n```java\nint a;\n\n\nint b;\n```\n\n1. one\n\n   two\n\n2. three\n\n';
    const text = `${part.repeat(400)}[ref]: https://example.com/\n\n![x](gone.png)`;
    const { html, headings, findings } = await render(text);
    expect(headings).toHaveLength(400);
    expect(headings[399]?.id).toBe('c-part-399');
    expect(html.match(/<a href="https:\/\/example.com\/"/g)).toHaveLength(400);
    expect(html.match(/<ol>/g)).toHaveLength(400);
    expect(html.match(/<figure class="code"/g)).toHaveLength(400);
    expect(findings.map(({ line, code }) => `${line} ${code}`)).toEqual([`${text.split('\n').length} image-missing`]);
  });
});
