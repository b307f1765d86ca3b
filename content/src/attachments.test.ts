import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAttachable } from './attachments.ts';
import { buildItem } from './build.ts';
import { findItems, loadItem } from './find-items.ts';
import { RenderMemo } from './markdown/render-memo.ts';
import { packItem, unpackItem } from './pack.ts';
import { aLesson, brief, built, filesOf, options } from './testing/content.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_234_567, 32)]);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-attachments-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string | object | Buffer>): void {
  for (const [file, content] of Object.entries(files)) {
    const place = join(folder, file);
    mkdirSync(dirname(place), { recursive: true });
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(place, isRaw ? content : JSON.stringify(content));
  }
}

/** A course with one lesson. */
const aCourse = (text: string, lesson: object = {}) => ({
  'course.json': { id: 'spring-x', slug: 'x', title: 'X', status: 'live' },
  '01-start/lesson.json': aLesson('start', lesson),
  '01-start/content.md': text,
});

/** Publishes the items of the folder as command and server do. */
async function published() {
  const [found] = await findItems(['course', 'guide', 'page', 'workshop'], folder);
  if (found === undefined) throw new Error('nothing found');
  const { item, findings } = await loadItem(found, { tenantId: 'spring', tenants: ['spring'], variables: {} });
  if (item === null) return { findings: brief(findings), files: [], result: null, html: '' };
  const sent = await unpackItem(await packItem(item));
  const result = await buildItem(sent.kind, sent.files, { ...sent.options, tenantId: 'spring' });
  const told = brief([...findings, ...result.findings]);
  const html = result.refused ? '' : JSON.stringify(result.item).replaceAll('\\"', '"');
  return { findings: told, files: [...sent.files.keys()], result, html };
}

describe('a file beside a lesson', () => {
  it('is sent and linked as a download with its type and size', async () => {
    write({ ...aCourse('Read [the slides](slides/Tea%20time.pdf).'), '01-start/slides/Tea time.pdf': PDF });
    const { findings, files, result, html } = await published();
    expect([findings, files]).toEqual([[], expect.arrayContaining(['01-start/slides/Tea time.pdf'])]);
    expect(html).toMatch(
      /<a class="download" href="\/assets\/content\/[0-9a-f]{64}\.pdf" download="Tea time\.pdf">the slides <span class="download-facts">\(PDF, 1\.2(?:&nbsp;|\u00a0)MB\)<\/span><\/a>/,
    );
    expect(result?.refused === false && result.assets.map(({ mediaType }) => mediaType)).toEqual(['application/pdf']);
  });

  it('is left at home when no text names it', async () => {
    write({ ...aCourse('Nothing.'), '01-start/notes.pdf': PDF, 'src/Main.java': 'class Main {}' });
    expect((await published()).files).toEqual(['01-start/content.md', '01-start/lesson.json', 'course.json']);
  });

  it('is linked from summaries, HTML and the links of a lesson', async () => {
    write({
      ...aCourse('<a href="data.csv">Data</a> and [more][1].\n\n[1]: /all.zip', {
        settings: { links: [{ text: 'Sheet', url: 'data.csv' }] },
      }),
      'summary.md': '[All](all.zip)',
      '01-start/data.csv': 'a,b\n',
      'all.zip': 'PK\u0003\u0004',
    });
    const { findings, html } = await published();
    expect(findings).toEqual([]);
    expect(html.match(/download="data\.csv"/g)).toHaveLength(1);
    expect(html.match(/download="all\.zip"/g)).toHaveLength(2);
    expect(html).toMatch(/"text":"Sheet \(CSV, 1\u00a0kB\)","url":"\/assets\/content\/[0-9a-f]{64}\.bin"/);
  });

  it('is described in the language of the text', async () => {
    write({ ...aCourse('[A](a.pdf)'), '01-start/content.de.md': '[A](a.pdf)', '01-start/a.pdf': PDF });
    expect((await published()).html).toMatch(/\(PDF, 1,2(?:&nbsp;|\u00a0)MB\)/);
  });

  it.each([
    ['missing.pdf', 'link-broken'],
    ['../../outside.pdf', 'link-broken'],
    ['pointer.pdf', 'attachment-unreadable'],
    ['text.zip', 'attachment-unreadable'],
  ])('that cannot be offered is reported: %s', async (name, code) => {
    write({
      ...aCourse(`[A](${name})`),
      '01-start/pointer.pdf': 'version https://git-lfs.github.com/spec/v1\n',
      '01-start/text.zip': 'no archive',
    });
    expect((await published()).findings.join()).toContain(code);
  });

  it('is never read through a symbolic link', async () => {
    write(aCourse('[A](a.pdf)'));
    symlinkSync('/etc/hostname', join(folder, '01-start/a.pdf'));
    expect((await published()).findings).toContain('01-start/a.pdf:1 fatal link-refused');
  });

  it.each(['.env', '.git/config.txt', '01-start/.ssh/id.txt', 'a.exe', 'id_rsa', 'server.key'])(
    'is never %s',
    (file) => {
      expect(isAttachable(file)).toBe(false);
    },
  );
});

