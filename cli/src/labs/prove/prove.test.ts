import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LabProofSchema } from '@academy/contract/lab-proof';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fence, writeWorkshop } from '../../testing/a-workshop.ts';
import { runCommand } from '../../testing/run-command.ts';

const PAGE = 'workshops/spring-lab/workshop/content/01-page.md';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-prove-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prove = (...args: string[]) => runCommand(folder, ['labs', 'prove', '--tenant', 'spring', ...args]);
const aLab = (pages: string[], parts: Partial<Parameters<typeof writeWorkshop>[2]> = {}) =>
  writeWorkshop(folder, 'spring-lab', { pages, ...parts });
const execute = (command: string, more = '') => fence('terminal:execute', `command: ${command}\n${more}`.trimEnd());
const check = (more = '') => fence('examiner:execute-test', `name: done\ntitle: It is done\n${more}`.trimEnd());
const DONE = { done: '#!/bin/bash\ntest -f ~/exercises/done.txt\n' };

/** The findings of a lab with one page, in brief. */
async function findingsOf(page: string, parts: Parameters<typeof aLab>[1] = {}) {
  aLab([page], parts);
  const { out } = await prove();
  return out.split('\n').flatMap((line) => /^\S+:(\d+): error (\S+): (.*)$/.exec(line)?.slice(1).join(' ') ?? []);
}

