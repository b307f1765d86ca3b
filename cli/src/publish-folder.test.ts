import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anAuthor } from './testing/an-author.ts';
import { runCommand } from './testing/run-command.ts';

const author = await anAuthor();
const { academy, write, aCourse, git, commit, repository, statusOf } = author;

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
    rmSync(join(author.folder, 'there'), { recursive: true });
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
    expect(await statusOf('dry')).toBe(404);
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
    expect(await statusOf('strict')).toBe(404);
  });

  it('finishes running work at Ctrl-C, and says what was done', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) aCourse(`stop-${number}`);
    let press = () => {};
    const out: string[] = [];
    const run = await runCommand(author.folder, ['apply', 'all', '--path', '.'], {
      env: author.env,
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
      execFileSync('git', ['commit', '-q', '-m', 'Change'], { cwd: author.folder, env });
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
