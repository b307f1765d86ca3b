import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getCourse } from '@academy/contract/courses';
import { startApp } from '@academy/server/testing/start-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prune } from './publishing/prune.ts';
import { published } from './publishing/published.ts';
import { runCommand } from './testing/run-command.ts';

/** The author's commands against a real server, over HTTP. */

const app = await startApp();
const root = mkdtempSync(join(tmpdir(), 'academy-journeys-'));
let env: Record<string, string> = {};
let folder = '';
let turn = 0;

beforeAll(async () => {
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const token = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']);
  const { port } = app.server.server.address() as AddressInfo;
  env = { ACADEMY_API_URL: `http://127.0.0.1:${port}/api/v1`, ACADEMY_API_TOKEN: token };
});
beforeEach(() => {
  turn += 1;
  folder = join(root, `turn-${turn}`);
  mkdirSync(folder);
});
afterAll(() => rmSync(root, { recursive: true }));

const academy = (...args: string[]) => runCommand(folder, args, { env });

function write(file: string, content: string | object): void {
  const place = join(folder, file);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
}

/** A course with one lesson in a folder of its name. */
function aCourse(name: string, text = 'First text.', place = name): void {
  const id = `spring-${name}`;
  write(`${place}/course.json`, {
    id,
    slug: name,
    title: `Course ${name}`,
    status: 'live',
    order: 1,
    level: 'beginner',
  });
  write(`${place}/01-first/lesson.json`, {
    ...{ id: `${id}-first`, slug: 'first', title: 'First', status: 'live', type: 'article', duration: 60 },
  });
  write(`${place}/01-first/content.md`, `${text}\n`);
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commit(): string {
  git('add', '-A');
  git('commit', '-q', '-m', 'Change');
  return git('rev-parse', 'HEAD');
}

function repository(name: string): void {
  git('init', '-q');
  git('remote', 'add', 'origin', `https://git.example.org/authors/${name}.git`);
}

const titleOf = async (slug: string) => (await app.call(getCourse, { query: { slug } })).status;

describe('publishing a folder', () => {
  it('moves a lesson to a course that is published before its former one', async () => {
    aCourse('mv-a');
    aCourse('mv-z');
    expect((await academy('apply', 'all', '--path', '.')).code).toBe(0);
    // The lesson of z has moved to a, and z has another one.
    write('mv-a/02-moved/lesson.json', {
      ...{ id: 'spring-mv-z-first', slug: 'moved', title: 'Moved', status: 'live', type: 'article', duration: 60 },
    });
    write('mv-a/02-moved/content.md', 'It moved.\n');
    write('mv-z/01-first/lesson.json', {
      ...{ id: 'spring-mv-z-other', slug: 'first', title: 'Other', status: 'live', type: 'article', duration: 60 },
    });
    const { code, out } = await academy('apply', 'all', '--path', '.');
    expect(out).not.toContain('lesson-id-taken');
    expect(out).toContain('updated course spring-mv-a');
    expect(out).toContain('updated course spring-mv-z');
    expect(code).toBe(0);
  });

  it('creates everything in the order of names, and changes nothing the second time', async () => {
    aCourse('loop');
    write('instructors/ann/instructor.json', {
      id: 'spring-ann',
      slug: 'ann',
      name: 'Ann',
      status: 'live',
      settings: {},
    });
    write('tags/tags.json', [{ slug: 'testing', name: 'Testing', type: 'topic' }]);
    write('guides/one/guide.json', { id: 'spring-one', slug: 'one', title: 'One', type: 'article', status: 'live' });
    write('guides/one/content.md', 'A guide.\n');
    const first = await academy('apply', 'all', '--path', '.', '--tenant', 'spring');
    expect(first.out.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      ...['created tags', 'created instructor', 'created course', 'created guide', '4 items:'],
    ]);
    expect(first.code).toBe(0);
    const second = await academy('apply', 'all', '--path', '.', '--tenant', 'spring', '--json');
    expect(JSON.parse(second.out).totals).toMatchObject({ items: 4, unchanged: 4, created: 0, updated: 0 });
  });

  it('refuses a copied course with one line that names both folders', async () => {
    aCourse('original');
    aCourse('original', 'First text.', 'a-copy');
    const { out, code } = await academy('apply', 'all', '--path', '.');
    expect(out.split('\n')).toEqual([
      'skipped course spring-original in spring',
      expect.stringMatching(
        /^a-copy\/course\.json:1: fatal id-duplicate: .* used by both original and a-copy; give the copy a new id/,
      ),
      'created course spring-original in spring (version 1)',
      '2 items: 1 created, 1 skipped; 1 fatal, 0 errors, 0 warnings',
    ]);
    expect(code).toBe(1);
    const check = await academy('validate', 'all', '--path', '.');
    expect(check.out.match(/: fatal /g)).toHaveLength(1);
  });

  it('reports links that lead to nothing in the folder or the academy', async () => {
    aCourse('there');
    expect((await academy('apply', 'all', '--path', '.')).code).toBe(0);
    rmSync(join(folder, 'there'), { recursive: true });
    aCourse('linking', '[A](/courses/there)\n\n[B](/courses/nope)\n\n[C](../nope.md)');
    const { out, code } = await academy('apply', 'all', '--path', '.');
    const told = out.split('\n').filter((line) => line.includes('warning'));
    expect(told).toEqual([
      expect.stringMatching(/^linking\/01-first\/content\.md:3: warning link-broken: .*\/courses\/nope/),
      expect.stringMatching(/^linking\/01-first\/content\.md:5: warning link-broken: .*nope\.md/),
      '1 item: 1 created; 0 fatal, 0 errors, 2 warnings',
    ]);
    expect(code).toBe(0);
    // Without an academy, every link that the folder cannot resolve is reported.
    const check = await academy('validate', 'all', '--path', '.');
    expect(check.out.match(/link-broken/g)).toHaveLength(3);
    expect(check.out).toContain('If another folder publishes it, all is well');
    expect((await academy('apply', 'all', '--path', '.', '--strict')).code).toBe(1);
  });

  it('changes nothing on a dry run', async () => {
    aCourse('dry');
    const { out, code } = await academy('apply', 'course', '-f', 'dry/course.json', '--dry-run');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('created course spring-dry') });
    expect(await titleOf('dry')).toBe(404);
  });

  it('publishes the rest when one item is unusable', async () => {
    aCourse('fine');
    write('broken/course.json', '{ oops');
    const { out, code } = await academy('apply', 'course', '--path', '.');
    expect(out).toContain('created course spring-fine');
    expect(out).toContain('skipped course broken/course.json');
    expect(code).toBe(1);
  });

  it('refuses a warning when it is told to be strict', async () => {
    aCourse('strict', '![](picture.png)');
    expect((await academy('apply', 'course', '-f', 'strict/course.json', '--strict')).code).toBe(1);
    expect(await titleOf('strict')).toBe(404);
  });

  it('finishes running work at Ctrl-C, and says what was done', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) aCourse(`stop-${number}`);
    let press = () => {};
    const out: string[] = [];
    const run = await runCommand(folder, ['apply', 'all', '--path', '.'], {
      env,
      onInterrupt(listener) {
        press = listener;
        return () => undefined;
      },
      out(line) {
        out.push(line);
        if (line.startsWith('created')) press();
      },
    });
    const created = out.filter((line) => line.startsWith('created')).length;
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThan(9);
    expect(run.err).toContain(`Stopped: ${created} of 9 items were done; each of them completely.`);
    expect(run.code).toBe(1);
  });
});

