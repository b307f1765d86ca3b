import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fence, writeWorkshop } from '../testing/a-workshop.ts';
import { answerOf, cliFolder } from '../testing/cli-folder.ts';

const { academy, anApi, folder } = cliFolder();

const command = (text: string) => fence('terminal:execute', `command: ${text}`);
const PAGES = [
  `${command('ls')}\n${command('git status')}\n${command('git log')}\n${command('sort -R a')}`,
  command('ls'),
];
const tests = { works: '#!/bin/bash\nls\nsort -R a > b\n' };
const check = fence('examiner:execute-test', 'name: works\ntitle: It works');

describe('what the light shell of labs in the browser refuses', () => {
  const validate = async (name: string, env: Record<string, string> = {}, ...more: string[]) =>
    (await academy(['validate', 'all', '--path', name, '--tenant', 'spring', ...more], env)).out;

  test('is a warning of validate for each file, with a count', async () => {
    writeWorkshop(join(folder, 'a'), 'spring-a', { pages: [...PAGES, check], tests });
    const lines = (await validate('a')).split('\n').filter((line) => line.includes('lab-shell-lacks'));
    const said = 'warning lab-shell-lacks: the light shell of labs in the browser refuses';
    expect(lines).toEqual([
      `a/workshops/spring-a/workshop/content/01-page.md:5: ${said} 3 of 4 commands on this page: the program git (2 times), sort -R`,
      `a/workshops/spring-a/workshop/examiner/tests/works:3: ${said} this check: sort -R`,
    ]);
  });

  test.each([
    ['that names an environment', { environment: 'host' }, {}],
    ['of an academy with sandboxes', {}, { ACADEMY_LAB_ENGINES: 'spring=sandbox' }],
    [
      'that brings files along',
      { spec: 'workshop:\n  files:\n  - git:\n      url: https://git.example.org/a.git\n      ref: main\n' },
      {},
    ],
  ])('is not said of a lab %s', async (what, parts, env) => {
    const name = `no-${what.replaceAll(' ', '-')}`;
    writeWorkshop(join(folder, name), 'spring-b', { pages: PAGES, ...parts });
    expect(await validate(name, env)).not.toContain('lab-shell-lacks');
  });

  test('is not said of a lab whose image an environment stands for', async () => {
    const spec = 'workshop:\n  image: jdk17-environment:*\n';
    writeWorkshop(join(folder, 'c'), 'spring-c', { pages: PAGES, spec });
    const env = { ACADEMY_LAB_IMAGES: 'jdk17-environment=java-17' };
    expect(await validate('c', env, '--environments', 'java-17')).not.toContain('lab-shell-lacks');
    expect(await validate('c')).toContain('lab-shell-lacks');
  });

  test('is said by apply, which publishes the lab', async () => {
    writeWorkshop(join(folder, 'd'), 'spring-d', { pages: PAGES });
    const api = await anApi(200, answerOf({ outcome: 'created', version: 1, findings: [] }));
    const { code, out } = await academy([
      ...['apply', 'all', '--path', 'd', '--tenant', 'spring', '--url', api.url, '--token', 'academy_secret'],
    ]);
    expect({ code, isSaid: out.includes('refuses 3 of 4 commands on this page') }).toEqual({ code: 0, isSaid: true });
  });

  test('is said by labs prove of checks and of skipped steps', async () => {
    const page = `${command('ls')}\n${fence('terminal:execute', 'command: git status\nprove: { skip: no repository }')}`;
    writeWorkshop(join(folder, 'e'), 'spring-e', { pages: [page] });
    const { code, out } = await academy(['labs', 'prove', 'e', '--tenant', 'spring']);
    expect(out).toContain('warning lab-shell-lacks: the light shell of labs in the browser refuses 1 of 2 commands');
    expect(code).toBe(0);
    writeWorkshop(join(folder, 'f'), 'spring-f', { pages: [check], tests });
    const refused = await academy(['labs', 'prove', 'f', '--tenant', 'spring']);
    expect(refused.out).toContain('error lab-shell-lacks: the check "It works" could not run: sort: this shell');
    expect(refused.code).toBe(1);
  });
});
