import { describe, expect, test } from 'vitest';
import { basicMarkdown } from './basic-markdown.ts';

describe('a short message in Markdown', () => {
  test.each([
    ['Labs are **slow** today', 'Labs are <strong>slow</strong> today'],
    ['_Try_ `kubectl get pods`', '<em>Try</em> <code>kubectl get pods</code>'],
    ['See [the courses](/courses)', 'See <a href="/courses">the courses</a>'],
    ['See https://example.org/a', 'See <a href="https://example.org/a">https://example.org/a</a>'],
    ['One\\\nTwo', 'One<br>\nTwo'],
    ['One\nstill one', 'One\nstill one'],
    ['First\n\nSecond', 'First<br><br>Second'],
    ['# Title\nText', 'Title<br><br>Text'],
    ['Open:\n\n- labs\n- **courses**', 'Open:<br><br>• labs<br>• <strong>courses</strong>'],
    ['3. March\n4. April', '3. March<br>4. April'],
    ['> quoted', 'quoted'],
    ['```\nkubectl get pods\n```', '<code>kubectl get pods</code>'],
    ['1 < 2 & 3 > 2', '1 &#x3C; 2 &#x26; 3 > 2'],
    ['snake_case_name and 2 * 3', 'snake_case_name and 2 * 3'],
  ])('%j shows as %j', (text, html) => {
    expect(basicMarkdown(text)).toBe(html);
  });

  test('may hold basic HTML, as messages did before', () => {
    const html = 'Labs are <b>slow</b>: <a href="/courses">here</a>';
    expect(basicMarkdown(html)).toBe(html);
  });

  test.each([
    ['[x](javascript:alert(1))', 'x'],
    ['![x](https://evil.example/x.png)Hello', 'Hello'],
    ['<script>alert(1)</script>\n\nHello', 'Hello'],
    ['<img src=x onerror=alert(1)>Hello', 'Hello'],
    ['<b onclick="x()">Hello</b>', '<b>Hello</b>'],
    ['~~Hello~~', 'Hello'],
    ['| a | b |\n|---|---|\n| Hello | there |', 'a b<br>Hello there'],
  ])('of %j only %j is left', (text, html) => {
    expect(basicMarkdown(text)).toBe(html);
  });

  test('is empty when no word is left', () => {
    for (const text of ['', ' \n ', '![](x.png)', '<script>x</script>', '***']) expect(basicMarkdown(text)).toBe('');
  });

  test('that is built to be slow is refused', () => {
    expect(basicMarkdown('>'.repeat(2_000))).toBeNull();
    expect(basicMarkdown('['.repeat(2_000))).not.toBeUndefined();
  });
});