describe('proving a lab', () => {
  it('runs its steps in order, in the files of the learner', async () => {
    aLab([execute('ls list.txt'), `${execute('touch done.txt')}\n${check()}`], {
      tests: DONE,
      exercises: { 'list.txt': 'one\n' },
    });
    const { code, out } = await prove();
    expect(out).toMatch(/^proved workshop spring-lab in spring \(browser, 3 of 3 steps, \d+\.\d s\)\n/);
    expect(out).toContain('1 workshop: 1 proved, 0 failed, 0 not proved; 0 findings');
    expect(code).toBe(0);
  });

  it('reports a failing step with file and line, and goes on', async () => {
    aLab([`Hello\n\n${execute('ls gone.txt')}\n${execute('false')}`]);
    const { code, out } = await prove();
    expect(out).toContain(`${PAGE}:3: error lab-command-failed: the command ended with status 2, not 0: ls: `);
    expect(out).toContain(`${PAGE}:7: error lab-command-failed: the command ended with status 1, not 0`);
    expect(out).toContain('failed workshop spring-lab in spring (browser, 0 of 2 steps');
    expect(code).toBe(1);
  });

  it.each([
    ['a status that its author expects', execute('"false"', 'prove: { status: 1 }'), []],
    [
      'another status than its author expects',
      execute('"true"', 'prove: { status: 1 }'),
      ['1 lab-command-failed the command ended with status 0, not 1'],
    ],
    ['a missing program', execute('mvnd -v'), ['1 lab-program-missing the lab has no program "mvnd"']],
    [
      'a text that is not in its file',
      fence('editor:select-matching-text', 'file: ~/exercises/a.txt\ntext: two'),
      ['1 lab-edit-failed the text is not in "exercises/a.txt"'],
    ],
    ['a missing file', fence('editor:open-file', 'file: b.txt'), ['1 lab-edit-failed there is no file "b.txt"']],
    [
      'an unknown action',
      fence('robot:dance', 'steps: 3'),
      ['1 lab-action-unknown no lab engine knows the action "robot:dance"'],
    ],
    [
      'a missing tab',
      fence('dashboard:open-dashboard', 'name: Browser'),
      ['1 lab-tab-missing the lab has no tab "Browser"'],
    ],
    [
      'a hidden action that nothing starts',
      execute('ls', 'hidden: true'),
      ['1 lab-action-unreachable the action is hidden and no other starts it, so no learner can reach it'],
    ],
    ['a step that is left out for a reason', execute('mvnd', 'prove: { skip: needs the printer }'), []],
  ])('finds %s', async (_what, page, findings) => {
    expect(await findingsOf(page, { exercises: { 'a.txt': 'one\n' } })).toEqual(findings);
  });

  it('finds a check that passes before the steps of its page', async () => {
    const always = { done: '#!/bin/bash\ntrue\n' };
    const early = 'lab-check-passed-before the check "It is done" passes before the steps of its page were done';
    expect(await findingsOf(`${execute('ls')}\n${check()}`, { tests: always })).toEqual([
      expect.stringContaining(`5 ${early}`),
    ]);
    expect(await findingsOf(`${execute('ls')}\n${check('prove: { before: pass }')}`, { tests: always })).toEqual([]);
    // Nothing comes before it.
    expect(await findingsOf(check(), { tests: always })).toEqual([]);
  });

  it('finds a check that fails after the steps of its page', async () => {
    const failed = 'lab-check-failed the check "It is done" fails after the steps before it';
    expect(await findingsOf(`${execute('touch other.txt')}\n${check()}`, { tests: DONE })).toEqual([`5 ${failed}`]);
    const expected = `${execute('touch other.txt')}\n${check('prove: { after: fail }')}`;
    expect(await findingsOf(expected, { tests: DONE })).toEqual([]);
  });

  it('does by hand what the author writes down for learners', async () => {
    const byHand = (script: string) => check(`prove:\n  byHand: ${script}`);
    expect(await findingsOf(byHand('touch exercises/done.txt'), { tests: DONE, exercises: { a: '' } })).toEqual([]);
    expect(await findingsOf(byHand('exit 3'), { tests: DONE })).toEqual([
      '1 lab-by-hand-failed the script of "byHand" ended with status 3',
    ]);
  });

  describe('with what learners do by hand written outside of it', () => {
    const byHand = async (yaml: string) => {
      mkdirSync(join(folder, 'hand'), { recursive: true });
      writeFileSync(join(folder, 'hand/spring-lab.yaml'), yaml);
      const { code, out, err } = await prove('workshops', '--by-hand', 'hand');
      return { code, text: out + err };
    };

    it('does it before an action, and when a page is read', async () => {
      aLab([`Type it.\n\n${check()}`, execute('cat more.txt')], { tests: DONE, exercises: { a: '' } });
      const yaml =
        '01-page:\n- { action: 1, byHand: touch exercises/done.txt }\n- { action: end, byHand: echo 1 > exercises/more.txt }\n';
      const { code, text } = await byHand(yaml);
      expect(text).toContain('proved workshop spring-lab in spring (browser, 3 of 3 steps');
      expect(code).toBe(0);
      const failing = await byHand(yaml.replace('echo 1 >', 'exit 4 >'));
      expect(failing.text).toContain(`${PAGE}:1: error lab-by-hand-failed: the script of "byHand" ended with status 4`);
    });

    it.each([
      ['no-page:\n- { action: end, byHand: ls }\n', 'the lab has no page "no-page"; there are 01-page'],
      ['01-page:\n- { action: 2, byHand: ls }\n', '"01-page" has 1 actions, and none with number 2'],
      ['01-page:\n- { action: end, byhand: ls }\n', '"01-page" has no "byhand"; there are status, runs'],
      ['01-page:\n  action: end\n', '"01-page" must be a list'],
      ['01-page: [\n', 'line 1: '],
    ])('says what is wrong with %j', async (yaml, words) => {
      aLab([execute('ls')]);
      const { code, text } = await byHand(yaml);
      expect(text).toContain(words);
      expect(code).toBe(1);
    });
  });

  it('stops a command that does not end', async () => {
    const findings = await findingsOf(execute('sleep 30', 'prove: { seconds: 1 }'));
    expect(findings).toEqual([expect.stringContaining('1 lab-timeout the command did not end within 1 s')]);
  });

  it('refuses settings of a proof that do not exist', async () => {
    aLab([execute('ls', 'prove: { expect: 1 }')]);
    const { out } = await runCommand(folder, ['validate', 'all', '--path', '.', '--tenant', 'spring']);
    expect(out).toContain(
      `${PAGE}:3: warning action-field-type: "prove" of "terminal:execute" has no "expect"; there are`,
    );
  });
});

