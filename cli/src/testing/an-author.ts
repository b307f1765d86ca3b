import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getCourse } from '@academy/contract/courses';
import { startApp } from '@academy/server/testing/start-app';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { runCommand } from './run-command.ts';

/** A real server, and an author whose commands reach it over HTTP from a folder that is new for each test. */
export async function anAuthor() {
  const app = await startApp();
  const root = mkdtempSync(join(tmpdir(), 'academy-author-'));
  let turn = 0;
  const author = {
    /** Where commands run. */
    folder: '',
    /** Address and token of the server. */
    env: {} as Record<string, string>,
    /** Goes on in another empty folder. */
    moveTo(name: string): void {
      author.folder = join(root, name);
      mkdirSync(author.folder);
    },
    academy: (...args: string[]) => runCommand(author.folder, args, { env: author.env }),
    write(file: string, content: string | object): void {
      const place = join(author.folder, file);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
    },
    /** Writes a course with one lesson into a folder of its name. */
    aCourse(name: string, text = 'First text.', place = name): void {
      const id = `spring-${name}`;
      author.write(`${place}/course.json`, {
        ...{ id, slug: name, title: `Course ${name}`, status: 'live', order: 1, level: 'beginner' },
      });
      author.write(`${place}/01-first/lesson.json`, {
        ...{ id: `${id}-first`, slug: 'first', title: 'First', status: 'live', type: 'article', duration: 60 },
      });
      author.write(`${place}/01-first/content.md`, `${text}\n`);
    },
    git(...args: string[]): string {
      const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgsign=false'];
      return execFileSync('git', [...identity, ...args], {
        cwd: author.folder,
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim();
    },
    /** @returns the name of the commit */
    commit(): string {
      author.git('add', '-A');
      author.git('commit', '-q', '-m', 'Change');
      return author.git('rev-parse', 'HEAD');
    },
    repository(name: string): void {
      author.git('init', '-q');
      author.git('remote', 'add', 'origin', `https://git.example.org/authors/${name}.git`);
    },
    app,
    /** The status with which a visitor gets a course. */
    statusOf: async (slug: string) => (await app.call(getCourse, { query: { slug } })).status,
  };
  beforeAll(async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    const token = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']);
    const { port } = app.server.server.address() as AddressInfo;
    author.env = { ACADEMY_API_URL: `http://127.0.0.1:${port}/api/v1`, ACADEMY_API_TOKEN: token };
  });
  beforeEach(() => {
    turn += 1;
    author.moveTo(`turn-${turn}`);
  });
  afterAll(() => rmSync(root, { recursive: true }));
  return author;
}
