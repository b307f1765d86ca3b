import { expect, it } from 'vitest';
import { HOME } from '../engine-protocol.ts';
import { completed } from './completion.ts';

const FOLDERS: Record<string, string[]> = {
  '/lab': ['list.txt', 'my notes.txt', 'manifests/', '.hidden', "it's", 'a$b', '日本.txt'],
  '/lab/manifests': ['web.yaml', 'web-2.yaml'],
  [HOME]: ['exercises/'],
};
const complete = async (text: string) => {
  const done = await completed(text, {
    commands: ['cat', 'cd', 'sort', 'source'],
    variables: new Map([
      ['HOME', HOME],
      ['HOSTNAME', 'x'],
    ]),
    home: HOME,
    folder: '/lab',
    list: async (folder) =>
      (FOLDERS[folder.replace('/./', '/').replace(/(.)\/$/, '$1')] ?? []).map((name) => ({
        name: name.replace('/', ''),
        isFolder: name.endsWith('/'),
      })),
  });
  return done === null ? null : text.slice(0, done.from) + done.text;
};

it.each([
  ['c', 'c'],
  ['ca', 'cat '],
  ['so', 'so'],
  ['true && ca', 'true && cat '],
  ['x=1 ca', 'x=1 cat '],
  ['echo $(ca', 'echo $(cat '],
  ['if ca', 'if cat '],
  ['cat li', 'cat list.txt '],
  ['cat < li', 'cat < list.txt '],
  ['echo a > li', 'echo a > list.txt '],
  ['cat ./li', 'cat ./list.txt '],
  ['cat my', 'cat my\\ notes.txt '],
  ['cat my\\ n', 'cat my\\ notes.txt '],
  ['cat "my', 'cat "my notes.txt" '],
  ["cat 'my n", "cat 'my notes.txt' "],
  ['cat my" n', 'cat "my notes.txt" '],
  ['cat it', "cat it\\'s "],
  ["cat 'it", "cat 'it'\\''s' "],
  ['cat "a', 'cat "a\\$b" '],
  ['cat 日', 'cat 日本.txt '],
  ['cat ma', 'cat manifests/'],
  ['cat manifests/w', 'cat manifests/web'],
  ['cat "manifests/web.', 'cat "manifests/web.yaml" '],
  ['cd l', null],
  ['cd m', 'cd manifests/'],
  ['cat .h', 'cat .hidden '],
  ['ls ~/e', 'ls ~/exercises/'],
  ['ls $HOME/e', 'ls $HOME/exercises/'],
  ['echo $HO', 'echo $HO'],
  ['echo "${HOM', 'echo "${HOME'],
  ['cat nothing', null],
  ['for x in li', 'for x in list.txt '],
])('%j becomes %j', async (text, becomes) => {
  expect(await complete(text)).toBe(becomes);
});