describe('the record of a proof', () => {
  const record = () => join(folder, 'workshops/spring-lab/proof.json');
  const built = async () => {
    const { out } = await runCommand(folder, ['validate', 'all', '--path', '.', '--tenant', 'spring']);
    return /lab-proof-\w+/.exec(out)?.[0] ?? 'accepted';
  };

  it('lies beside its lab and names steps, versions and files', async () => {
    aLab([execute('echo hello | jq -R .')]);
    await prove();
    expect(existsSync(record())).toBe(false);
    await prove('--record');
    const proof = v.parse(LabProofSchema, JSON.parse(readFileSync(record(), 'utf8')));
    expect(proof).toMatchObject({ workshop: 'spring-lab', engine: 'browser', environment: null, commit: null });
    expect(proof.tools.map(({ name }) => name)).toContain('academy');
    expect(proof.steps).toMatchObject([
      { page: 'Page', action: 'terminal:execute', title: 'echo hello | jq -R .', outcome: 'done', log: '"hello"' },
    ]);
    expect(await built()).toBe('accepted');
  });

  it('is about exactly the files that were proved', async () => {
    const root = aLab([execute('ls')], { exercises: { 'a.txt': 'one\n' } });
    await prove('--record');
    writeFileSync(join(root, 'exercises/a.txt'), 'two\n');
    expect(await built()).toBe('lab-proof-outdated');
    await prove('--record');
    expect(await built()).toBe('accepted');
    writeFileSync(record(), '{ "workshop": 1 }');
    expect(await built()).toBe('lab-proof-unreadable');
  });

  it('goes when the lab does not work any more', async () => {
    aLab([execute('ls')]);
    await prove('--record');
    aLab([execute('mvnd')]);
    await prove('--record');
    expect(existsSync(record())).toBe(false);
  });
});

describe('the results for other programs', () => {
  it('are JSON with every step', async () => {
    aLab([`${execute('echo hi')}\n${execute('false')}`]);
    const { out } = await prove('--json');
    expect(JSON.parse(out)).toMatchObject({
      workshops: [
        {
          id: 'spring-lab',
          outcome: 'failed',
          steps: [
            { file: 'workshop/content/01-page.md', line: 1, title: 'echo hi', outcome: 'done', log: 'hi\n' },
            { line: 5, outcome: 'failed', finding: { code: 'lab-command-failed' } },
          ],
          findings: [{ file: PAGE, line: 5, severity: 'error' }],
        },
      ],
      totals: { workshops: 1, proved: 0, failed: 1, unproved: 0, findings: 1 },
    });
  });

  it('are JUnit XML with a suite a lab and a case a step', async () => {
    aLab([`${execute('echo "a < b"')}\n${execute('false')}\n${execute('x', 'prove: { skip: not here }')}`]);
    await prove('--junit', 'results.xml');
    const xml = readFileSync(join(folder, 'results.xml'), 'utf8');
    expect(xml).toMatch(/<testsuites name="labs prove" tests="3" failures="1" skipped="1" time="\d+\.\d{3}">/);
    expect(xml).toMatch(/<testsuite name="spring-lab" tests="3" failures="1" skipped="1"/);
    expect(xml.match(/<testcase /g)).toHaveLength(3);
    expect(xml).toContain('<system-out>a &#60; b</system-out>');
    expect(xml).toContain('<failure type="lab-command-failed"');
    expect(xml).toContain('<skipped message="not here"/>');
  });
});

describe('which labs are proved', () => {
  it('are those whose files differ from a commit', async () => {
    const git = (words: string) => execFileSync('git', words.split(' '), { cwd: folder });
    for (const name of ['spring-one', 'spring-two']) writeWorkshop(folder, name, { pages: [execute('ls')] });
    git('init -q');
    git('add -A');
    git('-c user.name=Ann -c user.email=ann@example.org commit -qm One');
    expect((await prove('--changed', 'HEAD')).out).toContain('0 workshops: ');
    writeFileSync(join(folder, 'workshops/spring-two/workshop/content/01-page.md'), execute('pwd'));
    const { out } = await prove('--changed', 'HEAD');
    expect(out).toContain('spring-two');
    expect(out).not.toContain('spring-one');
    rmSync(join(folder, 'workshops/spring-one/resources'), { recursive: true });
    expect((await prove('--changed', 'no-such-commit')).code).toBe(2);
  });

  it('are all in the folders that are named', async () => {
    for (const name of ['spring-one', 'spring-two']) writeWorkshop(folder, name, { pages: [execute('ls')] });
    expect((await prove('workshops/spring-two', 'workshops')).out).toContain('2 workshops: 2 proved');
    expect((await prove('workshops/spring-two')).out).toContain('1 workshop: 1 proved');
    expect((await prove('nowhere')).code).toBe(2);
  });

  it('are not those of other platforms', async () => {
    aLab([execute('ls')]);
    const env = { ACADEMY_LAB_ENGINES: 'spring=educates' };
    const { code, out } = await runCommand(folder, ['labs', 'prove', '--tenant', 'spring'], { env });
    expect(out).toContain('not proved workshop spring-lab in spring (educates): its engine is educates');
    expect(code).toBe(0);
  });
});
