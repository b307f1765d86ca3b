import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildItem } from '../build.ts';
import type { BuildResult } from '../built-item.ts';
import { findItems, loadItem } from '../find-items.ts';
import { KIND_ORDER } from '../kind-order.ts';
import { packItem, unpackItem } from '../pack.ts';
import { aPng, brief, filesOf } from '../testing/content.ts';
import { aLab, DEFINITION } from '../workshops/testing.ts';

const NAMES = { id: 'spring-x', slug: 'x', title: 'X', status: 'live' };
const LOAD = { tenantId: null, tenants: ['spring', 'kube', 'tanzu'], variables: {} };
/** Longest time of one item on a busy machine, ms, and most memory that it may leave allocated, bytes. */
const IN_TIME = 10_000;
const MEMORY = 300 * 1024 * 1024;

type Contents = Record<string, string | object | Uint8Array>;
type Outcome = { outcome: 'refused' | 'published'; findings: Finding[]; result: BuildResult | null };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'academy-hostile-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(contents: Contents): Promise<void> {
  for (const [file, bytes] of filesOf(contents)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), bytes);
  }
}

/** The steps of the author's command: find, read, build. Never slow, never large. */
async function checkFolder(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await bounded(async () => {
    for (const found of await findItems(KIND_ORDER, folder)) {
      const { item, tenantId, findings } = await loadItem(found, LOAD);
      if (item === null || tenantId === null) {
        outcomes.push({ outcome: 'refused', findings, result: null });
        continue;
      }
      const result = await buildItem(item.kind, item.files, { ...item.options, tenantId });
      const all = [...findings, ...result.findings];
      outcomes.push({ outcome: result.refused ? 'refused' : 'published', findings: all, result });
    }
  });
  return outcomes;
}

