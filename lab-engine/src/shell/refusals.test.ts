import { beforeEach, describe, expect, it } from 'vitest';
import { BrowserShell } from '../browser-shell.ts';
import { obstaclesIn } from './honest-bash.ts';
import { isRefusal, subjectOf } from './refusals.ts';

let shell: BrowserShell;
const run = (command: string) => shell.answer({ kind: 'run', session: '1', command });

beforeEach(async () => {
  shell = new BrowserShell();
  await shell.answer({ kind: 'start', files: [{ path: 'a.txt', text: 'b\na\n' }] });
});

describe('what the shell does not have right', () => {
  it.each([
    ['a program', 'git status', 'bash: this shell does not have the program git, so the command stops here\n'],
    ['an option', 'sort -R a.txt', 'sort: this shell does not have -R right, so the command stops here\n'],
    ['a form', 'awk \'BEGIN { RS = "" }\'', 'awk: this shell does not have RS right, so the command stops here\n'],
    [
      'a word that is put together',
      'o=-R; sort $o a.txt',
      'sort: this shell does not have -R right, so the command stops here\n',
    ],
  ])('%s is refused by name, with status 2', async (_what, command, stderr) => {
    expect(await run(command)).toMatchObject({ stdout: '', stderr, exitCode: 2 });
  });

  it.each([
    'sort -R a.txt | wc -l',
    'n=$(sort -R a.txt | wc -l); echo $n',
    'sort -R a.txt 2>/dev/null || echo otherwise',
    'if ! sort -R a.txt; then echo otherwise; fi',
    'echo a.txt | xargs sort -R; echo done',
    'find . -name a.txt -exec sort -R {} \\;; echo done',
    "bash -c 'sort -R a.txt'; echo done",
    "eval 'sort -R a.txt'; echo done",
    'f() { sort -R a.txt; }; f; echo done',
  ])('a refusal ends everything, and is not hidden: %s', async (command) => {
    const reply = await run(command);
    expect(isRefusal(reply)).toBe(true);
    expect(reply.stdout).toBe('');
  });

  it('a terminal goes on after a refusal, with the status of it', async () => {
    await run('x=1; cd /tmp');
    await run('sort -R a.txt');
    expect((await run('echo "$? $x $PWD"')).stdout).toBe('2 1 /tmp\n');
  });

  it('a check that uses it says so and does not pass', async () => {
    const script = 'sort -R a.txt > /dev/null 2>&1\nexit 0\n';
    const reply = await shell.answer({ kind: 'test', script, args: [], timeoutMs: 5_000 });
    expect(isRefusal(reply)).toBe(true);
  });

  it('functions and aliases of the learner come before programs that are missing', async () => {
    await run('git() { echo "mine $1"; }');
    expect((await run('git status')).stdout).toBe('mine status\n');
  });

  it('a program that is not there is not found by command -v', async () => {
    expect((await run('command -v git; echo $?')).stdout).toBe('1\n');
  });

  it('mistakes are mistakes, and no refusals', async () => {
    expect(isRefusal(await run('ls )'))).toBe(false);
    expect(await run('gti status')).toMatchObject({ exitCode: 127 });
  });
});

describe('reading a script', () => {
  it('names each line that would be refused', () => {
    expect(obstaclesIn('echo a\nif true; then\n  sort -R a.txt\nfi\ngit add .\n')).toEqual([
      { line: 3, said: 'sort: this shell does not have -R right, so the command stops here\n' },
      { line: 5, said: 'bash: this shell does not have the program git, so the command stops here\n' },
    ]);
  });

  it('names programs that are nowhere, also the one that a script is for', () => {
    const said = (script: string, isInner = false) => obstaclesIn(script, isInner).map((one) => subjectOf(one.said));
    expect(said('kubectl get pods | wc -l')).toEqual(['the program kubectl']);
    expect(said('#!/usr/bin/env python3\nprint(1)\n', true)).toEqual(['the program python3']);
    expect(said('kubectl() { echo mine; }; kubectl get\nalias g=git\ng status\n')).toEqual([]);
    expect(said('source lib.sh; from_lib x\n./run.sh')).toEqual([]);
  });

  it('names the line of a form that is wrong within a script', () => {
    const [obstacle, ...others] = obstaclesIn('echo a\nsleep 3 &\necho b\n');
    expect([obstacle?.line, subjectOf(obstacle?.said ?? ''), others]).toEqual([2, '& behind a command', []]);
  });

  it('counts the steps of a lab that would be refused', async () => {
    const steps = ['git() { echo; }', 'git status', 'sort -R a.txt', 'ls'].map((text) => ({ text, isScript: false }));
    const check = { text: '#!/bin/bash\ngit status | grep -q main\n', isScript: true };
    expect(await shell.answer({ kind: 'judge', steps: [...steps, check] })).toEqual({ refused: 2 });
  });

  it('finds nothing in what works, and nothing in what only runs can show', () => {
    expect(obstaclesIn('for f in *.txt; do sort -rnk2 "$f" | head -3; done\nsort $o\n')).toEqual([]);
  });
});
