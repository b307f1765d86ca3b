import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getLessonLab } from '@academy/contract/labs';
import type { LabHost } from '@academy/lab-host/lab-host';
import { aLabHost } from '@academy/lab-host/testing/a-lab-host';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { listen, printedInLab, serve } from '@academy/server/labs/lab-page.fixture';
import { startApp, type TestApp } from '@academy/server/testing/start-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fence, writeWorkshop } from '../testing/a-workshop.ts';
import { runCommand } from '../testing/run-command.ts';

/** An author's command against a real server, with a repository on this machine, and a learner's session in a sandbox. */

const PAGE = { url: 'http://spring.localhost:3000/courses/c/lessons/lab', lessonId: 'spring-c-lab' };
const SPEC = `session:
  env: [{name: LESSON_LABEL, value: one-start}]
workshop:
  files: [{path: exercises/code, git: {url: 'https://code.example.org/code', ref: main}}]
`;
const SET_UP =
  '#!/bin/sh\ncd ~/exercises/code && git log -1 --format=%s > ~/begun.txt; echo "$LESSON_LABEL" >> ~/begun.txt\n';

if (!hasSandboxes) console.warn('Labs with published files are not started: sandboxes are not possible here.');

let app: TestApp;
let host: LabHost | null = null;
let server: Server;
let port = 0;
let env: Record<string, string> = {};
const root = mkdtempSync(join(tmpdir(), 'academy-apply-files-'));
const content = join(root, 'content');
const MAP = `https://code.example.org/=${join(root, 'mirrors')}/`;
const lock = join(content, 'course/workshops/spring-lab/lab-files.lock.json');

beforeAll(async () => {
  const made = hasSandboxes ? await aLabHost() : null;
  host = made;
  const labs = { engines: { spring: 'sandbox' }, portals: [], statusEveryMs: 0 };
  app = await startApp(made === null ? {} : { labs: { ...labs, hosts: () => [made.place] } });
  ({ server, port } = await listen());
  serve(server, app);
  const token = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']);
  env = { ACADEMY_API_URL: `http://127.0.0.1:${port}/api/v1`, ACADEMY_API_TOKEN: token };
  git('init', '--quiet', '--initial-branch=main');
  commit('First');
  write('course/course.json', { id: 'spring-c', slug: 'c', title: 'C', status: 'live', order: 1, level: 'beginner' });
  const lesson = { id: 'spring-c-lab', slug: 'lab', title: 'Lab', status: 'live', type: 'lab', duration: 60 };
  write('course/01-lab/lesson.json', { ...lesson, settings: { educates: 'spring-lab' } });
  writeWorkshop(join(content, 'course'), 'spring-lab', {
    pages: [fence('terminal:execute', 'command: ls')],
    spec: SPEC,
    scripts: { 'setup.d/01-begin.sh': SET_UP },
  });
});
afterAll(async () => {
  server?.close();
  await host?.close();
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, value: object): void {
  mkdirSync(dirname(join(content, file)), { recursive: true });
  writeFileSync(join(content, file), JSON.stringify(value));
}

const code = join(root, 'mirrors/code');
function git(...args: string[]): string {
  mkdirSync(code, { recursive: true });
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  return execFileSync('git', [...who, ...args], { cwd: code, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commit(text: string): string {
  writeFileSync(join(code, 'version.txt'), text);
  git('add', '--all');
  git('commit', '--quiet', '--message', text);
  return git('rev-parse', 'HEAD');
}

/** What becomes of the lab. */
async function apply(...more: string[]): Promise<{ outcome: string; version: number | null; err: string }> {
  const words = ['apply', 'all', '--path', content, '--tenant', 'spring', '--source-map', MAP, '--json'];
  const { out, err } = await runCommand(root, [...words, ...more], { env });
  const { items } = JSON.parse(out) as { items: { kind: string; outcome: string; version: number | null }[] };
  const { outcome = '', version = null } = items.find(({ kind }) => kind === 'workshop') ?? {};
  return { outcome, version, err };
}

/** What a script prints in a new session of the lab. */
const printed = (script: string) => printedInLab(app, port, PAGE, script);

const heldAt = () => (JSON.parse(readFileSync(lock, 'utf8')) as { at: string }[]).map(({ at }) => at);
const BEGUN = 'cat ~/exercises/code/version.txt ~/begun.txt';

describe('apply of a lab that names a repository', { timeout: 60_000 }, () => {
  it('holds its commit in a file beside the lab, not in a dry run', async () => {
    expect(await apply('--dry-run')).toMatchObject({ outcome: 'created' });
    expect(existsSync(lock)).toBe(false);
    expect(await apply()).toMatchObject({ outcome: 'created', version: 1, err: expect.stringContaining('commit it') });
    expect(heldAt()).toEqual([git('rev-parse', 'main')]);
  });

  it.skipIf(!hasSandboxes)('gives its learners the files, set up by its script', async () => {
    expect(await printed(BEGUN)).toBe('FirstFirst\none-start\n');
  });

  it('tells the page of the lab that it names files from elsewhere', async () => {
    const as = { bearer: await (await app.aPerson()).bearer() };
    const { body } = await app.call(getLessonLab, { query: PAGE }, as);
    expect(body.data).toMatchObject({ content: { namesFiles: true } });
  });

  it('changes nothing when the repository has gone on', async () => {
    const before = heldAt();
    commit('Second');
    expect(await apply()).toMatchObject({ outcome: 'unchanged', version: 1 });
    expect(heldAt()).toEqual(before);
  });

  it('moves on with --refresh-files', async () => {
    expect(await apply('--refresh-files')).toMatchObject({ outcome: 'updated', version: 2 });
    expect(heldAt()).toEqual([git('rev-parse', 'main')]);
    expect(await apply()).toMatchObject({ outcome: 'unchanged', version: 2 });
  });

  it.skipIf(!hasSandboxes)('gives its learners what it has moved on to', async () => {
    expect(await printed(BEGUN)).toBe('SecondSecond\none-start\n');
  });

  it('is refused, and what is published stays, when its commit is gone', async () => {
    const held = readFileSync(lock, 'utf8');
    writeFileSync(lock, held.replaceAll(/[a-f\d]{40}/g, 'a'.repeat(40)));
    expect(await apply()).toMatchObject({ outcome: 'skipped' });
    writeFileSync(lock, held);
    expect(await apply()).toMatchObject({ outcome: 'unchanged', version: 2 });
  });

  it.skipIf(!hasSandboxes)('publishes what was proved, though the repository has gone on since', async () => {
    rmSync(lock);
    const words = ['labs', 'prove', content, '--tenant', 'spring', '--engine', 'sandbox', '--record'];
    expect(await runCommand(root, [...words, '--source-map', MAP])).toMatchObject({ code: 0 });
    const proved = git('rev-parse', 'main');
    commit('Third');
    expect(await apply('--require-proof', '--strict')).toMatchObject({ outcome: 'updated', version: 3 });
    expect(heldAt()).toEqual([proved]);
  });
});
