import { getCourse } from '@academy/contract/courses';
import { setContentStatus } from '@academy/contract/publishing';
import { getContentVersion, rollBackContent } from '@academy/contract/publishing-history';
import { describe, expect, it } from 'vitest';
import { aCourse, type CourseFiles, packed } from '../testing/a-course.ts';
import { startApp } from '../testing/start-app.ts';
import type { TenantScope } from '../values/scope.ts';
import { PUBLISHING_LOCK } from './publishing.store.ts';

const app = await startApp();
const token = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']);
const as = { bearer: token };

async function put(course: CourseFiles, query = '') {
  const response = await app.request({
    method: 'PUT',
    url: `/api/v1/content/course/${course.id}${query}`,
    headers: { tenantid: 'spring', 'content-type': 'application/gzip', authorization: `Bearer ${token}` },
    payload: Buffer.from(await packed(course)),
  });
  return { status: response.statusCode, body: response.json() };
}

/** How many publishes wait for another one to end. */
const WAITING = `select count(*)::int as waiting from pg_locks
  where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;

/** A course with a live lesson and one that is never listed. */
const edition = (name: string, n: number, status: 'live' | 'draft' = 'live') =>
  aCourse({
    ...{ id: `spring-${name}`, slug: name, title: `Edition ${n}`, status },
    lessons: [
      { id: `spring-${name}-1`, slug: 'one' },
      { id: `spring-${name}-2`, slug: 'two', status: 'unlisted' },
    ],
  });
const of = (name: string) => ({ kind: 'course' as const, id: `spring-${name}` });
const setStatus = (name: string, status: 'live' | 'unlisted' | 'draft', base?: number) =>
  app.call(setContentStatus, { params: of(name), body: { status, ...(base === undefined ? {} : { base }) } }, as);
const rollBack = (name: string, version: number, base?: number) =>
  app.call(rollBackContent, { params: of(name), body: { version, ...(base === undefined ? {} : { base }) } }, as);
const opens = async (name: string) => (await app.call(getCourse, { query: { slug: name } })).status;

describe('a version number', () => {
  it.each([3_000_000_000, 1e21, -1, 1.5])('that no item can have is refused: %d', async (version) => {
    await put(edition('numbers', 1));
    expect((await rollBack('numbers', version)).status).toBe(400);
    expect((await setStatus('numbers', 'draft', version)).status).toBe(400);
    const shown = await app.call(getContentVersion, { params: { ...of('numbers'), version: `${version}` } }, as);
    expect(shown.status).toBe(400);
    expect((await put(edition('numbers', 1), `?base=${version}`)).status).toBe(400);
  });
});

describe('a text that the database refuses', () => {
  it.each([
    ['a zero', 'a\u0000b'],
    ['half a character', 'a\ud800b'],
  ])('is refused where it stands beside the files: %s', async (_what, text) => {
    const course = edition('texts', 1);
    for (const options of [
      { source: { repository: text, folder: '' } },
      { source: { repository: 'a/b', folder: text } },
      { source: { repository: 'a/b', folder: '', commit: text } },
      { variables: { NAME: text } },
      { links: { '/a': text } },
      { pictures: { [text]: 'a.png' } },
      { people: { Ann: text } },
    ]) {
      const { status } = await put({ ...course, options: { ...course.options, ...options } });
      expect([status, JSON.stringify(options)]).toEqual([422, JSON.stringify(options)]);
    }
  });
});

describe('a status that is set for a version', () => {
  it('is not set when the item was published since', async () => {
    await put(edition('seen', 1));
    await put(edition('seen', 2));
    const { status, body } = await setStatus('seen', 'draft', 1);
    expect([status, body.data]).toEqual([409, { current: 2, base: 1 }]);
    expect(await opens('seen')).toBe(200);
    expect((await setStatus('seen', 'draft', 2)).status).toBe(200);
    expect(await opens('seen')).toBe(404);
  });

  it('is restored only for the compared version', async () => {
    await put(edition('race', 1));
    await setStatus('race', 'draft');
    // The files of version 1 again, while version 2 is a draft: both have read version 1 before one of them writes.
    const client = await app.database.pool.connect();
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${PUBLISHING_LOCK})`);
    const waiting = async () => (await client.query(WAITING)).rows[0].waiting;
    const first = put(edition('race', 2, 'draft'));
    await expect.poll(waiting).toBe(1);
    const second = put(edition('race', 1));
    await expect.poll(waiting).toBe(2);
    await client.query('commit');
    client.release();
    const replies = await Promise.all([first, second]);
    const last = replies.map(({ body }) => body.data).find((data) => data?.version === 2);
    expect(last).toMatchObject({ outcome: 'updated' });
    expect(await opens('race')).toBe(404);
  });
});

it('a rollback is refused when the item was published since', async () => {
  for (const n of [1, 2, 3]) await put(edition('decided', n));
  expect((await rollBack('decided', 1, 2)).body.data).toEqual({ current: 3, base: 2 });
  expect((await rollBack('decided', 1, 3)).body.data).toMatchObject({ version: 4 });
});

it('search follows the status, and each lesson keeps its own', async () => {
  const listed = async () => {
    const { rows } = await app.database.pool.query(
      `select kind, id, listed from search_entry where item_id = 'spring-find' order by kind, id`,
    );
    return rows.map((row) => [row.kind, row.listed]);
  };
  await put(edition('find', 1));
  const live = [
    ['course', true],
    ['lesson', true],
    ['lesson', false],
  ];
  expect(await listed()).toEqual(live);
  for (const status of ['unlisted', 'draft'] as const) {
    await setStatus('find', status);
    expect((await listed()).map(([, one]) => one)).toEqual([false, false, false]);
  }
  await setStatus('find', 'live');
  expect(await listed()).toEqual(live);
});

it('a hidden sample stays hidden when the sample changes', async () => {
  const publish = (n: number) => {
    const { id, files, options } = edition('sample', n);
    const terms = { kind: 'course' as const, id, by: null, dryRun: false, strict: false };
    return app.publishing.publishUnlessRemoved({ tenantId: 'spring' as TenantScope, ...terms }, files, options);
  };
  expect(await publish(1)).toMatchObject({ outcome: 'created' });
  await setStatus('sample', 'draft');
  expect(await publish(2)).toMatchObject({ outcome: 'updated', version: 2 });
  expect(await opens('sample')).toBe(404);
  expect(await publish(3)).toMatchObject({ version: 3 });
  expect(await opens('sample')).toBe(404);
  await setStatus('sample', 'live');
  expect(await opens('sample')).toBe(200);
});
