import { expect, test } from 'vitest';
import { changesSince, entriesIn, fromBase64, type HomeEntry, homeState } from './home-state.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const CONTENT: Record<string, Uint8Array> = {
  'exercises/poem.txt': bytes('tea\n'),
  'exercises/run.sh': bytes('#!/bin/bash\n'),
  'exercises/secret.txt': bytes('hidden\n'),
  'exercises/picture.png': new Uint8Array([137, 80, 0, 255]),
  'exercises/.git/HEAD': bytes('ref: refs/heads/main\n'),
};
const file = (path: string, mode = 0o100_644, size = CONTENT[path]?.length ?? 0): HomeEntry => ({ path, mode, size });
const ENTRIES: HomeEntry[] = [
  { path: 'exercises', mode: 0o040_755, size: 0 },
  file('exercises/poem.txt'),
  file('exercises/run.sh', 0o100_755),
  file('exercises/secret.txt', 0o100_600),
  file('exercises/picture.png'),
  { path: 'exercises/.git', mode: 0o040_755, size: 0 },
  file('exercises/.git/HEAD'),
  { path: 'exercises/empty', mode: 0o040_755, size: 0 },
  { path: 'exercises/latest', mode: 0o120_777, size: 0, target: 'poem.txt' },
  { path: 'exercises/pipe', mode: 0o010_644, size: 0 },
];
const read = async (path: string) => CONTENT[path] ?? null;

test('texts are kept as texts, and everything else beside them', async () => {
  const { files, others, left } = await homeState(ENTRIES, read);
  expect(files.map(({ path }) => path)).toEqual(['exercises/poem.txt', 'exercises/run.sh', 'exercises/secret.txt']);
  expect(others.map(({ path, mode, data }) => [path, mode.toString(8), data])).toEqual([
    ['exercises/.git/HEAD', '100644', btoa('ref: refs/heads/main\n')],
    ['exercises/empty', '40755', undefined],
    ['exercises/latest', '120777', 'poem.txt'],
    ['exercises/picture.png', '100644', 'iVAA/w=='],
    ['exercises/secret.txt', '100600', undefined],
  ]);
  expect(fromBase64('iVAA/w==')).toEqual(CONTENT['exercises/picture.png']);
  expect(left).toEqual([]);
});

test('what does not fit into a snapshot is left out and said so', async () => {
  const large = file('exercises/video.bin', 0o100_644, 2_000_000);
  const built = file('exercises/target/app', 0o100_755, 600_000);
  const state = await homeState([large, built, ...ENTRIES], async (path) =>
    path === built.path ? new Uint8Array(600_000) : read(path),
  );
  expect(state.left).toEqual([large.path, built.path].filter((path) => path === large.path));
  const { changes } = changesSince([], [large, ...ENTRIES], state);
  expect(changes.find(({ path }) => path === large.path)).toMatchObject({ isKept: false, size: 2_000_000 });
});

test('changes name what was added, changed and deleted, and nothing that Git writes', async () => {
  const start = [
    { path: 'exercises/poem.txt', text: 'milk\n' },
    { path: 'exercises/run.sh', text: '#!/bin/bash\n' },
    { path: 'exercises/gone.txt', text: '' },
  ];
  const { changes } = changesSince(start, ENTRIES, await homeState(ENTRIES, read));
  expect(changes.map(({ path, how, kind }) => `${how} ${kind} ${path}`)).toEqual([
    'added folder exercises/empty',
    'deleted file exercises/gone.txt',
    'added link exercises/latest',
    'added file exercises/picture.png',
    'added file exercises/pipe',
    'changed file exercises/poem.txt',
    'added file exercises/secret.txt',
  ]);
});

test('a folder is listed by the names in it', () => {
  expect(entriesIn(ENTRIES, 'exercises').entries.slice(0, 3)).toEqual([
    { name: '.git', kind: 'folder' },
    { name: 'empty', kind: 'folder' },
    { name: 'latest', kind: 'link' },
  ]);
  expect(entriesIn(ENTRIES, '').entries).toEqual([{ name: 'exercises', kind: 'folder' }]);
});