describe('publishing with an old base', () => {
  it('is refused with both versions named, unless it is forced', async () => {
    repository('bases');
    aCourse('based', 'Old.');
    const old = commit();
    aCourse('based', 'New.');
    const newer = commit();
    expect((await academy('apply', 'all', '--path', '.')).out).toContain('created course spring-based');
    git('checkout', '-q', old);
    const refused = await academy('apply', 'all', '--path', '.');
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/based\/course\.json:1: fatal version-conflict: the academy has version 1 of commit/);
    expect(refused.out).toContain(newer.slice(0, 12));
    expect(refused.out).toContain(`yours is of commit ${old.slice(0, 12)}`);
    expect(refused.out).toContain('published by Test Person');
    expect((await academy('apply', 'all', '--path', '.', '--force')).out).toContain('updated course spring-based');
  });

  it('works without a remote: the commit is kept, and an older one is refused', async () => {
    git('init', '-q');
    aCourse('alone', 'Old.');
    const old = commit();
    aCourse('alone', 'New.');
    const newer = commit();
    expect((await academy('apply', 'all', '--path', '.')).code).toBe(0);
    expect((await academy('content', 'history', 'course', 'spring-alone')).out).toContain(newer.slice(0, 12));
    git('checkout', '-q', old);
    expect((await academy('apply', 'all', '--path', '.')).out).toContain('fatal version-conflict');
  });

  it('takes the only remote for the source, whatever its name', async () => {
    git('init', '-q');
    git('remote', 'add', 'upstream', 'https://git.example.org/authors/renamed.git');
    aCourse('upstream');
    commit();
    await academy('apply', 'all', '--path', '.');
    const rows = JSON.parse((await academy('content', 'history', 'course', 'spring-upstream', '--json')).out);
    expect(rows[0].source).toMatchObject({ repository: 'authors/renamed', host: 'git.example.org' });
  });

  it('passes when the same files are published or the copy has more commits', async () => {
    repository('same');
    aCourse('same', 'One.');
    const first = commit();
    write('README.md', 'Nothing of the course.');
    commit();
    await academy('apply', 'all', '--path', '.');
    git('checkout', '-q', first);
    expect((await academy('apply', 'all', '--path', '.')).out).toContain('unchanged course spring-same');
    git('checkout', '-q', '-');
    aCourse('same', 'Two.');
    commit();
    expect((await academy('apply', 'all', '--path', '.')).out).toContain('updated course spring-same');
  });
});