async function only(): Promise<Outcome> {
  const [first, ...others] = await checkFolder();
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} items`);
  return first;
}

async function buildOf(kind: ContentKind, file: string, contents: Contents): Promise<BuildResult> {
  let result: BuildResult | null = null;
  await bounded(async () => {
    result = await buildItem(kind, filesOf(contents), { file, tenantId: 'spring', variables: {} });
  });
  return result as unknown as BuildResult;
}

async function bounded(work: () => Promise<void>): Promise<void> {
  const [started, before] = [performance.now(), process.memoryUsage()];
  await work();
  const after = process.memoryUsage();
  expect(performance.now() - started).toBeLessThan(IN_TIME);
  expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(MEMORY);
}

const aPage = (content: string | Uint8Array, more: Contents = {}): Contents => ({
  'page.json': NAMES,
  'content.md': content,
  ...more,
});

describe('a path that leaves the folder', () => {
  test.each([
    ['a picture', aPage('![Secret](../../secret.png)'), 'content.md:1'],
    ['an encoded path', aPage('Text\n\n![Secret](%2e%2e/secret.png)'), 'content.md:3'],
    ['a figure', aPage('@@@figure\n{ "image": "../secret.png", "alt": "Secret" }\n@@@\n'), 'content.md:1'],
  ])('refuses the item: %s', async (_name, contents, place) => {
    await write(contents);
    const { outcome, findings } = await only();
    expect(outcome).toBe('refused');
    expect(brief(findings)).toEqual([`${place} fatal path-leaves-folder`]);
  });

  test.each(['thumbnail', 'avatar', 'video'])('refuses the item: %s', async (field) => {
    const settings = { [field]: '../secret.mp4' };
    const [kind, file, contents] = {
      thumbnail: ['course', 'course.json', { 'course.json': { ...NAMES, settings } }],
      avatar: ['instructor', 'instructor.json', { 'instructor.json': { ...NAMES, name: 'X', settings } }],
      video: ['guide', 'guide.json', { 'guide.json': { ...NAMES, type: 'video', settings } }],
    }[field] as [ContentKind, string, Contents];
    const { refused, findings } = await buildOf(kind, file, contents);
    expect(refused).toBe(true);
    expect(findings.map(({ code }) => code)).toContain('path-leaves-folder');
  });

  // Shows security#unpacked-limits
  test('refuses the item: symbolic links, which are not followed in cycles either', async () => {
    await write(aPage('![Secret](a.png)'));
    await symlink('/etc/hostname', path.join(folder, 'a.png'));
    await symlink(folder, path.join(folder, 'circle'));
    const { outcome, findings } = await only();
    expect(outcome).toBe('refused');
    expect(brief(findings)).toEqual(['a.png:1 fatal link-refused', 'circle:1 fatal link-refused']);
  });
});

describe('names of files', () => {
  test.each(['a\nb.md', 'a\u001b[31m.md', 'a\u2028.png', 'a\\b.md'])('with %j refuse the item', async (name) => {
    await write(aPage('Text'));
    await writeFile(path.join(folder, name), 'x');
    const { outcome, findings } = await only();
    expect(outcome).toBe('refused');
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['fatal path-refused']);
  });

  test('that are no UTF-8 refuse the item', async () => {
    await write(aPage('Text'));
    await writeFile(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'x');
    expect((await only()).findings.map(({ code }) => code)).toEqual(['path-refused']);
  });

  test('of a lab or a folder that are no UTF-8 are reported, too', async () => {
    await write(Object.fromEntries(aLab()));
    const name = (where: string) => Buffer.concat([Buffer.from(`${folder}/${where}`), Buffer.from([0xe9])]);
    await mkdir(name('caf'));
    await mkdir(name('workshop/content/caf'));
    await writeFile(Buffer.concat([name('workshop/content/caf'), Buffer.from('.md')]), 'x');
    const { outcome, findings } = await only();
    expect(outcome).toBe('refused');
    expect(findings.map(({ code }) => code)).toEqual(['path-refused']);
  });
});

describe('too much', { timeout: 60_000 }, () => {
  test('10,000 files refuse the item', async () => {
    await write(aPage('Text'));
    await mkdir(path.join(folder, 'many'));
    for (let at = 0; at < 10_000; at += 1) writeFileSync(path.join(folder, 'many', `${at}.md`), 'x');
    const { outcome, findings } = await only();
    expect(outcome).toBe('refused');
    expect(findings.map(({ code }) => code)).toEqual(['files-too-many']);
  });

  test('more than 100 MB refuse the item, before they are read', async () => {
    await write(aPage('Text'));
    for (let at = 0; at < 8; at += 1) {
      await writeFile(path.join(folder, `${at}.png`), '');
      await truncate(path.join(folder, `${at}.png`), 19 * 1024 * 1024);
    }
    const { outcome, findings } = await only();
    expect(outcome).toBe('refused');
    expect(findings.map(({ code }) => code)).toEqual(['item-too-large']);
  });

  test('a text of 3 MB refuses the item', async () => {
    await write(aPage('x'.repeat(3 * 1024 * 1024)));
    expect(brief((await only()).findings)).toEqual(['content.md:1 fatal file-too-large']);
  });

  test('an archive of 110 MB of nothing is refused while it is unpacked', async () => {
    const zeros = new Uint8Array(11 * 1024 * 1024);
    const files = filesOf(Object.fromEntries(Array.from({ length: 10 }, (_one, at) => [`${at}.png`, zeros])));
    const packed = await packItem({
      kind: 'page',
      id: 'spring-x',
      files: new Map([...files, ...filesOf(aPage('Text'))]),
      options: { file: 'page.json', variables: {} },
    });
    await bounded(async () => {
      await expect(unpackItem(packed)).rejects.toMatchObject({ code: expect.stringMatching(/^archive-(?:ratio|too)/) });
    });
  });

  // Shows security#unpacked-limits
  test('a picture of 30,000 x 30,000 pixels refuses the item', async () => {
    await write(aPage('![A](a.png)', { 'a.png': aPng(30_000, 30_000) }));
    const { outcome, findings } = await only();
    expect(outcome).toBe('refused');
    expect(brief(findings)).toEqual(['a.png:1 fatal image-too-large']);
    expect(findings[0]?.message).toContain('30000 x 30000');
  });
});

describe('200 levels of nesting', () => {
  const DEEP = 200;

  test('of JSON refuse the item', async () => {
    await write({ ...aPage('Text'), 'page.json': `{"id":"spring-x","a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}` });
    const { outcome, findings } = await only();
    expect(outcome).toBe('refused');
    expect(findings[0]).toMatchObject({ file: 'page.json', severity: 'fatal' });
  });

  test('of folders are reported or ignored', async () => {
    await write(aPage('Text'));
    await mkdir(path.join(folder, ...Array.from({ length: DEEP }, () => 'd')), { recursive: true });
    expect((await only()).findings.map(({ code }) => code)).toEqual(['folder-too-deep']);
  });

  test.each([
    ['quotes', `${'> '.repeat(DEEP)}x`],
    ['lists', Array.from({ length: DEEP }, (_one, at) => `${'  '.repeat(at)}- x`).join('\n')],
    ['elements', `${'<div>'.repeat(DEEP)}x${'</div>'.repeat(DEEP)}`],
    ['emphasis', `${'*a **b '.repeat(DEEP)}x${'** *'.repeat(DEEP)}`],
    ['brackets', `${'['.repeat(DEEP * 10)}x${']'.repeat(DEEP * 10)}(/a)`],
  ])('of %s in a text are shown or reported', async (_name, text) => {
    const result = await buildOf('page', 'page.json', aPage(text));
    expect(result.refused).toBe(false);
  });

  test('of YAML refuse a lab', async () => {
    const deep = `${DEFINITION}  deep: ${'['.repeat(DEEP)}${']'.repeat(DEEP)}\n`;
    const files = Object.fromEntries(aLab({ 'resources/workshop.yaml': deep }));
    const { refused, findings } = await buildOf('workshop', 'resources/workshop.yaml', files);
    expect(refused).toBe(true);
    expect(findings[0]).toMatchObject({ file: 'resources/workshop.yaml', severity: 'fatal' });
  });
});

