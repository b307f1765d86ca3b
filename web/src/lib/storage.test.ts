import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { safeStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('what is stored can be read again and listed', () => {
  const { local } = fakeBrowser();
  const storage = safeStorage(() => localStorage);
  storage.set('theme', 'dark');
  expect(local.get('theme')).toBe('dark');
  expect(storage.get('theme')).toBe('dark');
  expect(storage.keys()).toEqual(['theme']);
  storage.clear();
  expect(storage.get('theme')).toBeNull();
});

test('blocked storage is replaced by memory', () => {
  const storage = safeStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  storage.set('key', 'value');
  expect(storage.get('key')).toBe('value');
  storage.remove('key');
  expect(storage.get('key')).toBeNull();
});

// Shows security#blocked-storage
test('full storage keeps the new value and lets the old one go', () => {
  const { local, full } = fakeBrowser();
  const storage = safeStorage(() => localStorage);
  storage.set('accessToken', 'old');
  full.storage = true;
  storage.set('accessToken', 'new');
  expect(storage.get('accessToken')).toBe('new');
  expect(local.has('accessToken')).toBe(false);
});
