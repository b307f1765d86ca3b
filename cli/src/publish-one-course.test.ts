import { createToken } from '@academy/contract/personal-access-tokens';
import { deleteContent, listContent, setContentStatus } from '@academy/contract/publishing';
import { listContentVersions, rollBackContent } from '@academy/contract/publishing-history';
import { beforeAll, describe, expect, it } from 'vitest';
import { anAuthor } from './testing/an-author.ts';

const author = await anAuthor();
const { app, academy, aCourse, commit, repository, statusOf } = author;
const inSpring = (bearer: string) => ({ tenant: 'spring', bearer });
let everything: Record<string, string>;
let token: string;

beforeAll(async () => {
  everything = author.env;
  author.moveTo('academy');
  for (const name of ['mine', 'theirs']) aCourse(name);
  expect((await academy('apply', 'all', '--path', '.')).code).toBe(0);
  const ci = await app.aPerson({ roles: [{ role: 'author', tenantId: 'spring', scope: 'course:spring-mine' }] });
  const body = { name: 'ci', abilities: ['content:write' as const], scopes: ['course:spring-mine'] };
  const made = await app.call(createToken, { body }, inSpring(await ci.bearer()));
  token = (made.body.data as { message: string }).message;
});

describe('CI with the token of one course', () => {
  // Shows security#roles-with-a-scope
  it('publishes it from a clean folder, again, and deletes no other', async () => {
    author.env = { ...everything, ACADEMY_API_TOKEN: token };
    aCourse('mine', 'A newer text.', '.');
    repository('mine');
    commit();
    const first = await academy('apply', 'all', '--path', '.', '--tenant', 'spring', '--prune', '--force');
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringContaining('updated course spring-mine in spring (version 2)'),
    });
    const again = await academy('apply', 'course', '-f', 'course.json');
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('unchanged course spring-mine') });
    expect([await statusOf('mine'), await statusOf('theirs')]).toEqual([200, 200]);
    expect(await academy('content', 'history', 'course', 'spring-mine', '--tenant', 'spring')).toMatchObject({
      code: 0,
    });
  });

  // Shows security#roles-with-a-scope
  it('gets "does not exist" for everything else', async () => {
    author.env = { ...everything, ACADEMY_API_TOKEN: token };
    aCourse('theirs', 'Taken over.');
    aCourse('new');
    const { code, out } = await academy('apply', 'all', '--path', '.');
    expect(code).toBe(1);
    expect(out.match(/fatal not-found: What you asked for does not exist/g)).toHaveLength(2);
    expect(await statusOf('new')).toBe(404);
    const { body } = await app.call(listContent, {}, inSpring(token));
    expect((body.data as { result: { id: string }[] }).result.map(({ id }) => id)).toEqual(['spring-mine']);
    const params = { kind: 'course' as const, id: 'spring-theirs' };
    const answers = [
      await app.call(deleteContent, { params }, inSpring(token)),
      await app.call(setContentStatus, { params, body: { status: 'draft' } }, inSpring(token)),
      await app.call(listContentVersions, { params }, inSpring(token)),
      await app.call(rollBackContent, { params, body: { version: 1 } }, inSpring(token)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  // Shows security#roles-with-a-scope
  it('cannot take the address of a course that is not its own', async () => {
    author.env = { ...everything, ACADEMY_API_TOKEN: token };
    aCourse('mine', 'Under a new address.', '.');
    author.write('course.json', {
      ...{ id: 'spring-mine', slug: 'theirs', title: 'Mine', status: 'live', order: 1, level: 'beginner' },
    });
    const { code, out } = await academy('apply', 'course', '-f', 'course.json', '--force');
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('slug-taken') });
    // A sample gives way to those alone who may remove it.
    const { rowCount } = await app.database.pool.query(
      `update content_item set published_by = null where id = 'spring-theirs'`,
    );
    expect(rowCount).toBe(1);
    expect((await academy('apply', 'course', '-f', 'course.json', '--force')).code).toBe(1);
    expect(await statusOf('theirs')).toBe(200);
  });
});
