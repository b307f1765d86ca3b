import { mkdir, mkdtemp, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findItems, itemOfFile, loadItem } from './find-items.ts';
import { remoteOf } from './git-source.ts';
import { hashOf } from './item-hash.ts';
import { ifThere, pathTrouble, readFolder, readParts } from './source-files.ts';
import { brief } from './testing/content.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'content-'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(file: string, text = 'x', size?: number): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
  if (size !== undefined) await truncate(path.join(root, file), size);
}

describe('the files of an item', () => {
  test('are content files, without labs, tools and hidden files', async () => {
    for (const file of ['course.json', '01-a/content.md', '01-a/b.PNG', 'a.vtt', 'a.mp4', 'x.svg']) await put(file);
    for (const file of ['README.md', 'LICENSE.txt', 'a.js', '.env.json', '.git/a.json', 'workshops/a/b.md'])
      await put(file);
    for (const file of ['labs/a.md', 'resources/a.json', 'node_modules/a/a.json', '01-a/a.pdf']) await put(file);
    const { files, findings } = await readFolder(root);
    expect([...files.keys()]).toEqual(['01-a/b.PNG', '01-a/content.md', 'a.mp4', 'a.vtt', 'course.json', 'x.svg']);
    expect(findings).toEqual([]);
  });

  test('never come through a symbolic link, to a file or a folder', async () => {
    await put('secret/a.md');
    await mkdir(path.join(root, 'item'));
    await symlink('../secret/a.md', path.join(root, 'item/b.md'));
    await symlink('../secret', path.join(root, 'item/c'));
    const { files, findings } = await readFolder(path.join(root, 'item'));
    expect(files.size).toBe(0);
    expect(brief(findings)).toEqual(['b.md:1 fatal link-refused', 'c:1 fatal link-refused']);
  });

  test('never come from outside of their folder, under any name', async () => {
    await put('outside/a.md');
    await put('item/b.md');
    await symlink('../outside', path.join(root, 'item/c'));
    const parts = ['b.md', 'c/a.md'].map((file) => ({ file, from: path.join(root, 'item', file) }));
    const { files, findings } = await readParts(parts, path.join(root, 'item'));
    expect([...files.keys()]).toEqual(['b.md']);
    expect(brief(findings)).toEqual(['c/a.md:1 fatal link-refused']);
  });

  test.each([
    ['a picture of 30 MB', '01-a/big.png', 30 * 1024 * 1024],
    ['a picture one byte above the limit', 'a.png', CONTENT_LIMITS.fileBytes + 1],
    ['a text one byte above the limit', 'a.md', CONTENT_LIMITS.textBytes + 1],
  ])('are refused unread when there is %s', async (_title, file, size) => {
    await put(file, '', size);
    const { files, findings } = await readFolder(root);
    expect(files.size).toBe(0);
    expect(brief(findings)).toEqual([`${file}:1 fatal file-too-large`]);
    expect(findings[0]?.message).toMatch(/at most \d+ MB are allowed/);
  });

  test.each(['big.bin', 'film.mov', 'slides.key'])(
    'leave out what is of no type of content, however large: %s',
    async (file) => {
      await put(file, '', 30 * 1024 * 1024);
      const { files, findings } = await readFolder(root);
      expect([files.size, findings]).toEqual([0, []]);
    },
  );

  // Shows security#limits
  test('are accepted at the limit', async () => {
    await put('a.md', '', CONTENT_LIMITS.textBytes);
    expect((await readFolder(root)).findings).toEqual([]);
  });

  test('are refused when they are too much together', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await put(`${name}.png`, '', CONTENT_LIMITS.fileBytes);
    expect(brief((await readFolder(root)).findings)).toEqual(['f.png:1 fatal item-too-large']);
  });

  test.each(['../a', '/a', 'a/../b', 'a//b', 'a/./b', 'C:a', 'a\\b', 'a\nb', 'a\u0000b', '', 'a'.repeat(301)])(
    'never have the path %j',
    (file) => expect(pathTrouble(file)).not.toBeNull(),
  );
});

describe('items in a folder tree', () => {
  const options = { tenantId: null, tenants: ['spring', 'kube'], variables: {} };

  test('are found by file name, instructors before courses, a template before a ready file', async () => {
    await put('metadata/lms/course.template.json');
    await put('metadata/lms/course.json');
    await put('metadata/lms/instructors/b/instructor.json');
    await put('metadata/lms/instructors/a/instructor.json');
    await put('workshops/course.json');
    const found = await findItems(['course', 'instructor'], root);
    expect(found.map(({ kind, root: at, file }) => [kind, path.relative(root, at), file])).toEqual([
      ['instructor', 'metadata/lms/instructors/a', 'instructor.json'],
      ['instructor', 'metadata/lms/instructors/b', 'instructor.json'],
      ['course', 'metadata/lms', 'course.template.json'],
    ]);
    expect(await findItems(['instructor'], root)).toHaveLength(2);
  });

  test('get their academy from the prefix of the id, else from the option', async () => {
    await put('course.json', '{"id":"kube-x"}');
    const found = await itemOfFile('course', path.join(root, 'course.json'));
    if (found === null) throw new Error('not found');
    expect((await loadItem(found, options)).tenantId).toBe('kube');
    const given = await loadItem(found, { ...options, tenantId: 'spring' });
    expect([given.tenantId, given.item?.id]).toEqual(['spring', 'kube-x']);
    const unknown = await loadItem(found, { ...options, tenants: ['spring'] });
    expect(brief(unknown.findings)).toEqual(['course.json:1 fatal tenant-unknown']);
    expect(unknown.item).toBeNull();
  });

  test('that are not there are no item', async () => {
    expect(await itemOfFile('course', path.join(root, 'course.json'))).toBeNull();
    expect(await itemOfFile('course', root)).toBeNull();
  });
});

test.each([
  ['https://user:secret@github.com/acme/course.git', 'github.com'],
  ['https://user:sec@ret@GitHub.com:8443/acme/course', 'github.com'],
  ['git@gitlab.com:acme/course.git', 'gitlab.com'],
  ['ssh://git@git.example.org:2222/acme/course.git', 'git.example.org'],
])('the repository and the host of the remote %s are known without its credentials', (remote, host) => {
  expect(remoteOf(remote)).toEqual({ repository: 'acme/course', host });
});

test('a path on this disk is no remote', () => {
  expect(remoteOf('/srv/git/course')).toBeNull();
});

test('the same content from a repository on another host is a change', () => {
  const hash = (host?: string) => {
    const source = { repository: 'acme/course', folder: '', ...(host === undefined ? {} : { host }) };
    return hashOf('page', new Map(), { file: 'page.json', variables: {}, tenantId: 'spring', source });
  };
  expect(new Set([hash(), hash('github.com'), hash('gitlab.com')]).size).toBe(3);
});

test('only a missing file counts as missing', async () => {
  const nowhere = path.join(tmpdir(), 'no-such-folder', 'file');
  expect(await ifThere(stat(nowhere))).toBeNull();
  expect(await ifThere(stat(path.join(fileURLToPath(import.meta.url), 'below-a-file')))).toBeNull();
  await expect(ifThere(stat(path.join(tmpdir(), 'x'.repeat(1_000))))).rejects.toThrow('ENAMETOOLONG');
});
