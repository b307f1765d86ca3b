import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Longest title of a test, in words. */
const TITLE_WORDS = 14;

/** Names that look like a replaced term and are none, below a folder, with the reason. */
const HOMONYMS: readonly [folder: string, names: RegExp, reason: string][] = [
  ['content/src/', /figure/i, 'the HTML element'],
  ['bench/src/', /figures/i, 'measured numbers'],
  ['scripts/faults/', /figures/i, 'measured numbers'],
  ['cli/src/', /^figures$/, 'measured numbers of the bench'],
  ['bench/src/', /growth/i, 'more people and more courses'],
  ['cli/src/commands/bench.ts', /growth/i, 'more people and more courses'],
  ['server/src/account/', /^ownWish$/, 'a field in stored entries of the audit log'],
  ['web/src/screens/audit/', /^ownWish$/, 'a field in stored entries of the audit log'],
  ['web/', /^(?:Heart|MessageSquareHeart)$/, 'icons of the library'],
  ['web/src/ui/cover-art/', /^grow$/, 'drawn branches grow'],
  ['scripts/storeys', /rooms?/i, 'a folder or file of a storey'],
];

interface Node {
  type: string;
  [key: string]: unknown;
}

/** The words of an identifier or file name, in lower case: `readAgain` is "read again". */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ');

/** The last column of the table of replaced terms. */
const refused =
  readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
    .split('## Replaced terms')[1]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, term = '']) => term)) ?? [];

/** Splitting names and parsing take a while: without any of these words there is nothing to find. */
const SUSPECT = new RegExp(refused.map((term) => term.split(' ').at(-1)).join('|'), 'i');

const isRefused = (name: string, file: string): boolean =>
  SUSPECT.test(name) &&
  refused.some((term) => ` ${wordsOf(name)} `.includes(` ${term} `)) &&
  !HOMONYMS.some(([folder, names]) => file.startsWith(folder) && names.test(name));

const IS_TEST = /\.(?:test|e2e)\.tsx?$/;

/** The function at the start of a chain of calls and properties: `test` of `test.skipIf(x).each(y)`. */
function startOf(callee: Node): string | undefined {
  let node: Node | undefined = callee;
  while (node !== undefined && node.type !== 'Identifier') node = (node.object ?? node.callee ?? node.tag) as Node;
  return node?.name as string | undefined;
}

/** The text of a title, with `%s` for values in a template. */
function titleOf({ callee, arguments: given }: Node): string | null {
  if (!['test', 'it', 'describe'].includes(startOf(callee as Node) ?? '')) return null;
  const [title] = given as (Node | undefined)[];
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  if (title?.type !== 'TemplateLiteral') return null;
  return (title.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('%s');
}

/** Names with a replaced term, and titles that are too long, as `file: text`. */
function findingsIn(files: readonly string[]) {
  const names = new Set<string>();
  const titles: string[] = [];
  for (const file of files) {
    if (isRefused(basename(file), file)) names.add(file);
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (!SUSPECT.test(text) && !IS_TEST.test(file)) continue;
    const note = ({ name }: { name: string }) => {
      if (isRefused(name, file)) names.add(`${file}: ${name}`);
    };
    new Visitor({
      Identifier: note,
      JSXIdentifier: note,
      PrivateIdentifier: note,
      CallExpression(node) {
        const title = IS_TEST.test(file) ? titleOf(node as unknown as Node) : null;
        if (title !== null && title.split(/\s+/).length > TITLE_WORDS) titles.push(`${file}: ${title}`);
      },
    }).visit(parseSync(file, text).program);
  }
  return { names: [...names], titles };
}

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

test('the glossary lists replaced terms', () => {
  expect(refused).toContain('porter');
  const names = ['readAgain', 'read-again.ts', 'heart_of', 'READ_HEARTBEATS', 'again'];
  expect(names.map((name) => isRefused(name, 'a.ts'))).toEqual([true, true, true, false, false]);
});

describe('a replaced term stays replaced', () => {
  const found = findingsIn(sources);

  test('in names of files, types, functions and variables', () => {
    expect(found.names, 'docs/glossary.md has the words to use instead').toEqual([]);
  });

  test(`in titles of tests, which have at most ${TITLE_WORDS} words`, () => {
    expect(found.titles, 'shorten them, or use the words of docs/glossary.md').toEqual([]);
  });
});
