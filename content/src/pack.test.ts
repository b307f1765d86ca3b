import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PackError, type PackedItem, packItem, unpackItem } from './pack.ts';
import { type ArchiveEntry, archive, MANIFEST } from './testing/archives.ts';

const text = (value: string) => new TextEncoder().encode(value);
const item = (files: Record<string, string>): PackedItem => ({
  kind: 'course',
  id: 'spring-x',
  options: { file: 'course.json', variables: { B: '2', A: '1' } },
  files: new Map(Object.entries(files).map(([file, content]) => [file, text(content)])),
});

async function refusal(bytes: Uint8Array, limits = {}): Promise<string> {
  try {
    await unpackItem(bytes, limits);
  } catch (error) {
    if (error instanceof PackError) return error.code;
    throw error;
  }
  return 'accepted';
}
const course: ArchiveEntry = { name: 'files/course.json' };

describe('packing an item', () => {
  test('gives back the same files, options and id', async () => {
    const given = item({ 'course.json': '{}', '01-a/content.md': '# Grüße', 'item.json': '[]' });
    const back = await unpackItem(await packItem(given));
    expect(back.id).toBe('spring-x');
    expect(back.options.variables).toEqual({ A: '1', B: '2' });
    expect([...back.files.keys()]).toEqual(['01-a/content.md', 'course.json', 'item.json']);
    expect(new TextDecoder().decode(back.files.get('01-a/content.md'))).toBe('# Grüße');
  });

  test('gives the same bytes for the same files in any order', async () => {
    const one = await packItem(item({ 'course.json': '{}', 'a.md': 'a' }));
    const two = await packItem(item({ 'a.md': 'a', 'course.json': '{}' }));
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
  });

  test('keeps paths longer than a hundred characters', async () => {
    const long = `${'01-a-long-folder-name/'.repeat(10)}content.md`;
    const back = await unpackItem(await packItem(item({ 'course.json': '{}', [long]: 'x' })));
    expect(back.files.has(long)).toBe(true);
  });
});

describe('an archive is refused when', () => {
  test.each<[string, ArchiveEntry[], string]>([
    ['a path climbs out of the folder', [course, { name: 'files/../x.md' }], 'archive-path'],
    ['a path is absolute', [course, { name: '/etc/x.md' }], 'archive-path'],
    ['a path lies outside of files', [course, { name: 'other/x.md' }], 'archive-path'],
    ['a name holds control characters', [course, { name: 'files/a\u0007.md' }], 'archive-path'],
    ['a name holds a backslash', [course, { name: 'files/..\\x.md' }], 'archive-path'],
    ['an entry is a symbolic link', [course, { name: 'files/a.md', type: 'symlink', linkname: '/x' }], 'archive-link'],
    ['an entry is a hard link', [course, { name: 'files/a.md', type: 'link', linkname: 'x' }], 'archive-link'],
    ['an entry is a folder', [course, { name: 'files/a', type: 'directory' }], 'archive-link'],
    ['a file is there twice', [course, course], 'archive-duplicate'],
    ['a file is a program', [course, { name: 'files/a.exe' }], 'archive-path'],
    ['a file is hidden', [course, { name: 'files/.git/config.json.txt' }], 'archive-path'],
    ['the named file is absent', [], 'archive-manifest'],
    [
      'a text is too large',
      [course, { name: 'files/a.md', bytes: Buffer.alloc(2 * 1024 * 1024 + 1) }],
      'file-too-large',
    ],
  ])('%s', async (_title, entries, code) => {
    expect(await refusal(await archive(entries))).toBe(code);
  });

  test('the manifest is invalid', async () => {
    expect(await refusal(await archive([course], '{'))).toBe('archive-manifest');
    expect(await refusal(await archive([course], MANIFEST.replace('"format":1', '"format":2')))).toBe(
      'archive-manifest',
    );
    expect(await refusal(await archive([course], MANIFEST.replace('spring-x', '../x')))).toBe('archive-manifest');
    expect(await refusal(await archive([course], MANIFEST.replace('"format"', '"more":1,"format"')))).toBe(
      'archive-manifest',
    );
  });

  test('it is no archive at all, cut off, or followed by other bytes', async () => {
    const good = await archive([course]);
    expect(await refusal(good)).toBe('accepted');
    expect(await refusal(Buffer.from('hello'))).toBe('archive-broken');
    expect(await refusal(Buffer.alloc(0))).toMatch(/archive-(broken|manifest)/);
    expect(await refusal(good.subarray(0, good.length - 20))).toBe('archive-broken');
    expect(await refusal(Buffer.concat([good, Buffer.from('more')]))).toBe('archive-broken');
    expect(await refusal(Buffer.concat([good, Buffer.alloc(600)]))).toBe('archive-broken');
    expect(await refusal(gzipSync(Buffer.alloc(2048, 'x')))).toBe('archive-broken');
  });

  // Shows security#unpacked-limits
  test('it has more files, bytes or a higher ratio than allowed', async () => {
    const two = await archive([course, { name: 'files/a.md' }]);
    expect(await refusal(two, { files: 2 })).toBe('accepted');
    expect(await refusal(two, { files: 1 })).toBe('archive-files');
    expect(await refusal(two, { packedBytes: two.length })).toBe('accepted');
    expect(await refusal(two, { packedBytes: two.length - 1 })).toBe('archive-too-large');
    expect(await refusal(two, { unpackedBytes: 1000 })).toBe('archive-too-large');
    const bomb = await archive([course, { name: 'files/a.png', bytes: Buffer.alloc(19 * 1024 * 1024) }]);
    expect(await refusal(bomb)).toBe('archive-ratio');
  });
});