describe('a translation', () => {
  it('that is older than its original is reported, until it is committed again', async () => {
    git('init', '-q', '-b', 'main');
    aCourse('bridges', 'Base.');
    write('bridges/01-first/content.de.md', 'Anfang.\n');
    const commitAt = (date: string) => {
      git('add', '-A');
      const [name, email] = ['Ann', 'ann@example.org'];
      const who = {
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: email,
        GIT_COMMITTER_NAME: name,
        GIT_COMMITTER_EMAIL: email,
      };
      const env = { ...process.env, ...who, GIT_COMMITTER_DATE: date };
      execFileSync('git', ['commit', '-q', '-m', 'Change'], { cwd: folder, env });
    };
    const outdated = /bridges\/01-first\/content\.de\.md:1: warning translation-outdated: is older than its original/;
    const validate = async () => (await academy('validate', 'all', '--path', '.')).out;
    commitAt('2026-01-01T10:00:00Z');
    expect(await validate()).not.toContain('translation-outdated');
    aCourse('bridges', 'Changed.');
    commitAt('2026-01-03T10:00:00Z');
    expect(await validate()).toMatch(outdated);
    write('bridges/01-first/content.de.md', 'Geändert.\n');
    commitAt('2026-01-04T10:00:00Z');
    expect(await validate()).not.toContain('translation-outdated');
  });
});

describe('a merge that is not finished', () => {
  it('is refused by file, in git and in texts, and other items are published', async () => {
    git('init', '-q', '-b', 'main');
    for (const name of ['merged', 'calm']) aCourse(name, 'Base.');
    commit();
    git('checkout', '-q', '-b', 'theirs');
    aCourse('merged', 'Theirs.');
    commit();
    git('checkout', '-q', 'main');
    aCourse('merged', 'Ours.');
    commit();
    expect(() => git('merge', 'theirs')).toThrow();
    const { out, code } = await academy('apply', 'all', '--path', '.');
    expect(out).toMatch(/merged\/01-first\/content\.md:1: fatal git-unmerged: /);
    expect(out).toMatch(/merged\/01-first\/content\.md:1: fatal conflict-markers: /);
    expect(out).toContain('created course spring-calm');
    expect(code).toBe(1);
    expect((await academy('validate', 'all', '--path', '.')).out).toContain('fatal git-unmerged');
    // Resolved, but not yet marked as such: git still has three versions of the file.
    write('merged/01-first/content.md', 'Both.\n');
    const unmarked = await academy('apply', 'all', '--path', '.');
    expect(unmarked.out).toContain('fatal git-unmerged');
    expect(unmarked.out).not.toContain('conflict-markers');
    git('add', '-A');
    expect((await academy('apply', 'all', '--path', '.')).out).toContain('created course spring-merged');
  });
});

