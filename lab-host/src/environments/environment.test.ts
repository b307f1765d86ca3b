import { describe, expect, it, test } from 'vitest';
import { readEnvironment } from './environment.ts';
import { sourceOf } from './source.ts';

const read = (changes: Record<string, unknown>) =>
  readEnvironment(JSON.stringify({ title: 'Java 17', from: 'debian:maven', ...changes }));

describe('the file of an environment', () => {
  it('needs a title and a source, and has usual values for the rest', () => {
    expect(read({})).toMatchObject({ hosts: [], caches: [], limits: { processes: 128, networkMegabytes: 1_024 } });
    expect(() => readEnvironment('{}')).toThrow('"title" is missing; "from" is missing');
    expect(() => readEnvironment('{')).toThrow('is not valid JSON');
  });

  it.each([
    [{ titel: 'x' }, '"titel" is not known'],
    [{ hosts: ['http://repo.example.org'] }, '"hosts.0" must be a host'],
    [{ variables: { 'A B': '1' } }, '"variables.A B" must be the name of a variable'],
    [{ caches: [{ from: '/srv/maven', to: '/caches/../etc' }] }, '"caches.0.to" must be a path from the root or home'],
    [{ files: { '/etc/passwd': 'x' } }, 'must be a path from the home folder'],
    [{ mavenMirror: 'https://user:secret@repo.example.org/' }, '"mavenMirror" must not hold a password'],
    [{ limits: { memoryMegabytes: 1 } }, '"limits.memoryMegabytes" must be at least 64'],
    [{ ports: [{ name: 'app', port: 70_000 }] }, '"ports.0.port" must be at most 65535'],
    [{ from: 'docker:node' }, '"from" must begin with debian:, oci: or folder:'],
  ])('%j is refused: %s', (changes, words) => {
    expect(() => read(changes)).toThrow(words);
  });
});

test.each([
  ['debian:git, curl', { kind: 'debian', packages: ['git', 'curl'] }],
  [
    'debian:openjdk-17-jdk-headless=17.0.1+2~deb12',
    { kind: 'debian', packages: ['openjdk-17-jdk-headless=17.0.1+2~deb12'] },
  ],
  ['debian:--hook=x', null],
  ['debian:', null],
  ['oci:docker.io/library/node:22@sha256:0a', { kind: 'oci', image: 'docker.io/library/node:22@sha256:0a' }],
  ['oci:--help', null],
  ['folder:/srv/a root', { kind: 'folder', folder: '/srv/a root' }],
])('the source %s is read as %j', (from, source) => {
  expect(sourceOf(from)).toEqual(source);
});
