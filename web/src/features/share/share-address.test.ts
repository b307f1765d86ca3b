import { expect, test } from 'vitest';
import { type ShareType, shareAddress } from './share-address.ts';

const url = 'https://spring.example.org/courses/r%26d';
const title = 'R&D #1: 100 % "Tests" + more?';

test.each([
  ['fb', 'www.facebook.com', 'u', 'quote'],
  ['x', 'x.com', 'url', 'text'],
  ['linkedin', 'www.linkedin.com', 'url', 'title'],
] as const)('%s gets address and title of the page as they are', (type: ShareType, host, urlName, titleName) => {
  const address = new URL(shareAddress(type, { url, title }));
  expect(address.host).toBe(host);
  expect(address.hash).toBe('');
  expect([...address.searchParams]).toEqual([
    [urlName, url],
    [titleName, title],
  ]);
  expect(address.search).not.toContain('+');
});
