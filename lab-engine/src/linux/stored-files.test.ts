import { expect, it } from 'vitest';
import { readAhead, StoredFiles } from './stored-files.ts';

const MEGABYTE = 1024 * 1024;

function store() {
  const read: string[] = [];
  const files = new StoredFiles(
    async (path) => {
      read.push(path);
      return Uint8Array.of(1, 2, 3);
    },
    (size) => new Uint8Array(size).fill(7),
  );
  return { read, files };
}

it('a file is fetched once, when it is first read', async () => {
  const { read, files } = store();
  expect(read).toEqual([]);
  expect(await files.read('ab', 2, 3, 10)).toEqual(Uint8Array.of(7, 7, 7));
  await Promise.all([files.read('ab', 0, 4, 10), files.read('ab', 4, 4, 10)]);
  expect(read).toEqual(['files/ab.zst']);
  expect([...files.fetched]).toEqual(['ab']);
});

it('contents that will be needed are fetched at once, and each only once', async () => {
  const read: string[] = [];
  const ahead = readAhead(
    async (path) => {
      read.push(path);
      return Uint8Array.of(1);
    },
    ['a', 'b'],
  );
  expect(read).toEqual(['files/a.zst', 'files/b.zst']);
  await Promise.all([ahead('files/a.zst'), ahead('files/b.zst'), ahead('files/c.zst')]);
  expect(read).toEqual(['files/a.zst', 'files/b.zst', 'files/c.zst']);
});

it('an empty file is not fetched', async () => {
  const { read, files } = store();
  expect(await files.read('ab', 0, 100, 0)).toHaveLength(0);
  expect(read).toEqual([]);
});

it('what was not read for long makes room, and is fetched again', async () => {
  const { read, files } = store();
  for (const hash of ['a', 'b', 'c', 'a', 'd']) await files.read(hash, 0, 1, 5 * MEGABYTE);
  await files.read('a', 0, 1, 5 * MEGABYTE);
  expect(read).toHaveLength(4);
  await files.read('b', 0, 1, 5 * MEGABYTE);
  expect(read).toHaveLength(5);
});

it('a file that could not be fetched is asked for again', async () => {
  let isAway = true;
  const files = new StoredFiles(
    async () => {
      if (isAway) throw new Error('away');
      return Uint8Array.of(1);
    },
    () => Uint8Array.of(9),
  );
  await expect(files.read('ab', 0, 1, 1)).rejects.toThrow('away');
  isAway = false;
  expect(await files.read('ab', 0, 1, 1)).toEqual(Uint8Array.of(9));
});
