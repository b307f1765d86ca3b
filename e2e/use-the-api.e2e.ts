import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tokenTexts } from '@academy/web/features/personal-access-tokens/token-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import type { TestInfo } from '@playwright/test';
import { type Finished, ROOT } from './support/process.ts';
import { openAs } from './support/sign-in.ts';
import { completeAtServer, heading, lessonIdsOf, open } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** The examples on the page of the documentation. */
const page = readFileSync(join(ROOT, 'docs/how-to/use-the-api.md'), 'utf8');
const fences = [...page.matchAll(/^```([a-z]+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const example = (language: string, part: string): string => {
  const found = fences.find((fence) => fence.language === language && fence.text.includes(part));
  if (found === undefined) throw new Error(`no example in ${language} with ${part}`);
  return found.text;
};

function run(command: string, args: readonly string[], token: string): Promise<Finished> {
  const env = { ...process.env, ACADEMY: `http://127.0.0.1:${academy.port}`, TOKEN: token };
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text.stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...text }));
  });
}

const shell = (text: string, token: string) => run('sh', ['-c', text], token);

/** Runs an example in TypeScript inside the repository, where its packages can be resolved. */
async function typeScript(text: string, token: string, info: TestInfo): Promise<Finished> {
  const file = info.outputPath('example.ts');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { types: ['node'] },
    files: [file],
  };
  writeFileSync(info.outputPath('tsconfig.json'), JSON.stringify(config));
  const checked = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', info.outputPath('tsconfig.json')], token);
  expect(checked, checked.stdout).toMatchObject({ code: 0 });
  return run(process.execPath, [file], token);
}

async function tokenOf(person: string, ability: string): Promise<string> {
  const args = ['--name', ability, '--tenant', 'spring', '--ability', ability, '--person', person];
  const made = await academy.cli(['token', 'create', ...args, '--data', academy.dataFolder]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  return made.stdout.trim();
}

test('a learner makes a token and reads progress with curl and TypeScript', async ({ page }, info) => {
  const learner = await academy.newPerson();
  await openAs(page, academy.url('spring', '/courses'), learner);
  const { text } = await academy.get('spring', '/api/v1/courses/list');
  const { courses } = (JSON.parse(text) as { data: { courses: { courseId: string; slug: string; title: string }[] } })
    .data;
  const course = courses.find(({ slug }) => slug === 'rest-apis-that-age-well') ?? courses[0];
  if (course === undefined) throw new Error('there is no course');
  const [first = ''] = await lessonIdsOf(academy, 'spring', course.slug);
  await completeAtServer(page, [first]);

  await open(page, academy.url('spring', '/account'));
  await expect(heading(page, accountTexts.yourAccount)).toBeVisible();
  const form = page.getByRole('form', { name: tokenTexts.newToken });
  await form.getByRole('textbox', { name: tokenTexts.name }).fill('My own page');
  await form.getByRole('checkbox', { name: 'progress:read' }).check();
  await form.getByRole('button', { name: tokenTexts.create }).click();
  const token = await page
    .getByRole('region', { name: tokenTexts.copyNow })
    .getByRole('textbox', { name: tokenTexts.newToken })
    .inputValue();

  const curl = await shell(example('sh', '/progress/overlay'), token);
  expect(curl, curl.stderr).toMatchObject({ code: 0 });
  const { items } = (JSON.parse(curl.stdout) as { data: { items: Record<string, { completedLesson: number }> } }).data;
  expect(items[course.courseId]?.completedLesson).toBe(1);

  const program = example('ts', 'getProgressOverlay');
  const ran = await typeScript(program, token, info);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(ran.stdout).toMatch(new RegExp(`^${course.title}: 1 of \\d+ lessons$`, 'm'));

  // The token is refused for other calls, and an invalid token is reported with a code.
  const statistics = await shell(example('sh', '/admin/stats'), token);
  expect(statistics.code).toBe(22);
  expect(statistics.stdout).toContain('"code":"token-ability"');
  const refused = await typeScript(program, 'academy_wrong', info);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toMatch(/^401 invalid-token: .+ \([0-9a-f-]{36}\)\n$/);
});

test('a program reads an academy’s statistics with an administrator’s token', async () => {
  const token = await tokenOf(academy.person('admin').email, 'stats:read');
  const { code, stdout, stderr } = await shell(example('sh', '/admin/stats'), token);
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, errors: [] });
});
