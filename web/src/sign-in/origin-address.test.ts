import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { rememberOrigin } from './origin-address.ts';
import { ownAddress, storedOrigin, takeOrigin } from './own-address.ts';

const origin = 'https://spring.example.org';
afterEach(() => vi.unstubAllGlobals());

test('after signing in the learner comes back with query and hash', () => {
  expect(ownAddress(`${origin}/courses?topic=java#x`, origin)).toBe('/courses?topic=java#x');
});

// Shows security#own-origin
test.each([
  'https://evil.example/',
  '//evil.example/x',
  '///evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'https://spring.example.org.evil.example/',
  'https://spring.example.org@evil.example/',
  'https://spring.example.org:pw@evil.example/',
  'https://evil.example\\@spring.example.org/',
  'https://evil.example#@spring.example.org/',
  'https://me@spring.example.org/courses',
  'https://me:pw@spring.example.org/courses',
  'https://spring.example.org:8443/',
  'http://spring.example.org/',
  'ftp://spring.example.org/',
  'ws://spring.example.org/',
  'https://evil。example/',
  'https://ｅvil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'javascript://spring.example.org/%0aalert(1)',
  'data:text/html,x',
  'blob:https://spring.example.org/0b1c',
  'filesystem:https://spring.example.org/temporary/x',
  'about:blank',
  'mailto:a@example.org',
  'http://[',
])('the address %j is never followed', (address) => {
  expect(ownAddress(address, origin)).toBe('/');
});

test.each([
  [`${origin}//evil.example/x`, '/evil.example/x'],
  [`${origin}/\\evil.example`, '/evil.example'],
  [`${origin}/.//evil.example`, '/evil.example'],
  [`${origin}/x/..//evil.example`, '/evil.example'],
  ['https:evil.example', '/evil.example'],
  ['https:/evil.example', '/evil.example'],
  ['https:／／evil.example', '/%EF%BC%8F%EF%BC%8Fevil.example'],
  ['/%2F/evil.example', '/%2F/evil.example'],
  ['/%5Cevil.example', '/%5Cevil.example'],
  ['／／evil.example', '/%EF%BC%8F%EF%BC%8Fevil.example'],
  [`${origin}?next=//evil.example#//evil.example`, '/?next=//evil.example#//evil.example'],
])('the address %j stays on the own site', (address, path) => {
  expect(ownAddress(address, origin)).toBe(path);
  expect(new URL(path, origin).origin).toBe(origin);
});

test('sign-in screens are never returned to', () => {
  for (const path of ['/auth', '/login/callback?code=1', '/appLogout', '/not-found'])
    expect(ownAddress(origin + path, origin)).toBe('/');
  fakeBrowser(`${origin}/auth`);
  rememberOrigin();
  expect(storedOrigin()).toBeNull();
});

test('the origin address is used once', () => {
  const { local } = fakeBrowser('http://spring.localhost:3000/courses?q=1');
  rememberOrigin();
  expect(local.get('originUri')).toBe('http://spring.localhost:3000/courses?q=1');
  expect(takeOrigin()).toBe('/courses?q=1');
  expect(takeOrigin()).toBe('/');
});
