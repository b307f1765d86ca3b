import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildItem } from '@academy/content/build';
import { itemOfFile, loadItem } from '@academy/content/find-items';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FetchPicture } from './fetch-pictures.ts';
import { repositoriesOf, withPictures } from './pictures-elsewhere.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const root = mkdtempSync(join(tmpdir(), 'academy-pictures-'));
let top = '';
let turn = 0;
beforeEach(() => {
  turn += 1;
  top = join(root, `turn-${turn}`);
});
afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, content: string | Buffer | object): void {
  const place = join(top, file);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
}

/** A guide with the given text, with the images that were found for it, and its rendering. */
async function aGuide(text: string, fetch: FetchPicture | null = null) {
  write('a/guides/one/guide.json', { id: 'spring-one', slug: 'one', title: 'One', type: 'article', status: 'live' });
  write('a/guides/one/content.md', text);
  const found = await itemOfFile('guide', join(top, 'a/guides/one/guide.json'));
  if (found === null) throw new Error('no guide');
  const { item } = await loadItem(found, { tenantId: 'spring', tenants: ['spring'], variables: {} });
  if (item === null) throw new Error('not loaded');
  const repositories = new Map([['owner/assets', join(top, 'assets')]]);
  const result = await withPictures(item, found, join(top, 'a'), { repositories, fetch });
  const built = await buildItem('guide', result.item.files, { ...result.item.options, tenantId: 'spring' });
  const html = !built.refused && built.item.kind === 'guide' ? (built.item.body.html ?? '') : '';
  return { ...result, pictures: result.item.options.pictures ?? {}, built, html };
}

/** The lines of what could not be fetched, and the cost of finding them. */
async function withoutPictures(text: string): Promise<{ told: number[]; cpuMs: number }> {
  write('a/page.json', { id: 'spring-one' });
  const found = await itemOfFile('page', join(top, 'a/page.json'));
  if (found === null) throw new Error('no page');
  const files = new Map([['content.md', Buffer.from(text)]]);
  const item = { kind: 'page', id: 'spring-one', files, options: { file: 'page.json', variables: {} } } as const;
  const started = process.threadCpuUsage();
  const sources = { repositories: new Map(), fetch: async () => ({ trouble: 'it is not there' }) };
  const { findings } = await withPictures(item, found, join(top, 'a'), sources);
  return { told: findings.map(({ line }) => line), cpuMs: process.threadCpuUsage(started).user / 1000 };
}

const RAW = 'https://raw.githubusercontent.com/Owner/assets/main/img/one.png';

