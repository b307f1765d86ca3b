import { expect, test } from 'vitest';
import { commandsOf } from './commands-of.ts';

const copied = (language: string, ...lines: string[]) => commandsOf(lines.join('\n'), language).split('\n');

test('of a session commands are copied, without prompts and output', () => {
  expect(copied('console', '$ ls', 'cup  pot', '$ pwd', '/srv/tea')).toEqual(['ls', 'pwd']);
  expect(copied('shell-session', '% brew list', 'tea')).toEqual(['brew list']);
  expect(copied('bash', '$ echo "cup"', 'cup')).toEqual(['echo "cup"']);
  expect(copied('text', '$ java -version', 'openjdk 25')).toEqual(['java -version']);
  expect(copied('powershell', 'PS C:\\> Get-Date', 'Monday')).toEqual(['Get-Date']);
  expect(copied('powershell', 'PS> Get-Date')).toEqual(['Get-Date']);
  expect(copied('cmd', 'C:\\Users\\tea> dir', '2 files')).toEqual(['dir']);
  expect(copied('pycon', '>>> 1 + 1', '2')).toEqual(['1 + 1']);
});

test('prompts name users, hosts, folders and environments', () => {
  for (const prompt of [
    'tea@pot:~/kitchen$',
    '[tea@pot kitchen]$',
    'root@pot:/#',
    '~/kitchen $',
    '/app #',
    '(venv) $',
    '❯',
  ])
    expect(copied('console', `${prompt} make tea`, 'done'), prompt).toEqual(['make tea']);
  for (const prompt of ['shop=#', 'mysql>', 'jshell>'])
    expect(copied('console', `${prompt} select 1;`, '1'), prompt).toEqual(['select 1;']);
});

test('lines of one command stay together', () => {
  expect(copied('console', '$ cat <<EOF', '> milk', '> EOF', 'milk')).toEqual(['cat <<EOF', 'milk', 'EOF']);
  expect(copied('console', "$ cat <<'END' > list", 'milk', '', 'END', '$ ls', 'list')).toEqual([
    "cat <<'END' > list",
    'milk',
    '',
    'END',
    'ls',
  ]);
  expect(copied('console', '$ docker run \\', '  --rm \\', '  tea', 'Unable to find tea')).toEqual([
    'docker run \\',
    '  --rm \\',
    '  tea',
  ]);
  expect(copied('console', '$ for i in 1 2; do', '>   echo $i', '> done', '1', '2')).toEqual([
    'for i in 1 2; do',
    '  echo $i',
    'done',
  ]);
  expect(copied('pycon', '>>> for i in range(2):', '...     print(i)', '...', '0')).toEqual([
    'for i in range(2):',
    '    print(i)',
    '',
  ]);
});

test('code without prompts, and of other languages, is copied as it is', () => {
  for (const [language, ...lines] of [
    ['shell', '# only a comment', 'echo "$HOME"'],
    ['bash', 'echo cup', '$ not a prompt here'],
    ['console', 'Tomcat started on port 8080', '> Task :bootRun'],
    ['console', '# install it', 'apt-get install tea'],
    ['php', '$ tea = 1;'],
    ['java', '$ x'],
    ['python', 'x > y', 'print(x)'],
    ['text', 'a > b'],
    ['text', ''],
  ] as const)
    expect(copied(language, ...lines), lines[0]).toEqual([...lines]);
});