describe('pruning', () => {
  it('prunes what was deleted from git without a remote, in that folder only', async () => {
    const folders = ['one', 'two'].map((name) => join(folder, name, 'content'));
    for (const [at, place] of folders.entries()) {
      folder = place;
      mkdirSync(folder, { recursive: true });
      git('init', '-q');
      for (const name of ['kept', 'gone']) aCourse(`local-${name}-${at}`);
      commit();
      await academy('apply', 'all', '--path', '.');
    }
    folder = folders[0] ?? '';
    rmSync(join(folder, 'local-gone-0'), { recursive: true });
    commit();
    const { out } = await academy('apply', 'all', '--path', '.', '--prune');
    expect(out.split('\n').filter((line) => line.startsWith('drafted'))).toEqual([
      'drafted course spring-local-gone-0 in spring (version 1)',
    ]);
  });

  it('drafts what is gone from the same source, and nothing of others', async () => {
    repository('pruned');
    for (const name of ['stays', 'goes']) aCourse(name);
    commit();
    await academy('apply', 'all', '--path', '.');
    const pruned = folder;
    folder = join(root, 'another');
    mkdirSync(folder);
    repository('other');
    aCourse('other');
    commit();
    await academy('apply', 'all', '--path', '.');
    folder = pruned;

    rmSync(join(folder, 'goes'), { recursive: true });
    commit();
    const dry = await academy('apply', 'all', '--path', '.', '--prune', '--dry-run');
    expect(dry.out).toContain('drafted course spring-goes in spring (version 1), dry run');
    expect(await titleOf('goes')).toBe(200);
    const real = await academy('apply', 'all', '--path', '.', '--prune');
    expect(real.out.split('\n').filter((line) => line.startsWith('drafted'))).toEqual([
      'drafted course spring-goes in spring (version 1)',
    ]);
    expect(real.code).toBe(0);
    expect([await titleOf('goes'), await titleOf('stays'), await titleOf('other')]).toEqual([404, 200, 200]);
    expect((await academy('apply', 'all', '--path', '.', '--prune')).out).not.toContain('drafted');
    git('revert', '--no-edit', 'HEAD');
    await academy('apply', 'all', '--path', '.');
    expect(await titleOf('goes')).toBe(200);
  });

  it('touches only the folder of the run', async () => {
    repository('parts');
    for (const name of ['left', 'right']) aCourse(name, 'Text.', `${name}/${name}`);
    aCourse('left-too', 'Text.', 'left/left-too');
    commit();
    await academy('apply', 'all', '--path', '.');
    for (const name of ['left/left', 'right/right']) rmSync(join(folder, name), { recursive: true });
    const { out } = await academy('apply', 'all', '--path', 'left', '--prune');
    expect(out).toContain('drafted course spring-left ');
    expect(out).not.toContain('spring-right');
  });

  it('refuses where only some folders of the repository are checked out', async () => {
    repository('sparse');
    for (const name of ['here', 'absent']) aCourse(name, 'Text', `sparse/${name}`);
    commit();
    git('sparse-checkout', 'set', 'sparse/here');
    expect(await academy('apply', 'all', '--path', '.', '--prune')).toMatchObject({
      code: 2,
      err: expect.stringContaining('git sparse-checkout disable'),
    });
    expect((await academy('validate', 'all', '--path', '.')).code).toBe(0);
  });

  it('needs to know the source: from git, or by its name', async () => {
    aCourse('nameless');
    const refused = await academy('apply', 'all', '--path', '.', '--prune');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('unknown which source') });
    aCourse('nameless-too');
    expect((await academy('apply', 'all', '--path', '.', '--source', 'handmade')).code).toBe(0);
    rmSync(join(folder, 'nameless-too'), { recursive: true });
    const named = await academy('apply', 'all', '--path', '.', '--prune', '--source', 'handmade');
    expect(named.out).toContain('drafted course spring-nameless-too');
    expect(await academy('apply', 'course', '-f', 'nameless/course.json', '--prune')).toMatchObject({ code: 2 });
  });

  it('takes nothing out of a git repository of the same name unless told to', async () => {
    repository('shared');
    aCourse('theirs');
    commit();
    await academy('apply', 'all', '--path', '.');
    folder = join(root, 'no-git');
    mkdirSync(folder);
    aCourse('mine');
    const run = ['apply', 'all', '--path', '.', '--prune', '--source', 'authors/shared'];
    const kept = await academy(...run);
    expect(kept).toMatchObject({
      code: 1,
      err: expect.stringContaining('--yes-also-from git.example.org/authors/shared'),
    });
    expect(kept.out).toContain(
      'kept course spring-theirs in spring (version 1), published from git.example.org/authors/shared',
    );
    expect(await titleOf('theirs')).toBe(200);
    const named = await academy(...run, '--yes-also-from', 'git.example.org/authors/shared');
    expect(named).toMatchObject({ code: 0, out: expect.stringContaining('drafted course spring-theirs') });
  });

  it('names what was published without a source, and leaves it', async () => {
    aCourse('sourceless');
    await academy('apply', 'all', '--path', '.');
    rmSync(join(folder, 'sourceless'), { recursive: true });
    aCourse('sourced');
    const { code, err } = await academy('apply', 'all', '--path', '.', '--prune', '--source', 'sourced');
    expect([code, await titleOf('sourceless')]).toEqual([0, 200]);
    expect(err).toMatch(/Published without a source.* course spring-sourceless/);
  });

  it('covers a folder alone when it is published from further inside', async () => {
    for (const name of ['green', 'black']) aCourse(name, 'Text.', `tea/${name}`);
    aCourse('arabica', 'Text.', 'coffee/arabica');
    await academy('apply', 'all', '--path', '.', '--source', 'drinks');
    rmSync(join(folder, 'tea/black'), { recursive: true });
    const { out } = await academy('apply', 'all', '--path', 'tea', '--prune', '--source', 'drinks');
    expect(out.split('\n').filter((line) => line.startsWith('drafted'))).toEqual([
      'drafted course spring-black in spring (version 1)',
    ]);
  });

  it('leaves alone what somebody published since the list was read', async () => {
    aCourse('since', 'One.');
    await academy('apply', 'all', '--path', '.', '--source', 'since');
    const url = new URL(env.ACADEMY_API_URL ?? '');
    const access = { url: url.href, host: url.hostname, tokenFor: () => env.ACADEMY_API_TOKEN ?? '' };
    const list = published(access);
    await list.list('spring');
    aCourse('since', 'Two.');
    await academy('apply', 'all', '--path', '.', '--source', 'since');
    const terms = { tenants: ['spring'], kinds: ['course' as const], seen: new Map(), alsoFrom: [], dryRun: false };
    const scopes = [{ repository: 'since', host: undefined, folder: '' }];
    const pruning = prune(access, list, { ...terms, scopes }, () => undefined);
    await expect(pruning).rejects.toThrow(/spring-since was not set to draft: .*version 2.*version 1/);
    expect(await titleOf('since')).toBe(200);
  });

  it('leaves a kind alone whose ids cannot all be read', async () => {
    repository('unread');
    for (const name of ['seen', 'unseen']) aCourse(name);
    commit();
    await academy('apply', 'all', '--path', '.');
    write('unseen/course.json', '{ oops');
    const { out, err } = await academy('apply', 'all', '--path', '.', '--prune');
    expect(out).not.toContain('drafted');
    expect(err).toContain('Nothing of the kind "course" is pruned');
  });
});