describe('a file that a lesson includes', () => {
  const main = 'class Main {\n  void one() {}\n  void two() {}\n}\n';

  it('is shown as code, whole or some of its lines', async () => {
    write({
      ...aCourse('```java file="Main.java" lines="2-3"\n```\n\n1. Step\n\n   ```file=/src/Dockerfile\n   ```\n'),
      '01-start/Main.java': main,
      'src/Dockerfile': 'FROM scratch\n',
    });
    const { findings, html } = await published();
    expect(findings).toEqual([]);
    const plain = html.replace(/<\/?span[^>]*>/g, '');
    expect(plain).toContain('<code>void one() {}\\nvoid two() {}</code>');
    expect(plain).toContain('<code>FROM scratch</code>');
    expect(html).toContain('data-language="dockerfile"');
  });

  it('leaves a block with code of its own as it is', async () => {
    write(aCourse('```java file="Main.java"\nint a;\n```'));
    const { findings, html } = await published();
    expect(findings).toEqual([]);
    expect(html.replace(/<\/?span[^>]*>/g, '')).toContain('<code>int a;</code>');
  });

  it.each([
    ['Gone.java', 'include-missing'],
    ['../../Gone.java', 'include-refused'],
    ['.env', 'include-refused'],
    ['a.exe', 'include-refused'],
    ['binary.txt', 'include-refused'],
    ['Main.java#L9', 'include-lines'],
    ['long.txt', 'include-large'],
  ])('that cannot be shown is reported at its line: %s', async (name, code) => {
    write({
      ...aCourse(`Text.\n\n\`\`\`file="${name}"\n\`\`\``),
      '01-start/Main.java': main,
      '01-start/.env': 'SECRET=1',
      '01-start/a.exe': 'MZ',
      '01-start/binary.txt': Buffer.from([0, 1, 2]),
      '01-start/long.txt': 'x\n'.repeat(60_000),
    });
    const { findings, html } = await published();
    expect(findings).toEqual([`01-start/content.md:3 error ${code}`]);
    expect(html).not.toContain('SECRET');
  });

  it('is rendered again in the preview once it changes, other texts included', async () => {
    const memo = new RenderMemo();
    const html = async (snippet: string) => {
      const files = filesOf({ ...aCourse('```file="part.md"\n```'), '01-start/part.md': snippet });
      const result = await buildItem('course', files, options(), { memo });
      return result.refused ? '' : JSON.stringify(result.item);
    };
    expect(await html('one')).toContain('>one<');
    expect(await html('two')).toContain('>two<');
  });

  it('is included by guides and pages of labs, too', async () => {
    write({
      'guides/one/guide.json': { id: 'spring-g', slug: 'g', title: 'G', type: 'article', status: 'live' },
      'guides/one/content.md': '```file=Main.java#L2\n```\n\n[Get it](Main.java)',
      'guides/one/Main.java': main,
    });
    const guide = await published();
    expect(guide.findings).toEqual([]);
    expect(guide.html).toContain('download="Main.java"');
  });

  it('is included by a page of a lab, whose exercises it may be', async () => {
    write({
      'lab/resources/workshop.yaml':
        'apiVersion: training.educates.dev/v1beta1\nkind: Workshop\nmetadata:\n  name: spring-lab\nspec:\n  title: Lab\n',
      'lab/workshop/content/01-page.md':
        '---\ntitle: Page\n---\n\n```file=../../exercises/Main.java\n```\n\n[Sheet](sheet.csv)',
      'lab/workshop/content/sheet.csv': 'a,b\n',
      'lab/exercises/Main.java': main,
    });
    const { findings, html } = await published();
    expect(findings).toEqual([]);
    expect(html).toContain('download="sheet.csv"');
    expect(html.replace(/<\/?span[^>]*>/g, '')).toContain('<code>class Main {');
  });
});

it('a course without such files is packed as before', async () => {
  expect((await built(filesOf(aCourse('Text.')))).lessons).toHaveLength(1);
});
