import { expect, it } from 'vitest';
import { isComplete } from './shell-syntax.ts';

it.each([
  'echo a \\',
  'cat <<E\na',
  'cat <<E',
  'cat <<"my end"\n  x',
  'cat <<-E\n\tx',
  'cat <<A <<B\nx\nA',
  'x=$(cat <<E\nfoo',
  'echo $(date',
  'echo "$(echo "a',
  'echo `date',
  'echo $((1+',
  'echo ${x',
  'a=(1 2',
  "echo 'a",
  'echo "a\nb',
  "echo $'a",
  'echo a |',
  'echo a | # why',
  'echo a &&',
  'echo a ||',
  'echo a;\\',
  '{',
  '{ echo a',
  '(echo a',
  '(( 1 +',
  '[[ a ==',
  'if',
  'if true',
  'if true; then',
  'if true; then echo a; else',
  'for x',
  'for x in 1 2',
  'for x in 1 2; do',
  'for ((i=0; i<3; i++)); do',
  'while true',
  'until x; do y',
  'case x in',
  'case x in a) echo',
  'f()',
  'function f',
])('goes on in the next line: %j', (command) => {
  expect(isComplete(command)).toBe(false);
});

it.each([
  '',
  '  ',
  '# why',
  "# don't",
  'echo a # not so |',
  'echo a # \\',
  'ls;',
  'echo a &',
  'x=1',
  '! true',
  'if true; then echo a; fi',
  'for x in 1 2; do echo $x; done',
  'case x in a) echo;; esac',
  'f() { echo a; }',
  'cat <<E\na\nE',
  'cat <<E\na\nE\n',
  'cat <<"E.O"\n  x\nE.O',
  'cat <<< "a"',
  'echo "a\nb"',
  'echo a \\\nb',
  'echo \\\\',
  "echo 'it'\\''s'",
  'a=(1 2\n3)',
  'echo {a,b',
  'echo $',
  'echo a\\ b',
  'echo `date`',
  'while read l; do echo $l; done < f',
])('is complete: %j', (command) => {
  expect(isComplete(command)).toBe(true);
});

it.each(['fi', 'done', ')', '}', 'echo )', 'echo ;;', 'if true; fi', '&& a', 'cat <', 'echo a; }', '| a', 'echo a\n)'])(
  'is wrong, and will not become right: %j',
  (command) => {
    expect(isComplete(command)).toBe(true);
  },
);
