import { beforeEach, expect, it } from 'vitest';
import { BrowserShell } from '../browser-shell.ts';
import { HOME } from '../engine-protocol.ts';

let shell: BrowserShell;
const reply = (command: string, session = '1') => shell.answer({ kind: 'run', session, command });
/** What the commands of a terminal write, one after the other. */
const says = async (...commands: string[]): Promise<string> => {
  let said = '';
  for (const command of commands) {
    const { stdout = '', stderr = '' } = await reply(command);
    said += stdout + stderr;
  }
  return said;
};

beforeEach(async () => {
  shell = new BrowserShell();
  await shell.answer({
    kind: 'start',
    files: [
      { path: 'exercises/letters.txt', text: 'a\nb\n' },
      { path: 'exercises/lib.sh', text: 'greet() {\n  echo "hello $1"\n}\nSUGAR=2\n' },
    ],
  });
});

it.each(['cat "letters.txt', 'ls )', 'echo ${x', 'fi', 'exit 3', 'set -u; echo $nothing'])(
  'a mistake leaves the terminal in its folder: %s',
  async (command) => {
    expect((await reply(command)).folder).toBe('~/exercises');
    expect(await says('wc -l < letters.txt')).toMatch(/^\s*2\n$/);
  },
);

it.each([
  ['the status of a command', ['false', 'echo $?'], '1\n'],
  ['the status of a command that does not exist', ['nothing-like-it 2>/dev/null', 'echo $?'], '127\n'],
  ['the status of a mistake', ['ls ) 2>/dev/null', 'echo $? >&2'], /2\n$/],
  ['arrays', ['a=(1 "two words" 3)', 'echo ${a[1]} ${#a[@]}'], 'two words 3\n'],
  ['maps', ['declare -A cups=([tea]=1 [milk]=2)', 'echo ${cups[milk]}'], '2\n'],
  ['an array with line breaks', ["a=($'x\\ny')", 'echo "${a[0]}"'], 'x\ny\n'],
  ['numbers', ['declare -i n=1', 'n+=2; echo $n'], '3\n'],
  ['functions', ['brew() { echo "brewed $1"; }', 'brew tea'], 'brewed tea\n'],
  [
    'functions of several lines',
    ['brew() {\n  local n=$1\n  for i in 1 2; do echo $n$i; done\n}', 'brew t'],
    't1\nt2\n',
  ],
  ['functions of a sourced file', ['source lib.sh', 'greet you $SUGAR'], 'hello you\n'],
  ['functions of a sourced file in a function', ['load() { . ./lib.sh; }; load', 'greet you'], 'hello you\n'],
  ['functions of eval', ["eval 'tea() { echo green; }'", 'tea'], 'green\n'],
  ['functions, until they are unset', ['f() { echo f; }', 'unset -f f', 'f'], 'bash: f: command not found\n'],
  ['functions, the last of one name', ['f() { echo 1; }', 'f() { echo 2; }', 'f'], '2\n'],
  ['aliases', ["alias count='wc -l'", 'count < letters.txt'], /^\s*2\n$/],
  ['options', ['set -o pipefail', 'false | true', 'echo $?'], '1\n'],
  ['shell options', ['shopt -s nullglob', 'echo *.none'], '\n'],
  ['arguments', ['set -- a "b c"', 'echo $2 $#'], 'b c 2\n'],
  ['the last word', ['mkdir made', 'cd $_', 'pwd'], `${HOME}/exercises/made\n`],
  ['the folder before', ['cd /tmp', 'cd - > /dev/null', 'pwd'], `${HOME}/exercises\n`],
  ['the stack of folders', ['pushd /tmp > /dev/null', 'popd > /dev/null', 'pwd'], `${HOME}/exercises\n`],
  ['variables with all they hold', ['x="a  b\n c"', 'echo "$x"'], 'a  b\n c\n'],
  ['variables that are not exported', ['x=1; export y=2', 'bash -c \'echo "$x.$y"\''], '.2\n'],
  ['the list of commands', ['echo one > /dev/null', 'history'], /1 {2}echo one > \/dev\/null\n\s+2 {2}history\n$/],
])('a terminal keeps %s', async (_what, commands, said) => {
  const all = await says(...commands);
  if (typeof said === 'string') expect(all).toBe(said);
  else expect(all).toMatch(said);
});

it('the list of commands is no variable, and its end can be asked for', async () => {
  await says('echo one', 'echo two');
  expect(await says('history 2', 'env | grep -c one')).toBe('    2  echo two\n    3  history 2\n0\n');
});

it('terminals have variables, options and folders of their own, and the same files', async () => {
  await says('cd /tmp; x=1; shopt -s nullglob; readonly y=1; echo here > ~/exercises/made.txt');
  expect((await reply('echo "$x" *.none "$y"; y=2; cat made.txt', '2')).stdout).toBe(' *.none \nhere\n');
});

it('a check has a shell of its own', async () => {
  await says('shopt -s nullglob; readonly PASSED=1; alias ls=false; cd /tmp');
  const script = 'PASSED=2; echo $PASSED *.none; pwd; ls ~';
  expect(await shell.answer({ kind: 'test', script, args: [], timeoutMs: 5_000 })).toMatchObject({
    stdout: `2 *.none\n${HOME}\nexercises\n`,
    exitCode: 0,
  });
});

it('set -x shows the commands of the learner and no others', async () => {
  await says('set -x');
  expect(await says('echo a')).toBe('a\n+ echo a\n');
  expect(await says('set +x', 'echo a')).toBe('+ set +x\na\n');
});

it('a terminal that ends at failures goes on', async () => {
  await says('set -e', 'false');
  expect(await says('echo $?', 'cd /tmp', 'pwd')).toBe('1\n/tmp\n');
});

it('an interrupted command leaves what was before it', async () => {
  await says('x=1');
  const sleeping = reply('cd /tmp; x=2; sleep 30');
  await shell.answer({ kind: 'interrupt', session: '1' });
  expect((await sleeping).exitCode).not.toBe(0);
  expect(await says('echo $x; pwd')).toBe(`1\n${HOME}/exercises\n`);
});

it('the learner has one name, and no files but those of the lab', async () => {
  expect(await says('whoami; echo $USER; ls -a ~')).toBe('learner\nlearner\n.\n..\nexercises\n');
  expect((await shell.files()).map(({ path }) => path)).toEqual(['exercises/letters.txt', 'exercises/lib.sh']);
});

it.each([
  'read name',
  'echo "Who?"; read -r name',
  'cat > made.txt',
  'while read line; do echo $line; done',
  'if read x; then echo; fi',
])('a command that would wait for the keyboard says so: %s', async (command) => {
  expect((await reply(command)).stderr).toMatch(/^(read|cat): nothing can be typed/);
});

it.each([
  'read name <<< you && echo $name',
  'echo you | while read name; do echo $name; done',
  'while read name; do echo $name; done < letters.txt',
  'cat letters.txt | cat',
  '{ read name; echo $name; } < letters.txt',
  'f() { read name; }; f < letters.txt',
  'cat <<E\na\nE',
])('a command with its input says nothing of it: %s', async (command) => {
  expect((await reply(command)).stderr).toBe('');
});
