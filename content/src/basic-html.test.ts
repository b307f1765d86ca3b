import { describe, expect, test } from 'vitest';
import { basicHtml, basicLink } from './basic-html.ts';

describe('basic formatting', () => {
  test('keeps emphasis, code, line breaks and good links', () => {
    const kept = '<b>New</b> <strong>lab</strong>: <i>try</i> <em>it</em> with <code>kubectl</code><br>now';
    expect(basicHtml(kept)).toBe(kept);
    expect(basicHtml('<a href="/courses">here</a>')).toBe('<a href="/courses">here</a>');
    expect(basicHtml('<a href="https://example.org/a?b=1" onclick="x()" target="_top">there</a>')).toBe(
      '<a href="https://example.org/a?b=1">there</a>',
    );
    expect(basicHtml('<a href="mailto:help@example.org">mail</a>')).toBe('<a href="mailto:help@example.org">mail</a>');
  });

  test('shows what is no markup as it was written', () => {
    expect(basicHtml('1 < 2 & 3 > 2')).toBe('1 &#x3C; 2 &#x26; 3 > 2');
    expect(basicHtml('Grüße, 学院')).toBe('Grüße, 学院');
  });

  test.each([
    ['<script>alert(1)</script>Hello', 'Hello'],
    ['<img src=x onerror=alert(1)>Hello', 'Hello'],
    ['<b onmouseover="alert(1)" style="color:red" id="main" class="x">Hello</b>', '<b>Hello</b>'],
    ['<a href="javascript:alert(1)">Hello</a>', 'Hello'],
    ['<a href=" java&#10;script:alert(1)">Hello</a>', 'Hello'],
    ['<a href="data:text/html,<script>alert(1)</script>">Hello</a>', 'Hello'],
    ['<a href="//evil.example/x">Hello</a>', '<a href="https://evil.example/x">Hello</a>'],
    ['<a>Hello</a>', 'Hello'],
    ['<a href="javascript:1"><a href="vbscript:2">Hello</a></a>', 'Hello'],
    ['<h1>Hello</h1><p>there</p>', 'Hellothere'],
    ['<svg><script>alert(1)</script></svg>Hello', 'Hello'],
    ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>Hello', 'Hello'],
    ['<style>body{display:none}</style>Hello', 'Hello'],
    ['<iframe src="https://evil.example"></iframe>Hello', 'Hello'],
    ['<form action="https://evil.example"><input name=a>Hello</form>', 'Hello'],
    ['<!-- <b> -->Hello', 'Hello'],
    ['<b>Hello', '<b>Hello</b>'],
  ])('of %s it leaves %s', (html, clean) => {
    expect(basicHtml(html)).toBe(clean);
    // Allowed HTML stays unchanged.
    expect(basicHtml(clean)).toBe(clean);
  });

  test('says that nothing is left', () => {
    for (const html of ['<script>alert(1)</script>', '<b> </b>', '<img src=x>', '<br><br>', ' '])
      expect(basicHtml(html)).toBe('');
  });
});

// Shows security#safe-links
test('a link leads to https, mail or a path of this site', () => {
  expect(basicLink('/courses?a=b#c')).toBe('/courses?a=b#c');
  expect(basicLink('https://example.org')).toBe('https://example.org/');
  expect(basicLink('http://example.org/a')).toBe('https://example.org/a');
  expect(basicLink('mailto:help@example.org')).toBe('mailto:help@example.org');
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'courses',
    '#top',
    '',
    'ftp://example.org',
    'https://a:b@example.org',
  ])
    expect(basicLink(address), address).toBeNull();
});
