import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fence, writeWorkshop } from '../../testing/a-workshop.ts';
import { runCommand } from '../../testing/run-command.ts';

const execute = (command: string, more = '') =>
  fence('terminal:execute', `command: |\n  ${command}\n${more}`.trimEnd());
const SERVER = `perl -MIO::Socket::INET -e '$| = 1; $s = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1", LocalPort => 8080, ReuseAddr => 1); print "Ready\\n"; while ($c = $s->accept) { print $c "hello\\n"; close $c }'`;
const CLIENT = `perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new("127.0.0.1:8080") or exit 1; print <$s>'`;

describe.skipIf(!hasSandboxes)('a lab in a sandbox', { timeout: 120_000 }, () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'academy-prove-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const prove = (pages: string[], parts: object = {}) => {
    writeWorkshop(folder, 'spring-lab', { pages, exercises: { 'a.txt': 'one\n' }, ...parts });
    return runCommand(folder, ['labs', 'prove', '--tenant', 'spring', '--engine', 'sandbox', '--json']);
  };
  const stepsOf = async (pages: string[], parts: object = {}) => {
    const { workshops } = JSON.parse((await prove(pages, parts)).out);
    return workshops[0].steps.map((step: { log: string; finding: { code: string } | null }) => ({
      log: step.log.trim(),
      code: step.finding?.code ?? null,
    }));
  };

  it('runs commands in its terminals and reads their status and output', async () => {
    const steps = await stepsOf([
      `${execute('cat a.txt; cd /tmp')}\n${execute('pwd')}\n${execute('(exit 7)', 'prove: { status: 7 }')}\n${execute('no-such-program')}`,
    ]);
    expect(steps).toEqual([
      { log: 'one', code: null },
      { log: '/tmp', code: null },
      { log: '', code: null },
      { log: expect.stringContaining('command not found'), code: 'lab-program-missing' },
    ]);
  });

  it('keeps a server running while other terminals use it, until it is interrupted', async () => {
    const steps = await stepsOf([
      execute(SERVER, 'prove: { runs: true, until: Ready }'),
      `${execute(CLIENT, 'session: 2')}\n${fence('terminal:interrupt', 'session: 1')}\n${execute('echo free', 'session: 1')}`,
    ]);
    expect(steps).toEqual([
      { log: 'Ready', code: null },
      { log: 'hello', code: null },
      { log: '', code: null },
      { log: 'free', code: null },
    ]);
  });

  it('lets a command run that is interrupted next, without a word of its author', async () => {
    const steps = await stepsOf([
      `${execute('sleep 100')}\n${fence('terminal:interrupt', '')}\n${execute('echo free')}`,
    ]);
    expect(steps.map(({ code }: { code: string | null }) => code)).toEqual([null, null, null]);
  });

  it('types to a program that asks', async () => {
    const steps = await stepsOf([
      `${execute('read -r name; echo "hello $name"')}\n${fence('terminal:input', 'text: Ann')}`,
    ]);
    expect(steps[1]).toEqual({ log: expect.stringContaining('hello Ann'), code: null });
  });

  it('finds a command that keeps running, and the next one in its terminal', async () => {
    const steps = await stepsOf([
      `${execute('sleep 100', 'prove: { seconds: 2 }')}\n${execute('echo next', 'prove: { seconds: 1 }')}`,
    ]);
    expect(steps.map(({ code }: { code: string | null }) => code)).toEqual(['lab-timeout', 'lab-timeout']);
  });

  it('edits files, does what learners do by hand, and runs checks', async () => {
    const lines = fence('editor:append-lines-to-file', 'file: ~/exercises/a.txt\ntext: two');
    const check = fence('examiner:execute-test', 'name: done\nprove:\n  byHand: echo three >> exercises/a.txt');
    const steps = await stepsOf([`${lines}\n${execute('wc -l < a.txt')}\n${check}`], {
      tests: { done: '#!/bin/bash\ntest "$(tr "\\n" " " < ~/exercises/a.txt)" = "one two three "\n' },
    });
    expect(steps.map(({ code }: { code: string | null }) => code)).toEqual([null, null, null]);
    expect(steps[1].log).toBe('2');
  });

  it('has the code, packages and scripts that its definition names', async () => {
    const code = join(folder, 'mirrors/code');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', code, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args]);
    mkdirSync(code, { recursive: true });
    git('init', '--quiet', '--initial-branch=main');
    for (const label of ['one-start', 'one-end']) {
      writeFileSync(join(code, 'a.txt'), `${label}\n`);
      git('add', '--all');
      git('commit', '--quiet', '--message', `<${label}> Begin`);
    }
    const packages = fileURLToPath(new URL('../../../../samples/lab-packages/', import.meta.url));
    const places = { 'https://code.example.org/': 'mirrors/', 'registry.example.org/packages/': packages };
    writeFileSync(join(folder, 'lab-sources.json'), JSON.stringify(places));
    const spec = `session:
  env:
    - {name: LESSON_LABEL, value: one-start}
workshop:
  files:
    - {path: exercises, git: {url: 'https://code.example.org/code', ref: main}}
  packages:
    - name: spring-academy-lab
      files: [{image: {url: 'registry.example.org/packages/spring-academy-lab:1.0'}}]
`;
    const scripts = { 'setup.d/01-own.sh': 'echo "MADE=$(cat ~/exercises/a.txt)" >> "$WORKSHOP_ENV"\n' };
    const steps = await stepsOf([execute('cat a.txt; git log --oneline --all | wc -l; echo $MADE')], {
      ...{ spec, scripts, exercises: {} },
    });
    expect(steps).toEqual([{ log: 'one-start\n2\none-start', code: null }]);
  });

  it('is not proved when its files are missing or a start-up script fails', async () => {
    const spec = `workshop: {files: [{git: {url: 'https://code.example.org/gone', ref: main}}]}\n`;
    const places = { 'https://code.example.org/': './' };
    writeFileSync(join(folder, 'lab-sources.json'), JSON.stringify(places));
    const findingsOf = async (parts: object) =>
      JSON.parse((await prove([execute('true')], parts)).out).workshops[0].findings;
    expect(await findingsOf({ spec })).toEqual([
      expect.objectContaining({ code: 'lab-files-missing', line: 7, message: expect.stringContaining('is not in') }),
    ]);
    // The steps run all the same, as on the lab platform.
    expect(await findingsOf({ scripts: { 'setup.d/01-own.sh': 'ls /nowhere\n' } })).toEqual([
      expect.objectContaining({ code: 'lab-start-up-failed', message: expect.stringContaining('/nowhere') }),
    ]);
  });
});
