import { createHash } from 'node:crypto';
import { type RawReply, TENANTS } from './support/academy.ts';
import { pagesOf, SAMPLES } from './support/samples.ts';
import { watchShifts } from './support/shifts.ts';
import { open } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const START_SCRIPT_MAX_BYTES = 400;
const EVERY_PAGE = TENANTS.flatMap((tenant) => pagesOf(SAMPLES[tenant]).map((page) => ({ tenant, ...page })));

interface Element {
  attributes: string;
  text: string;
}

const elements = (html: string, name: string): Element[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, attributes = '', text = '']) => ({ attributes, text }),
  );

const inlineScripts = (html: string): Element[] =>
  elements(html, 'script').filter(({ attributes }) => !/\bsrc=|application\/(ld\+)?json/.test(attributes));

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function policyOf({ headers }: RawReply): Map<string, string[]> {
  const text = String(headers['content-security-policy']);
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

/** The markup without the content of scripts and style elements. */
const markupOf = (html: string): string => html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '');

// Shows security#page-policy
test('each page has one inline script, and no element has inline styles', async () => {
  const scripts = new Set<string>();
  for (const { tenant, path } of EVERY_PAGE) {
    const { text } = await academy.get(tenant, path);
    const inline = inlineScripts(text);
    expect(inline, path).toHaveLength(1);
    scripts.add(inline[0]?.text ?? '');
    expect(/<[^>]*\s(?:style|on[a-z]+)=[^>]*>/.exec(markupOf(text))?.[0], path).toBeUndefined();
  }
  expect(scripts.size).toBe(1);
  const [script = ''] = scripts;
  expect(Buffer.byteLength(script)).toBeLessThan(START_SCRIPT_MAX_BYTES);
});

test('long texts are rendered in place, without scripts that move them', async () => {
  const long = '/courses/write-your-first-course/lessons/markdown-that-reads-well';
  for (const { tenant, path } of [...EVERY_PAGE, { tenant: 'spring' as const, path: long }]) {
    const { text } = await academy.get(tenant, path);
    expect(/<div hidden|<template|<!--\$[?!]-->/.exec(markupOf(text))?.[0], path).toBeUndefined();
    expect(text.match(/<title>/g), path).toHaveLength(1);
    expect(text.indexOf('<title>'), path).toBeLessThan(text.indexOf('</head>'));
  }
});

// Shows security#page-policy
test('the security policy allows exactly what the page holds', async () => {
  for (const { tenant, path } of EVERY_PAGE) {
    const reply = await academy.get(tenant, path);
    const policy = policyOf(reply);
    const [start] = inlineScripts(reply.text);
    expect(policy.get('script-src'), path).toEqual(["'self'", sha256(start?.text ?? '')]);
    for (const { text } of elements(reply.text, 'style')) expect(policy.get('style-src'), path).toContain(sha256(text));
    for (const directive of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(directive), directive).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(String(reply.headers['content-security-policy'])).not.toMatch(/unsafe-|\*/);
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  }
});

// Shows security#page-policy
test('a page is the same for everybody, byte by byte', async () => {
  for (const { tenant, path } of EVERY_PAGE) {
    const first = await academy.get(tenant, path);
    const signedIn = await academy.get(tenant, path, {
      authorization: 'Bearer made-up',
      cookie: 'session=made-up',
      'accept-language': 'de',
      'user-agent': 'another',
    });
    expect(signedIn.status, path).toBe(first.status);
    expect(signedIn.body.equals(first.body), path).toBe(true);
    expect(signedIn.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect(first.headers['set-cookie'], path).toBeUndefined();
  }
});

test('order and unknown parameters of an address do not change the page', async () => {
  const one = await academy.get('spring', '/courses?level=beginner&topic=markdown');
  const other = await academy.get('spring', '/courses?utm_source=x&topic=markdown&level=beginner');
  expect(other.body.equals(one.body)).toBe(true);
  const plain = await academy.get('spring', '/courses');
  expect(plain.body.equals(one.body)).toBe(false);
});

test('a page that has not changed is not sent again', async () => {
  for (const { path, status } of pagesOf(SAMPLES.spring).filter((page) => page.status === 200)) {
    const first = await academy.get('spring', path);
    expect(first.status).toBe(status);
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^(W\/)?"[\w+/=-]+"$/);
    expect(first.headers['cache-control']).toContain('must-revalidate');
    const again = await academy.get('spring', path, { 'if-none-match': tag });
    expect(again.status, path).toBe(304);
    expect(again.body).toHaveLength(0);
  }
});

test('pages and files arrive compressed, and files are cached as immutable', async () => {
  const page = await academy.get('spring', '/courses', { 'accept-encoding': 'br, gzip' });
  expect(page.headers['content-encoding']).toBe('br');
  expect(page.headers.vary).toMatch(/accept-encoding/i);
  const { text } = await academy.get('spring', '/courses');
  const files = [...new Set([...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))];
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const reply = await academy.get('spring', file, { 'accept-encoding': 'br' });
    expect(reply.status, file).toBe(200);
    // The smallest files would not get smaller.
    if (reply.headers['content-encoding'] !== 'br') expect(reply.body.length, file).toBeLessThan(300);
    expect(reply.headers['cache-control'], file).toContain('immutable');
    expect(reply.headers['content-type'], file).toMatch(/javascript/);
  }
});

test('browser and server run the production code of React', async ({ page }) => {
  const { text } = await academy.get('spring', '/');
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
  for (const file of new Set(files)) {
    const script = (await academy.get('spring', file)).text;
    expect(/jsxDEV|react-dom\.development|Download the React DevTools/.exec(script)?.[0], file).toBeUndefined();
  }
  await open(page, academy.url('spring'));
  expect(await page.evaluate(() => Object.keys(window).filter((key) => /^__(VITE|REACT_REFRESH)/.test(key)))).toEqual(
    [],
  );
});

test('every brand has its own favicon and logo', async () => {
  const icons = new Set<string>();
  for (const tenant of TENANTS) {
    for (const file of ['/favicon.svg', `/assets/brand/${tenant}/logo.svg`]) {
      const { status, headers, text } = await academy.get(tenant, file);
      expect(status, file).toBe(200);
      expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
      icons.add(text);
    }
  }
  expect(icons.size).toBe(2 * TENANTS.length);
});

test('a missing file is not answered with a page', async () => {
  const { status, headers } = await academy.get('spring', '/assets/no-such-file.js');
  expect(status).toBe(404);
  expect(headers['content-type']).not.toMatch(/html/);
});

test('a loaded page does not shift', async ({ page }) => {
  const shifts = await watchShifts(page);
  for (const path of ['/', '/courses', '/courses/write-your-first-course/lessons/what-you-will-make']) {
    await open(page, academy.url('spring', path));
    await page.waitForLoadState('networkidle');
    expect(await shifts(), path).toEqual([]);
  }
});

// Shows security#blocked-storage
test('storage that is blocked breaks no public page', async ({ newDevice }) => {
  const page = await newDevice();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  for (const { path, title } of pagesOf(SAMPLES.kube).filter(({ status }) => status === 200)) {
    await open(page, academy.url('kube', path));
    await expect(page).toHaveTitle(`${title} - Kube Academy`);
  }
});