describe('a YAML bomb', () => {
  const levels = Array.from({ length: 12 }, (_one, at) => `  l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(10)}]`);
  const bomb = `  l0: &l0 x\n${levels.join('\n')}\n`;

  test('in the definition of a lab refuses it', async () => {
    const files = Object.fromEntries(aLab({ 'resources/workshop.yaml': `${DEFINITION}${bomb}` }));
    const { refused, findings } = await buildOf('workshop', 'resources/workshop.yaml', files);
    expect(refused).toBe(true);
    expect(findings[0]).toMatchObject({ file: 'resources/workshop.yaml', severity: 'fatal' });
  });

  test.each([
    ['in the settings of a page', { 'workshop/content/01-start.md': `---\ntitle: T\n${bomb}---\nText` }],
    ['in an action', { 'workshop/content/01-start.md': `\`\`\`terminal:execute\ncommand: x\n${bomb}\`\`\`` }],
  ])('%s is reported', async (_name, changes) => {
    const hugo = { 'workshop/workshop.yaml': undefined, 'workshop/modules.yaml': undefined };
    const files = Object.fromEntries(aLab({ ...hugo, ...changes }));
    const { findings } = await buildOf('workshop', 'resources/workshop.yaml', files);
    expect(findings.map(({ file }) => file)).toContain('workshop/content/01-start.md');
  });
});

describe('bytes of other systems', () => {
  const LATIN_1 = Buffer.from('Caf\u00e9', 'latin1');
  const htmlOf = ({ result }: Outcome) =>
    result?.refused === false && result.item.kind === 'page' ? result.item.body.html : null;

  test('a byte order mark and line ends of Windows are ignored', async () => {
    const json = `\ufeff${JSON.stringify(NAMES, null, 2)}`.replaceAll('\n', '\r\n');
    await write({ 'page.json': json, 'content.md': '\ufeff## One\r\n\r\nTwo\r\nthree\rfour\r\n' });
    const outcome = await only();
    expect(brief(outcome.findings)).toEqual([]);
    expect(htmlOf(outcome)).toBe('<h2 id="c-one">One</h2>\n<p>Two\nthree\nfour</p>');
  });

  test('a text in Latin-1 is shown as far as possible, and reported', async () => {
    await write(aPage(LATIN_1));
    const outcome = await only();
    expect(brief(outcome.findings)).toEqual(['content.md:1 error text-not-utf8']);
    expect(htmlOf(outcome)).toBe('<p>Caf\ufffd</p>');
  });

  test.each([
    ['Windows-1252', Buffer.from('## One\r\n\r\nCaf\xe9\r\n', 'latin1'), 3],
    ['UTF-16', Buffer.from('\ufeff## One\n\nCafé\n', 'utf16le'), 1],
    ['UTF-16 without a mark', Buffer.from('## One\n\nCafé\n', 'utf16le'), 1],
    ['zero bytes', Buffer.from('## One\n\nCaf\0\n'), 3],
  ])('a text in %s is reported with its line', async (_, bytes, line) => {
    await write(aPage(bytes));
    expect(brief((await only()).findings)).toContain(`content.md:${line} error text-not-utf8`);
  });

  test('NUL and half surrogates do not reach the database', async () => {
    const cesu = Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]);
    await write({ 'page.json': JSON.stringify(NAMES).replace('"X"', '"a\\ud800b\\u0000c"'), 'content.md': cesu });
    const outcome = await only();
    expect(outcome.findings.map(({ code }) => code)).toContain('text-not-utf8');
    const stored = JSON.stringify(outcome.result?.refused === false ? outcome.result.item : null);
    expect(stored).not.toMatch(/\\ud800|\\u0000/);
    expect(stored.isWellFormed()).toBe(true);
  });
});
