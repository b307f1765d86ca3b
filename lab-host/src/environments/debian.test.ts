import { expect, test } from 'vitest';
import { debianArguments, sourcesOfRelease } from './debian.ts';

const PARAGRAPHS = `Types: deb
# a snapshot
URIs: http://packages.example.org/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/archive.gpg

Types: deb deb-src
URIs: http://packages.example.org/debian-security
Suites: bookworm-security
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc

Types: deb
URIs: http://vendor.example.org
Suites: nodistro vendor-bookworm
Components: main

Enabled: no
Types: deb
URIs: http://off.example.org
Suites: bookworm
Components: main
`;

test('sources are those of the machine for its own release, of both forms', () => {
  const list = '# deb http://no.example.org bookworm main\ndeb [arch=amd64] http://one.example.org bookworm main # x\n';
  expect(
    sourcesOfRelease('bookworm', {
      'sources.list': `${list}deb-src http://one.example.org bookworm main\n`,
      'debian.sources': PARAGRAPHS,
    }),
  ).toEqual([
    'deb [arch=amd64] http://one.example.org bookworm main',
    'deb [signed-by=/usr/share/keyrings/archive.gpg] http://packages.example.org/debian bookworm main contrib',
    'deb [signed-by=/usr/share/keyrings/archive.gpg] http://packages.example.org/debian bookworm-updates main contrib',
    'deb http://packages.example.org/debian-security bookworm-security main',
  ]);
});

test('mmdebstrap is given release, target and sources, in this order', () => {
  const words = debianArguments({ release: 'bookworm', sources: ['deb a bookworm main'] }, ['git', 'curl'], '/x.tar');
  expect(words.slice(-3)).toEqual(['bookworm', '/x.tar', 'deb a bookworm main']);
  expect(words).toContain('--include=git,curl');
});
