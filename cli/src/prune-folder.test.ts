import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prune } from './publishing/prune.ts';
import { published } from './publishing/published.ts';
import { anAuthor } from './testing/an-author.ts';

const author = await anAuthor();
const { academy, write, aCourse, git, commit, repository, statusOf } = author;

describe('pruning', () => {
  it('prunes what was deleted from git without a remote, in that folder only', async () => {
    const folders = ['one', 'two'].map((name) => join(author.folder, name, 'content'));
    for (const [at, place] of folders.entries()) {
      author.folder = place;
      mkdirSync(place, { recursive: true });
      git('init', '-q');
      for (const name of ['kept', 'gone']) aCourse(`local-${name}-${at}`);
      commit();
      await academy('apply', 'all', '--path', '.');
    }
    author.folder = folders[0] ?? '';
    rmSync(join(author.folder, 'local-gone-0'), { recursive: true });
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
    const pruned = author.folder;
    author.moveTo('another');
    repository('other');
    aCourse('other');
    commit();
    await academy('apply', 'all', '--path', '.');
    author.folder = pruned;

    rmSync(join(author.folder, 'goes'), { recursive: true });
    commit();
    const dry = await academy('apply', 'all', '--path', '.', '--prune', '--dry-run');
    expect(dry.out).toContain('drafted course spring-goes in spring (version 1), dry run');
    expect(await statusOf('goes')).toBe(200);
    const real = await academy('apply', 'all', '--path', '.', '--prune');
    expect(real.out.split('\n').filter((line) => line.startsWith('drafted'))).toEqual([
      'drafted course spring-goes in spring (version 1)',
    ]);
    expect(real.code).toBe(0);
    expect([await statusOf('goes'), await statusOf('stays'), await statusOf('other')]).toEqual([404, 200, 200]);
    expect((await academy('apply', 'all', '--path', '.', '--prune')).out).not.toContain('drafted');
    git('revert', '--no-edit', 'HEAD');
    await academy('apply', 'all', '--path', '.');
    expect(await statusOf('goes')).toBe(200);
  });

  it('touches only the folder of the run', async () => {
    repository('parts');
    for (const name of ['left', 'right']) aCourse(name, 'Text.', `${name}/${name}`);
    aCourse('left-too', 'Text.', 'left/left-too');
    commit();
    await academy('apply', 'all', '--path', '.');
    for (const name of ['left/left', 'right/right']) rmSync(join(author.folder, name), { recursive: true });
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
    rmSync(join(author.folder, 'nameless-too'), { recursive: true });
    const named = await academy('apply', 'all', '--path', '.', '--prune', '--source', 'handmade');
    expect(named.out).toContain('drafted course spring-nameless-too');
    expect(await academy('apply', 'course', '-f', 'nameless/course.json', '--prune')).toMatchObject({ code: 2 });
  });

  it('takes nothing out of a git repository of the same name unless told to', async () => {
    repository('shared');
    aCourse('theirs');
    commit();
    await academy('apply', 'all', '--path', '.');
    author.moveTo('no-git');
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
    expect(await statusOf('theirs')).toBe(200);
    const named = await academy(...run, '--yes-also-from', 'git.example.org/authors/shared');
    expect(named).toMatchObject({ code: 0, out: expect.stringContaining('drafted course spring-theirs') });
  });

  it('names what was published without a source, and leaves it', async () => {
    aCourse('sourceless');
    await academy('apply', 'all', '--path', '.');
    rmSync(join(author.folder, 'sourceless'), { recursive: true });
    aCourse('sourced');
    const { code, err } = await academy('apply', 'all', '--path', '.', '--prune', '--source', 'sourced');
    expect([code, await statusOf('sourceless')]).toEqual([0, 200]);
    expect(err).toMatch(/Published without a source.* course spring-sourceless/);
  });

  it('covers a folder alone when it is published from further inside', async () => {
    for (const name of ['green', 'black']) aCourse(name, 'Text.', `tea/${name}`);
    aCourse('arabica', 'Text.', 'coffee/arabica');
    await academy('apply', 'all', '--path', '.', '--source', 'drinks');
    rmSync(join(author.folder, 'tea/black'), { recursive: true });
    const { out } = await academy('apply', 'all', '--path', 'tea', '--prune', '--source', 'drinks');
    expect(out.split('\n').filter((line) => line.startsWith('drafted'))).toEqual([
      'drafted course spring-black in spring (version 1)',
    ]);
  });

  it('leaves alone what somebody published since the list was read', async () => {
    aCourse('since', 'One.');
    await academy('apply', 'all', '--path', '.', '--source', 'since');
    const url = new URL(author.env.ACADEMY_API_URL ?? '');
    const access = { url: url.href, host: url.hostname, tokenFor: () => author.env.ACADEMY_API_TOKEN ?? '' };
    const list = published(access);
    await list.list('spring');
    aCourse('since', 'Two.');
    await academy('apply', 'all', '--path', '.', '--source', 'since');
    const terms = { tenants: ['spring'], kinds: ['course' as const], seen: new Map(), alsoFrom: [], dryRun: false };
    const scopes = [{ repository: 'since', host: undefined, folder: '' }];
    const pruning = prune(access, list, { ...terms, scopes }, () => undefined);
    await expect(pruning).rejects.toThrow(/spring-since was not set to draft: .*version 2.*version 1/);
    expect(await statusOf('since')).toBe(200);
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