describe('pictures that lie elsewhere', () => {
  it('come from another repository of the run', async () => {
    write('assets/img/one.png', PNG);
    const { pictures, html, built } = await aGuide(`![One](${RAW})\n`);
    expect(Object.keys(pictures)).toEqual([RAW]);
    expect(pictures[RAW]).toMatch(/^@pictures\/[0-9a-f]{32}\.png$/);
    expect(html).toContain('/assets/content/');
    expect(built.findings).toEqual([]);
  });

  it.each([
    'https://github.com/owner/assets/blob/main/img/one.png?raw=true',
    'https://github.com/owner/assets/raw/refs/heads/topic/tea/img/one.png',
    'https://github.example.com/owner/assets/raw/main/img/one.png',
    'https://gitlab.example.com/owner/assets/-/raw/main/img/one.png',
    'https://bitbucket.org/owner/assets/raw/main/img/one.png',
    'https://cdn.jsdelivr.net/gh/owner/assets@main/img/one.png',
    'https://cdn.jsdelivr.net/gh/owner/assets/img/one.png',
  ])('come from a repository under the address %s', async (address) => {
    write('assets/img/one.png', PNG);
    expect(Object.keys((await aGuide(`![One](${address})\n`)).pictures)).toEqual([address]);
  });

  it('are reported with their lines, cheaply in a text full of them', async () => {
    const lines = Array.from({ length: 12_000 }, (_, at) => `![a](https://example.org/${at})\n\n\n\n`);
    const found = await withoutPictures(lines.join(''));
    expect([found.told.length, found.told[0], found.told.at(-1)]).toEqual([12_000, 1, 47_997]);
    expect(found.cpuMs).toBeLessThan(1_500);
  });

  it('come from the same repository, relative to the text or its root', async () => {
    write('a/images/two.png', PNG);
    write('a/static/three.png', PNG);
    const { pictures, built } = await aGuide('![Two](../../images/two.png)\n\n![Three](/three.png)\n');
    expect(Object.keys(pictures)).toEqual(['../../images/two.png', '/three.png']);
    // Equal bytes are one file.
    expect(new Set(Object.values(pictures)).size).toBe(1);
    expect(built.findings).toEqual([]);
  });

  it('are never files outside of the repository, links, or other kinds of files', async () => {
    write('secret.png', PNG);
    write('a/notes.txt', 'secret');
    mkdirSync(join(top, 'a/links'), { recursive: true });
    symlinkSync(join(top, 'secret.png'), join(top, 'a/links/link.png'));
    symlinkSync(top, join(top, 'a/links/folder'));
    const texts = ['../../../secret.png', '../../notes.txt', '../../links/link.png', '../../links/folder/secret.png'];
    const { pictures } = await aGuide(texts.map((text) => `![Text](${text})\n\n`).join(''));
    expect(pictures).toEqual({});
    const escaping = RAW.replace('img/one.png', '../../secret.png');
    expect((await aGuide(`![One](${escaping})\n`)).pictures).toEqual({});
  });

  it('are left alone when they lie beside the text or cannot be found', async () => {
    write('a/guides/one/own.png', PNG);
    const { item, pictures } = await aGuide('![Own](own.png) ![Gone](gone.png) ![Other](https://example.org/x.png)\n');
    expect(pictures).toEqual({});
    expect([...item.files.keys()]).toEqual(['content.md', 'guide.json', 'own.png']);
  });

  it('are fetched on request, and reported when that fails', async () => {
    const asked: string[] = [];
    const fetch: FetchPicture = async (address) => {
      asked.push(address);
      return address.endsWith('one') ? { bytes: PNG } : { trouble: 'its host answers 404' };
    };
    const text =
      '![One](https://example.org/one)\n\n<img src="https://example.org/two" alt="Two">\n\n[Link](https://example.org/page)\n';
    const { pictures, findings } = await aGuide(text, fetch);
    expect(Object.keys(pictures)).toEqual(['https://example.org/one']);
    expect(findings).toEqual([
      expect.objectContaining({ file: 'content.md', line: 3, severity: 'warning', code: 'image-not-fetched' }),
    ]);
    expect(asked).toEqual(['https://example.org/one', 'https://example.org/two']);
  });

  it('have the type of their bytes, not of their headers', async () => {
    const html = async () => ({ bytes: Buffer.from('<html><script>alert(1)</script>') });
    const { pictures, findings } = await aGuide('![One](https://example.org/one.png)\n', html);
    expect(pictures).toEqual({});
    expect(findings).toHaveLength(1);
  });
});

describe('the repositories of a run', () => {
  it('are known by remotes, the source, or folders named after owner and name', () => {
    const base = join('/data');
    const known = repositoriesOf(
      [
        { place: { top: '/srv/copy', repositories: ['Fork/Course', 'Owner/Course'] }, root: '/srv/copy/lms' },
        { place: { top: base, repositories: [] }, root: join(base, 'spring', 'guides', 'one') },
      ],
      base,
    );
    expect([known.get('owner/course'), known.get('fork/course')]).toEqual(['/srv/copy', '/srv/copy']);
    expect(known.get('spring/guides')).toBe(join(base, 'spring', 'guides'));
    expect(repositoriesOf([{ place: { top: base, repositories: ['me/tea'] }, root: base }], base)).toEqual(
      new Map([['me/tea', base]]),
    );
  });
});
