import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { rememberOrigin } from './origin-address.ts';
import { ownAddress, takeOrigin } from './own-address.ts';

const origin = 'https://spring.example.org';
afterEach(() => vi.unstubAllGlobals());

test('after signing in the learner comes back with query and hash', () => {
  expect(ownAddress(`${origin}/courses?topic=java#x`, origin)).toBe('/courses?topic=java#x');
});

test('an address elsewhere is never followed', () => {
  for (const address of [
    'https://evil.example/',
    '//evil.example/x',
    'https://spring.example.org.evil.example/',
    'https://spring.example.org@evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://spring.example.org/',
    '\\\\evil.example',
    'http://[',
  ])
    expect(ownAddress(address, origin)).toBe('/');
  expect(ownAddress(`${origin}//evil.example/x`, origin)).toBe('/evil.example/x');
});

test('nobody is sent back to the sign-in screens', () => {
  for (const path of ['/auth', '/login/callback?code=1', '/appLogout', '/not-found'])
    expect(ownAddress(origin + path, origin)).toBe('/');
});

test('the origin address is used once', () => {
  const { local } = fakeBrowser('http://spring.localhost:3000/courses?q=1');
  rememberOrigin();
  expect(local.get('originUri')).toBe('http://spring.localhost:3000/courses?q=1');
  expect(takeOrigin()).toBe('/courses?q=1');
  expect(takeOrigin()).toBe('/');
});
