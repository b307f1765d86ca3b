import { expect, test } from 'vitest';
import { chosenImage, programsOf } from './lab-image.ts';

const shell = { name: 'shell', bytes: 20, programs: ['ls', 'grep', 'awk'] };
const git = { name: 'git', bytes: 30, programs: ['ls', 'grep', 'git'] };

test('a lab runs in the image that has its programs', () => {
  expect(chosenImage([shell, git], null, ['ls', 'git'])).toBe(git);
});

test('of images that have all programs the smallest is chosen', () => {
  expect(chosenImage([git, shell], null, ['ls'])).toBe(shell);
});

test('a lab that names an environment gets the image of that name, or none', () => {
  expect(chosenImage([shell, git], 'git', ['awk'])).toBe(git);
  expect(chosenImage([shell, git], 'java-17', ['ls'])).toBeNull();
});

test('a lab that asks for the shell of browsers gets no image', () => {
  expect(chosenImage([shell, git], 'browser', ['ls'])).toBeNull();
});

test('an academy without images runs labs in the light shell', () => {
  expect(chosenImage([], null, ['git'])).toBeNull();
});

test('programs are the first words of commands, without words of the shell and functions', () => {
  const script = `value() { sed -n 1p; }
# make it
LANG=C sort names.txt | uniq -c && cd work; value; ./own.sh
if ! git merge-base x; then echo "git status says"; exit 1; fi
count=$(wc -l < names.txt)`;
  expect(programsOf(script).sort()).toEqual(['git', 'sed', 'sort', 'uniq', 'wc']);
});
