import { describe, expect, it } from 'vitest';
import { hostRule, isListed, isReachable, targetOf } from './permitted-hosts.ts';

const rules = (...entries: string[]) => entries.flatMap((entry) => hostRule(entry) ?? []);

describe('hosts that an environment lists', () => {
  it('are meant with one port, 443 where none is written', () => {
    const listed = rules('repo.example.org', 'repo.example.org:8081');
    expect([443, 8081, 80].map((port) => isListed(listed, 'repo.example.org', port))).toEqual([true, true, false]);
  });

  it('are compared without case and the last dot', () => {
    expect(isListed(rules('Repo.Example.org'), 'REPO.example.ORG.', 443)).toBe(true);
  });

  it('may be all names below another one, but not that one', () => {
    const listed = rules('*.example.org');
    const names = ['a.example.org', 'b.a.example.org', 'example.org', 'badexample.org', 'a.example.org.evil.test'];
    expect(names.map((name) => isListed(listed, name, 443))).toEqual([true, true, false, false, false]);
  });

  it.each([
    '',
    '*',
    '*.',
    'a b',
    'a..b',
    'a:0',
    'a:70000',
    'http://a',
    '[::1',
    '[name]:80',
    '*.10.0.0.1',
    'a/b',
    'a@b',
  ])('are never "%s"', (entry) => {
    expect(hostRule(entry)).toBeNull();
  });
});

describe('an address that a name leads to', () => {
  it('is reachable when it is public and not of this machine', () => {
    expect(isReachable([], '151.101.1.1', 443)).toBe(true);
    expect(isReachable([], '151.101.1.1', 443, ['151.101.1.1'])).toBe(false);
    expect(isReachable([], '2a04:4e42::1', 443, ['2a04:4e42::1'])).toBe(false);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
  ])('is not reachable when it is %s', (address) => {
    expect(isReachable(rules('repo.example.org'), address, 443)).toBe(false);
  });

  it('is reachable when it is listed itself, with this port only', () => {
    const listed = rules('repo.internal:8081', '10.0.0.5:8081', '[fd00::5]:8081');
    expect([8081, 443].map((port) => isReachable(listed, '10.0.0.5', port))).toEqual([true, false]);
    expect(isReachable(listed, 'fd00::5', 8081)).toBe(true);
    expect(isReachable(listed, '10.0.0.6', 8081)).toBe(false);
  });
});

it('a target is a host and a port, and nothing else', () => {
  expect(targetOf('repo.example.org', 80)).toEqual({ host: 'repo.example.org', port: 80 });
  expect(targetOf('[::1]:443', 80)).toEqual({ host: '::1', port: 443 });
  expect(['*.example.org:443', 'a:b', 'a:443/x', 'user@a:443', ''].map((one) => targetOf(one, 80))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});
