import { createToken } from '@academy/contract/personal-access-tokens';
import { expect, it } from 'vitest';
import { anAuthor } from './testing/an-author.ts';

const { app, academy, aCourse, commit, repository, statusOf } = await anAuthor();

/** The token of CI, for one course. */
async function tokenOfCi(): Promise<string> {
  const ci = await app.aPerson({ roles: [{ role: 'author', tenantId: 'spring', scope: 'course:spring-mine' }] });
  const body = { name: crypto.randomUUID(), abilities: ['content:write' as const], scopes: ['course:spring-mine'] };
  const made = await app.call(createToken, { body }, { tenant: 'spring', bearer: await ci.bearer() });
  return (made.body.data as { message: string }).message;
}

// Shows security#roles-with-a-scope
it('CI with the token of one course pushes a draft and prints its link', async () => {
  aCourse('mine', 'See [theirs](/courses/theirs).', '.');
  repository('mine');
  commit();
  const options = ['--tenant', 'spring', '--token', await tokenOfCi()];
  const pushed = await academy('apply', 'all', '--path', '.', '--draft', 'pr-1', '--strict', ...options);
  expect(pushed).toMatchObject({ code: 0, out: expect.stringContaining('created course spring-mine in spring') });
  const link = /^Draft in spring: (http:\/\/spring\.localhost:3000\/drafts\/\S+)$/m.exec(pushed.out)?.[1];
  expect(link).toBeDefined();
  expect(await statusOf('mine')).toBe(404);
  const again = await academy('apply', 'course', '-f', 'course.json', '--draft', 'pr-1', '--json', ...options);
  expect(JSON.parse(again.out)).toMatchObject({
    items: [{ outcome: 'unchanged' }],
    drafts: [{ tenantId: 'spring', url: link }],
  });
  aCourse('theirs');
  const theirs = await academy('apply', 'course', '-f', 'theirs/course.json', '--draft', 'pr-1', ...options);
  expect(theirs).toMatchObject({
    code: 1,
    out: expect.stringContaining('not-found: What you asked for does not exist'),
  });
});

it('a draft has a plain name, and nothing is pruned by it', async () => {
  aCourse('mine');
  for (const more of [
    ['--draft', 'a/b'],
    ['--draft', 'pr', '--prune'],
    ['--draft', 'pr', '--dry-run'],
  ])
    expect((await academy('apply', 'all', '--path', '.', ...more)).code).toBe(2);
});
