import { expect, test } from 'vitest';
import { readableAddress } from './readable-address.ts';

test.each(['/', '/courses/%C3%BC?q=%ZZ', '/a%2Fb', '/%25', '/api/v1/courses/%ZZ'])('%s stays as it is', (url) => {
  expect(readableAddress(url)).toBe(url);
});

test.each([
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/courses/%ZZ?level=%', '/courses/%25ZZ?level=%'],
  ['/100%', '/100%25'],
])('%s can be read afterwards', (url, readable) => {
  expect(readableAddress(url)).toBe(readable);
});
