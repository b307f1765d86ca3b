import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { areRelated, newPageToken, pageHosts } from './page-hosts.ts';

const hosts = pageHosts('https://labs.example.org:8443');
const place = { hostId: randomUUID(), token: newPageToken(), port: 65535 };

test('a host’s name tells server, lab and port, and fits a label', () => {
  const { host, hostname, origin } = new URL(hosts.originOf(place));
  expect(hosts.read(host)).toEqual(place);
  expect(hosts.read(`${hostname.toUpperCase()}.:1`)).toEqual(place);
  expect(origin).toBe(hosts.originOf(place));
  expect(hostname.split('.')[0]?.length).toBeLessThanOrEqual(63);
  expect(hosts.source).toBe('https://*.labs.example.org:8443');
});

test('tokens are new each time', () => {
  expect(new Set(Array.from({ length: 100 }, newPageToken)).size).toBe(100);
});

const label = `${'a'.repeat(32)}${'b'.repeat(24)}`;
test.each([
  'labs.example.org',
  `.labs.example.org`,
  `${label}.labs.example.org`,
  `${label}-80.labs.example.org`,
  `${label}-70000.labs.example.org`,
  `${label}-08080.labs.example.org`,
  `x.${label}-8080.labs.example.org`,
  `${label}-8080.labs.example.org.evil.example`,
  `${label}-8080.evil-labs.example.org`,
  `${label}-8080`,
  '',
])('no other name is the host of a lab: %s', (name) => {
  expect(hosts.read(name)).toBeNull();
});

test('names below the origin, and no others, are those of labs', () => {
  expect(['labs.example.org', 'LABS.example.org.', 'x.y.labs.example.org:1'].every(hosts.isOurs)).toBe(true);
  expect(['spring.example.org', 'xlabs.example.org', 'example.org', undefined].some(hosts.isOurs)).toBe(false);
});

test('hosts are related when cookies of one reach the other', () => {
  expect(areRelated('example.org', 'example.org')).toBe(true);
  expect(areRelated('labs.spring.example.org', 'spring.example.org')).toBe(true);
  expect(areRelated('example.org', 'spring.example.org')).toBe(true);
  expect(areRelated('labs.example.org', 'spring.example.org')).toBe(false);
  expect(areRelated('xexample.org', 'example.org')).toBe(false);
});
