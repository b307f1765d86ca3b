import { describe, expect, it } from 'vitest';
import { FindingList } from '../finding-list.ts';
import { brief } from '../testing/content.ts';
import { readDefinition } from '../workshops/read-definition.ts';
import { DEFINITION } from '../workshops/testing.ts';
import { checkNames, type NamedEntry } from './lab-tree.ts';

const FILE = 'resources/workshop.yaml';

/** The sources of a definition with these lines below `spec`, and its findings. */
function read(lines: string) {
  const findings = new FindingList();
  const text = DEFINITION + lines.replace(/^/gm, '  ');
  const definition = readDefinition(new Map([[FILE, Buffer.from(text)]]), FILE, findings);
  return { ...definition?.sources, findings: findings.list() };
}
const files = (entry: string) => read(`workshop:\n  files:\n${entry.replace(/^/gm, '    ')}`);

describe('the files that a definition names', () => {
  it('are its sources in their order, without those of the platform', () => {
    const {
      files: sources,
      packages,
      findings,
    } = read(`workshop:
  files:
    - image: {url: $(image_repository)/x-files:$(workshop_version)}
      newRootPath: workshops/01
    - path: .local/share/code-server
      image: {url: 'ghcr.io/a/tools-$(platform_arch)-files:1'}
    - path: exercises/
      git: {url: 'https://github.com/a/code', ref: origin/main}
    - http: {url: 'https://example.org/a.tgz'}
  packages:
    - name: begin
      files:
        - image: {url: ghcr.io/a/begin, tagSelection: {semver: {constraints: ">=1.0.0"}}}
`);
    expect(findings).toEqual([]);
    expect(sources).toMatchObject([
      {
        kind: 'git',
        path: 'exercises',
        url: 'https://github.com/a/code',
        refs: ['origin/main'],
        history: true,
        line: 13,
      },
      { kind: 'http', path: '.', unpacks: true },
    ]);
    expect(packages).toMatchObject([
      { name: 'begin', sources: [{ kind: 'image', semver: { constraints: '>=1.0.0', prereleases: null } }] },
    ]);
  });

  it.each([
    ['github.com/a/lab', { kind: 'git', url: 'https://github.com/a/lab', refs: ['main', 'master'], history: false }],
    [
      'https://github.com/a/lab/labs/one?ref=1.0',
      { url: 'https://github.com/a/lab', refs: ['1.0'], newRootPath: 'labs/one' },
    ],
    [
      'https://example.org/lab.tar.gz?path=one',
      { kind: 'http', url: 'https://example.org/lab.tar.gz', newRootPath: 'one' },
    ],
    ['imgpkg://ghcr.io/a/lab:1.0', { kind: 'image', url: 'ghcr.io/a/lab:1.0' }],
  ])('are read in the older form %s', (text, source) => {
    const { files: sources, findings } = read(`content:\n  files: ${text}`);
    expect(findings).toEqual([]);
    expect(sources).toMatchObject([source]);
  });

  it.each([
    ['another kind', '- hg: {url: https://example.org/x}', 'Mercurial'],
    ['no kind', '- path: x', 'names none of'],
    [
      'two kinds',
      '- git: {url: https://example.org/x, ref: a}\n  http: {url: https://example.org/x}',
      'git and http at once',
    ],
    ['a path that leaves the home folder', '- path: ../x\n  inline: {paths: {a: b}}', 'leaves the home folder'],
    ['a local repository', '- git: {url: /srv/x, ref: a}', 'is no address of a git repository'],
    ['a command as address', '- git: {url: "ext::sh -c id", ref: a}', 'is no address of a git repository'],
    ['an option as ref', '- git: {url: https://example.org/x, ref: --upload-pack=id}', 'cannot be a branch'],
    ['no ref', '- git: {url: https://example.org/x}', 'needs "ref"'],
    ['a local file', '- http: {url: file:///etc/passwd}', 'is no address'],
    ['an image without a host', '- image: {url: "lab:1"}', 'is no address of an image'],
    ['texts that are none', '- inline: {paths: {a: {b: c}}}', 'must be a path'],
    ['a release without a tag', '- githubRelease: {slug: a/b}', 'needs "tag"'],
  ])('are left out by name: %s', (_what, entry, message) => {
    const { files: sources, findings } = files(entry);
    expect(sources).toEqual([]);
    expect(brief(findings)).toEqual([
      expect.stringMatching(/^resources\/workshop\.yaml:\d+ warning lab-files-unsupported$/),
    ]);
    expect(findings[0]?.message).toContain(message);
  });

  it('are taken without settings that cannot be followed, with a finding for each', () => {
    const { files: sources, findings } = files(
      '- git: {url: https://example.org/x, ref: a, depth: 1, secretRef: {name: s}}\n  ignorePaths: [a]\n  includePaths: ["{a"]',
    );
    expect(sources).toMatchObject([{ kind: 'git', includePaths: [] }]);
    expect(findings.map(({ code }) => code).sort()).toEqual([
      'lab-files-glob',
      'lab-files-secret',
      'lab-files-setting',
      'lab-files-setting',
    ]);
  });
});

describe('names of files', () => {
  const file: NamedEntry = { kind: 'file', size: 1 };
  const link = (target: string): NamedEntry => ({ kind: 'link', target });
  it.each<[string, Record<string, NamedEntry>]>([
    ['leaves', { '../a': file }],
    ['from the root', { '/a': file }],
    ['with a control character', { 'a\nb': file }],
    ['one file on some machines', { 'A.txt': file, 'a.txt': file }],
    ['one folder on some machines', { 'A/x': file, 'a/y': file }],
    ['below a file', { a: file, 'a/b': file }],
    ['below a link', { 'b/c': file, a: link('b'), 'a/d': file }],
    ['through two links', { 'x/in': link('../up'), up: link('..') }],
    ['in a circle', { a: link('b'), b: link('a') }],
    ['too many', Object.fromEntries(Array.from({ length: 20_001 }, (_none, at) => [`f${at}`, file]))],
    ['too large', { a: { kind: 'file', size: 101 * 1024 * 1024 } }],
  ])('are refused: %s', (_what, entries) => {
    expect(() => checkNames(new Map(Object.entries(entries)))).toThrow(/^has /);
  });

  it('may be links inside of the tree', () => {
    const entries = { 'b/c': file, 'b/d': link('c'), a: link('b'), e: link('a/d'), 'b/up': link('..') };
    expect(() => checkNames(new Map(Object.entries(entries)))).not.toThrow();
  });
});