describe('the history of an item', () => {
  it('tells its versions, shows what changed, and goes back', async () => {
    repository('history');
    aCourse('past', 'The first\ttext.');
    const first = commit();
    await academy('apply', 'all', '--path', '.');
    aCourse('past', 'The second\ttext.');
    commit();
    await academy('apply', 'all', '--path', '.');

    const history = (await academy('content', 'history', 'course', 'past', '--tenant', 'spring')).out.split('\n');
    expect(history).toHaveLength(3);
    expect(history[1]).toMatch(/^2 \*/);
    expect(history[2]).toContain(first.slice(0, 12));
    expect(history[2]).toContain('Test Person');

    const diff = await academy('content', 'diff', 'course', 'spring-past');
    expect(diff.out.split('\n')).toEqual([
      ...['--- a/01-first/content.md', '+++ b/01-first/content.md', '@@ -1,1 +1,1 @@'],
      ...['-The first\ttext.', '+The second\ttext.'],
    ]);
    const back = await academy('content', 'rollback', 'course', 'spring-past', '--to', '1');
    expect(back).toMatchObject({
      code: 0,
      out: 'updated course spring-past in spring (version 3), files of version 1',
      err: expect.stringContaining('or the next publish brings it back'),
    });
    expect((await academy('content', 'diff', 'course', 'spring-past', '--from', '1', '--to', '3')).out).toBe('');
    const rows = JSON.parse((await academy('content', 'history', 'course', 'spring-past', '--json')).out);
    expect(rows.map((row: { version: number; rollbackOf: number | null }) => [row.version, row.rollbackOf])).toEqual([
      ...[
        [3, 1],
        [2, null],
        [1, null],
      ],
    ]);
  });

  it('goes back without repeating what was wrong at that time', async () => {
    aCourse('warned', '![Far](https://example.org/far.png)');
    await academy('apply', 'all', '--path', '.');
    aCourse('warned', 'Better.');
    await academy('apply', 'all', '--path', '.');
    expect(await academy('content', 'rollback', 'course', 'spring-warned')).toMatchObject({
      code: 0,
      out: 'updated course spring-warned in spring (version 3), files of version 1; 1 finding of that time, see --json',
    });
  });

  it('takes an item from readers, and out of the academy, once the author agrees', async () => {
    aCourse('leaving');
    await academy('apply', 'all', '--path', '.');
    const questions: string[] = [];
    const asked = (answer: string, ...args: string[]) =>
      runCommand(folder, ['content', ...args], {
        env,
        ask: async (question) => {
          questions.push(question);
          return answer;
        },
      });
    const refused = await asked('no', 'unpublish', 'course', 'spring-leaving');
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Nothing was changed.') });
    expect(questions).toEqual([
      'Take course "Course leaving" (spring-leaving, version 1 in spring) from readers? Learners keep their progress. Type yes: ',
    ]);
    expect(await titleOf('leaving')).toBe(200);
    const taken = await asked('yes', 'unpublish', 'course', 'leaving', '--tenant', 'spring');
    expect(taken).toMatchObject({ code: 0, out: 'unpublished course spring-leaving in spring (version 1)' });
    expect(await titleOf('leaving')).toBe(404);
    expect((await academy('apply', 'all', '--path', '.')).out).toContain('updated course spring-leaving');
    expect(await titleOf('leaving')).toBe(200);
    expect((await asked('', 'delete', 'course', 'spring-leaving')).code).toBe(1);
    const deleted = await academy('content', 'delete', 'course', 'spring-leaving', '--yes', '--json');
    expect(JSON.parse(deleted.out)).toEqual({
      ...{ kind: 'course', id: 'spring-leaving', tenantId: 'spring', deleted: true, version: 1 },
    });
    expect(await titleOf('leaving')).toBe(404);
    await academy('content', 'rollback', 'course', 'spring-leaving', '--to', '1');
    expect(await titleOf('leaving')).toBe(200);
  });

  it.each([
    [['unpublish', 'course', 'spring-nothing', '--yes'], 1, 'spring has no course "spring-nothing"'],
    [['delete', 'course', 'spring-nothing', '--yes'], 1, 'spring has no course "spring-nothing"'],
    [['delete', 'course', 'spring-nothing'], 2, 'There is no terminal to confirm at. Add --yes to confirm.'],
    [['history', 'course', 'spring-nothing'], 1, 'spring has no course "spring-nothing"'],
    [['diff', 'course', 'spring-nothing'], 1, 'spring has no course "spring-nothing"'],
    [['rollback', 'course', 'spring-nothing', '--to', '1'], 1, 'no version 1'],
    [['history', 'novel', 'spring-x'], 2, '"novel" is no kind'],
    [['history', 'course', 'x'], 2, 'give --tenant'],
    [['history', 'course', '../x'], 2, 'is no slug or id'],
    [['history', 'course'], 2, '<slug or id> is missing'],
    [['history', 'course', 'spring-x', 'more'], 2, "Unexpected argument 'more'"],
    [['rollback', 'course', 'spring-x', '--to', 'zero'], 2, '--to must be a whole number'],
  ])('answers %j in one line', async (args, code, text) => {
    const result = await academy('content', ...args);
    expect(result).toMatchObject({ code, out: '', err: expect.stringContaining(text) });
    expect(result.err.split('\n')).toHaveLength(2);
  });
});
