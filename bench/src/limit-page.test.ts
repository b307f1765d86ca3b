import { expect, test } from 'vitest';
import { inlineCss, limitPage } from './limit-page.ts';

const PAGE =
  '<!doctype html><html><head><script>try{}catch{}</script><link rel="preload" href="/a.woff2" as="font">' +
  '<style>@font-face{font-family:A;src:url(/a.woff2)}h1{color:red}</style><style>p{margin:0}</style></head>' +
  '<body><img src="/logo.svg" alt=""><svg viewBox="0 0 1 1"><path d="M0 0"/></svg><h1>Courses</h1><p>Learn Spring.</p>' +
  '<script type="application/json" id="page-data">{"a":"Courses"}</script><script type="module" src="/a.js"></script></body></html>';

test('the static limit keeps text and styles of a page and fetches nothing', () => {
  const limit = limitPage(PAGE);
  expect(limit).toContain('<h1>Courses</h1><p>Learn Spring.</p>');
  expect(limit).toContain('<style>h1{color:red}</style><style>p{margin:0}</style>');
  expect(limit.match(/<script|src=|url\(|<svg|preload/g)).toBeNull();
  expect(limit.match(/<link[^>]*>/g)).toEqual(['<link rel="icon" href="data:,">']);
});

test('the CSS of a page is what stands in its style elements', () => {
  expect(inlineCss(PAGE)).toBe('@font-face{font-family:A;src:url(/a.woff2)}h1{color:red}p{margin:0}');
});
