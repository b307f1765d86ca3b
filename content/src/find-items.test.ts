import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { FINDABLE_KINDS, findItems, itemOfFile, type LoadOptions, loadItem } from './find-items.ts';
import { brief } from './testing/content.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function aFolder(contents: Record<string, string | object>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'academy-find-'));
  folders.push(root);
  for (const [file, content] of Object.entries(contents)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const names = (id: string) => ({ id, slug: 's', title: 'T', status: 'live' });
const load: LoadOptions = { tenantId: null, tenants: ['spring', 'kube', 'tanzu'], variables: {} };
const META = {
  'lms/tags/tags.json': [{ slug: 'a', name: 'A', type: 'topic' }],
  'lms/paths/01-p/path.json': names('kube-p'),
  'lms/tests/01-t/test.json': names('kube-t'),
  'lms/pages/p/page.json': names('kube-page'),
  'lms/guides/g/guide.json': names('kube-g'),
  'lms/instructors/i/instructor.json': names('kube-i'),
  'course/course.json': names('kube-c'),
  'course/course.template.json': names('kube-c'),
};

describe('items of a folder', () => {
  test('are found by file name, in the order of publishing', async () => {
    const found = await findItems(FINDABLE_KINDS, aFolder(META));
    expect(found.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
      ...['tags tags.json', 'instructor instructor.json', 'page page.json', 'course course.template.json'],
      ...['guide guide.json', 'test test.json', 'path path.json'],
    ]);
  });

  test('are warned of files that look like parts of no item', async () => {
    const root = aFolder({
      ...META,
      'lms/guides/a/Guide.json': names('kube-a'),
      'lms/guides/a/content.md': 'Beside a wrong name',
      'lms/guides/b/content.md': 'Without guide.json',
      'lms/pages/c/pages.json': names('kube-q'),
      'tools/tests.json': { cases: [] },
      'course/01-a/content.md': 'Of a course, which is looked at as a whole',
      'lms/notes.md': 'A text beside all items',
    });
    const [first, ...others] = await findItems(FINDABLE_KINDS, root);
    expect(brief(first?.findings ?? [])).toEqual([
      '../guides/a/Guide.json:1 warning file-unread',
      '../guides/b/content.md:1 warning file-unread',
      '../pages/c/pages.json:1 warning file-unread',
    ]);
    expect(others.flatMap(({ findings = [] }) => findings)).toEqual([]);
  });

  test('behind symbolic links are warned of where no item is at that place', async () => {
    const outside = aFolder({ 'a/guide.json': names('kube-out') });
    const root = aFolder({ 'guides/g/guide.json': names('kube-g') });
    symlinkSync(path.join(outside, 'a'), path.join(root, 'guides/out'));
    symlinkSync(path.join(root, 'guides/g'), path.join(root, 'guides/again'));
    const [first, ...others] = await findItems(FINDABLE_KINDS, root);
    expect(others).toEqual([]);
    expect(brief(first?.findings ?? [])).toEqual(['../out:1 warning file-unread']);
  });

  test.each(['content.md', 'guide.json'])('of which git holds a pointer only are refused: %s', async (file) => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n';
    const root = aFolder({ 'g/guide.json': names('kube-g'), 'g/content.md': 'Tea', [`g/${file}`]: pointer });
    const [found] = await findItems(['guide'], root);
    const loaded = found === undefined ? null : await loadItem(found, load);
    expect(brief(loaded?.findings ?? [])).toEqual([`${file}:1 fatal lfs-pointer`]);
  });

  test('give tags the academy of the items beside them', async () => {
    const root = aFolder(META);
    const [tags] = await findItems(['tags'], root);
    const loaded = tags === undefined ? null : await loadItem(tags, load);
    expect([loaded?.item?.id, loaded?.tenantId, [...(loaded?.item?.files.keys() ?? [])]]).toEqual([
      ...['kube-tags', 'kube', ['tags.json']],
    ]);
  });

  test('leave the academy of tags open when several lie beside them, or none', async () => {
    const mixed = aFolder({ ...META, 'lms/pages/q/page.json': names('tanzu-page') });
    const alone = aFolder({ 'tags.json': [] });
    for (const root of [mixed, alone]) {
      const [tags] = await findItems(['tags'], root);
      const loaded = tags === undefined ? null : await loadItem(tags, load);
      expect(brief(loaded?.findings ?? [])).toEqual(['tags.json:1 fatal tenant-unknown']);
    }
    const named = await itemOfFile('tags', path.join(alone, 'tags.json'));
    const loaded = named === null ? null : await loadItem(named, { ...load, tenantId: 'tanzu' });
    expect(loaded?.item?.id).toBe('tanzu-tags');
  });

  test('report fields that nothing reads', async () => {
    const file = path.join(aFolder({ 'page.json': { ...names('kube-p'), colour: 'red' } }), 'page.json');
    const page = await itemOfFile('page', file);
    if (page === null) throw new Error('not found');
    expect(brief((await loadItem(page, load)).findings)).toEqual(['page.json:1 warning field-unknown']);
  });
});
