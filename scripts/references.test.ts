import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FILE_TABLES } from '@academy/content/file-tables/file-table';
import { describe, expect, test } from 'vitest';
import { anchorsIn, danglingIn, deadLinks, proseOfCode, proseOfMarkdown, ROOT, repositoryOf } from './references.ts';

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

/** Names of texts that authors of content write: by the tables, in the samples, and those of templates and of Hugo. */
const contentNames = [
  ...Object.values(FILE_TABLES).flatMap(({ texts }) => texts.map(({ file }) => file)),
  ...files.filter((file) => file.startsWith('samples/')).map((file) => basename(file)),
  ...['content.template.md', '_index.md', 'index.md'],
];
const repository = repositoryOf(files, contentNames);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const documents = files.filter((file) => file.endsWith('.md') && !/^(?:samples|content)\//.test(file));
const sources = files.filter(
  (file) => /\.(?:tsx?|css|mjs|sh)$|^academy$/.test(file) && !/^scripts\/references/.test(file),
);

describe('references lead somewhere', () => {
  test('in comments and titles of tests', () => {
    const prose = sources.flatMap((file) => proseOfCode(file, read(file)));
    const bad = prose.flatMap((one) => danglingIn(one, repository).map((what) => `${one.file}:${one.line} ${what}`));
    expect(prose.length).toBeGreaterThan(1_000);
    expect(bad).toEqual([]);
  });

  test('in documents', () => {
    const prose = documents.flatMap((file) => proseOfMarkdown(file, read(file)));
    const bad = prose.flatMap((one) => danglingIn(one, repository).map((what) => `${one.file}:${one.line} ${what}`));
    expect(bad).toEqual([]);
  });

  test('in links of documents, anchors included', () => {
    expect(documents).toContain('README.md');
    expect(documents.flatMap((file) => deadLinks(file, read(file), repository))).toEqual([]);
  });
});

const dangling = (text: string) => danglingIn({ text }, repository);

describe('a reference is found to lead nowhere', () => {
  test.each([
    ['The word of the server counts (security rule 12).', 'security rule 12'],
    ['Numbers of specification 9, with their units.', 'specification 9'],
    ['Reads a guide (content-format 4.4).', 'content-format 4.4'],
    ['Read by content-format section 8.', 'content-format section 8'],
    ['As clause 3.2 asks.', 'clause 3.2'],
    ['Chosen once (web-stack pitfall 8).', 'pitfall 8'],
    ['Log-out as specified.', 'as specified'],
    ['What the auth screen does (decision 2).', 'decision 2'],
    ['Searches people: decision 9999.', 'decision 9999'],
    ['It must also work for visitors (0000).', '0000'],
    ['The figures stand in targets.md.', 'targets.md'],
    ['As docs/no-such-page.md says.', 'docs/no-such-page.md'],
    ['See docs/security.md#no-such-rule.', 'docs/security.md#no-such-rule'],
    ['The mailer is mail/no-such-mailer.ts.', 'mail/no-such-mailer.ts'],
  ])('%s', (text, cited) => {
    expect(dangling(text)).toEqual([cited]);
  });

  test('across the lines of a comment', () => {
    const [comment] = proseOfCode('a.ts', '/**\n * Kept in memory, as rule\n * 31 asks.\n */\n');
    expect(danglingIn({ text: comment?.text ?? '' }, repository)).toEqual(['rule 31']);
  });

  test('in links to files and anchors', () => {
    const page = '[a](security.md#no-such-rule) [b](no-such-page.md) [c](security.md#input) `[d](x.md)`';
    expect(deadLinks('docs/page.md', page, repository)).toEqual([
      'docs/page.md:1 security.md#no-such-rule',
      'docs/page.md:1 no-such-page.md',
    ]);
  });
});

test.each([
  'Hashed by RFC 6238, contrast by WCAG 2.2.',
  'Searched by trigrams (decision 0037), see docs/decisions/README.md.',
  'The body of `content.md`, in `courses/tea/course.json`.',
  'The mailer is mail/mailer.ts; limits are in docs/security.md#default-limits.',
  'Begins at line 9 of page 2.',
])('a reference leads somewhere: %s', (text) => {
  expect(dangling(text)).toEqual([]);
});

test('anchors are those that GitHub makes of headings', () => {
  const page = '# `a` & B\n\n## Twice\n\n```md\n# in code\n```\n\n## Twice\n\n### [Linked](x.md): yes\n';
  expect([...anchorsIn(page)]).toEqual(['a--b', 'twice', 'twice-1', 'linked-yes']);
});
