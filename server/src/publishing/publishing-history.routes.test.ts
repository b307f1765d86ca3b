import { getCourse, listCourses } from '@academy/contract/courses';
import { completeLesson, getLesson, listLessons } from '@academy/contract/lessons';
import { listContent, setContentStatus } from '@academy/contract/publishing';
import { getContentVersion, listContentVersions, rollBackContent } from '@academy/contract/publishing-history';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchEntry } from '../db/search-tables.ts';
import { aCourse, type CourseFiles, packed } from '../testing/a-course.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';

// The readers of this file send requests without a pause.
const app = await startApp({ limits: { anonymousPerMinute: 1_000_000, signedInPerMinute: 1_000_000 } });
let token = '';
let admin: TestPerson;

beforeAll(async () => {
  admin = await app.aPerson({ admin: true });
  token = await app.aToken(admin, 'spring', ['content:write']);
});

async function put(course: CourseFiles, query = '') {
  const response = await app.request({
    method: 'PUT',
    url: `/api/v1/content/course/${course.id}${query}`,
    headers: {
      host: 'spring.localhost:3000',
      tenantid: 'spring',
      'content-type': 'application/gzip',
      authorization: `Bearer ${token}`,
    },
    payload: Buffer.from(await packed(course)),
  });
  return { status: response.statusCode, body: response.json() };
}

/** A course in which every text names its edition. */
const edition = (id: string, n: number, more: { status?: 'live' | 'draft'; commit?: string } = {}): CourseFiles => {
  const course = aCourse({
    id: `spring-${id}`,
    slug: id,
    title: `Edition ${n}`,
    ...(more.status === undefined ? {} : { status: more.status }),
    lessons: [1, 2, 3].map((at) => ({
      id: `spring-${id}-${at}`,
      slug: `lesson-${at}`,
      title: `Edition ${n}`,
      content: `## Edition ${n}\n\nText of edition ${n}.\n`,
    })),
  });
  if (more.commit === undefined) return course;
  const place = { repository: 'academy/courses', host: 'github.com', folder: `courses/${id}` };
  const source = { ...place, commit: more.commit };
  return { ...course, options: { ...course.options, source } };
};

const of = (id: string) => ({ kind: 'course' as const, id: `spring-${id}` });
const asAuthor = () => ({ bearer: token });
const rollBack = (id: string, version: number) =>
  app.call(rollBackContent, { params: of(id), body: { version } }, asAuthor());
const history = async (id: string) => {
  const { body } = await app.call(listContentVersions, { params: of(id) }, asAuthor());
  return (body.data as { result: { version: number; current: boolean }[] }).result;
};
const titleOf = async (id: string) =>
  ((await app.call(getCourse, { query: { slug: id } })).body.data as { title: string } | null)?.title;

describe('the history of an item', () => {
  it('has a version for each publish: who, with which token, from which commit', async () => {
    await put(edition('told', 1, { commit: 'abc123' }));
    await put(edition('told', 1, { commit: 'abc124' }));
    await put(edition('told', 2));
    expect(await history('told')).toEqual([
      {
        version: 2,
        current: true,
        publishedAt: expect.stringMatching(/Z$/),
        publishedBy: 'Test Person',
        token: `token ${token.slice(-6)}`,
        source: null,
        rollbackOf: null,
        findings: [],
      },
      expect.objectContaining({
        version: 1,
        current: false,
        source: { repository: 'academy/courses', host: 'github.com', commit: 'abc123', folder: 'courses/told' },
      }),
    ]);
    const limited = await app.call(listContentVersions, { params: of('told'), query: { limit: '1' } }, asAuthor());
    expect(limited.body.data).toMatchObject({ result: [{ version: 2 }] });
  });

  it('contains the files of a version, images by their hash', async () => {
    const course = edition('files', 1);
    const withPicture = { ...course, files: new Map([...course.files, ['a.png', new Uint8Array([1, 2, 3])]]) };
    await put(withPicture);
    const { body } = await app.call(getContentVersion, { params: { ...of('files'), version: '1' } }, asAuthor());
    const { files, version } = body.data as { files: { file: string; text: string | null }[]; version: number };
    expect(version).toBe(1);
    expect(files).toContainEqual({
      file: 'a.png',
      text: null,
      size: 3,
      hash: '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81',
    });
    expect(files.find(({ file }) => file.endsWith('content.md'))?.text).toContain('Text of edition 1');
    const missing = await app.call(getContentVersion, { params: { ...of('files'), version: '9' } }, asAuthor());
    expect(missing.status).toBe(404);
  });

  it('is kept for the newest 50 versions', async () => {
    for (let n = 1; n <= 52; n += 1) await put(edition('long', n));
    const versions = await history('long');
    expect(versions).toHaveLength(50);
    expect(versions[0]).toMatchObject({ version: 52, current: true });
    expect((await rollBack('long', 2)).status).toBe(404);
    expect((await rollBack('long', 3)).body.data).toMatchObject({ outcome: 'updated', version: 53 });
  });

  it('is read by authors of the academy only', async () => {
    await put(edition('closed', 1));
    const call = (bearer?: string) =>
      app.call(listContentVersions, { params: of('closed') }, bearer === undefined ? {} : { bearer });
    expect((await call()).status).toBe(401);
    expect((await call(await admin.bearer())).status).toBe(200);
    expect((await call(await (await app.aPerson()).bearer())).status).toBe(403);
    expect((await call(await app.aToken(admin, 'kube', ['content:write']))).status).toBe(403);
    expect((await app.call(listContentVersions, { params: of('nothing') }, asAuthor())).status).toBe(404);
  });
});

describe('rolling back', () => {
  it('publishes the older files as a new version', async () => {
    await put(edition('back', 1));
    await put(edition('back', 2));
    expect((await rollBack('back', 1)).body.data).toEqual({ outcome: 'updated', version: 3, findings: [] });
    expect(await titleOf('back')).toBe('Edition 1');
    expect((await history('back'))[0]).toMatchObject({ version: 3, rollbackOf: 1, current: true });
    expect((await rollBack('back', 3)).body.data).toMatchObject({ outcome: 'unchanged', version: 3 });
    expect((await rollBack('back', 7)).status).toBe(404);
  });

  it('restores a removed item', async () => {
    await put(edition('lost', 1));
    await app.request({
      method: 'DELETE',
      url: '/api/v1/content/course/spring-lost',
      headers: { host: 'spring.localhost:3000', tenantid: 'spring', authorization: `Bearer ${token}` },
    });
    expect((await history('lost'))[0]).toMatchObject({ version: 1, current: false });
    expect((await rollBack('lost', 1)).body.data).toMatchObject({ outcome: 'created', version: 2 });
    expect(await titleOf('lost')).toBe('Edition 1');
  });

  it("never shows a mixture, and keeps learners' progress", { timeout: 60_000 }, async () => {
    await put(edition('busy', 1));
    await put(edition('busy', 2));
    const people = await Promise.all(Array.from({ length: 12 }, () => app.aPerson()));
    const bearers = await Promise.all(people.map((person) => person.bearer()));
    let going = true;
    let reads = 0;

    const editionsIn = (text: string) => new Set([...text.matchAll(/edition (\d)/gi)].map(([, n]) => n));
    async function read(bearer: string | undefined, at: number) {
      while (going) {
        const as = bearer === undefined ? {} : { bearer };
        const lesson = { params: { courseSlug: 'busy', lessonSlug: `lesson-${(at % 3) + 1}` } };
        for (const { status, response } of [
          await app.call(getLesson, lesson, as),
          await app.call(getCourse, { query: { slug: 'busy' } }, as),
          await app.call(listLessons, { query: { slug: 'busy' } }, as),
        ]) {
          expect(status).toBe(200);
          expect([...editionsIn(response.body)]).toHaveLength(1);
          reads += 1;
        }
        // Cached replies need no input or output: this lets other work run.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    async function complete(bearer: string) {
      for (const n of [1, 2, 3]) {
        const body = {
          lessonId: `spring-busy-${n}`,
          courseId: 'spring-busy',
          isLastLesson: n === 3,
          operationType: 'COMPLETE_LESSON' as const,
        };
        const { status } = await app.call(completeLesson, { body }, { bearer });
        expect(status).toBe(200);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }

    const readers = Promise.all([undefined, ...bearers.slice(0, 3)].map(read));
    const learners = Promise.all(bearers.map(complete));
    for (let n = 0; n < 10; n += 1) {
      const { status, body } = await rollBack('busy', n % 2 === 0 ? 1 : 2);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ outcome: 'updated', version: n + 3 });
    }
    await learners;
    going = false;
    await readers;
    expect(reads).toBeGreaterThan(20);
    for (const bearer of bearers)
      expect((await app.call(getCourse, { query: { slug: 'busy' } }, { bearer })).body.data).toMatchObject({
        completedLesson: 3,
        progressStatus: 'COMPLETED',
      });
  });
});

describe('publishing with an old copy', () => {
  it('is refused with both versions named, and changes nothing', async () => {
    await put(edition('base', 1), '?base=0');
    await put(edition('base', 2), '?base=1');
    const { status, body } = await put(edition('base', 3), '?base=1');
    expect(status).toBe(409);
    expect(body.errors[0]).toMatchObject({
      code: 'version-conflict',
      errorMessage: expect.stringMatching(/version 2.*version 1/),
    });
    expect(body.data).toEqual({ current: 2, base: 1 });
    expect(await titleOf('base')).toBe('Edition 2');
    expect((await put(edition('base', 3), '?base=1&dryRun=true')).status).toBe(409);
    // Without a base, as with --force, it overwrites the newer version.
    expect((await put(edition('base', 3))).body.data).toMatchObject({ version: 3 });
  });

  it('is no conflict when nothing differs', async () => {
    await put(edition('same', 1));
    await put(edition('same', 2));
    expect((await put(edition('same', 2), '?base=1')).body.data).toMatchObject({ outcome: 'unchanged', version: 2 });
  });

  it('lets one of two simultaneous publishes from one copy win', async () => {
    await put(edition('race', 1));
    const replies = await Promise.all([2, 3, 4].map((n) => put(edition('race', n), '?base=1')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('also checks an item that was removed meanwhile', async () => {
    const { status, body } = await put(edition('never', 1), '?base=4');
    expect(status).toBe(409);
    expect(body.errors[0].errorMessage).toContain('not published');
  });
});

describe('the status of an item', () => {
  const setStatus = (id: string, status: 'live' | 'unlisted' | 'draft') =>
    app.call(setContentStatus, { params: of(id), body: { status } }, asAuthor());
  const listed = async (id: string) =>
    ((await app.call(listCourses, {})).body.data as { courses: { slug: string }[] }).courses.some(
      ({ slug }) => slug === id,
    );

  it('is set without publishing, and seen at once', async () => {
    await put(edition('hide', 1));
    expect(await listed('hide')).toBe(true);
    expect((await setStatus('hide', 'draft')).body.data).toEqual({ status: 'draft' });
    expect(await listed('hide')).toBe(false);
    expect((await app.call(getCourse, { query: { slug: 'hide' } })).status).toBe(404);
    expect((await setStatus('hide', 'unlisted')).status).toBe(200);
    expect(await titleOf('hide')).toBe('Edition 1');
    expect(await listed('hide')).toBe(false);
    expect(await history('hide')).toHaveLength(1);
    expect((await setStatus('nothing', 'draft')).status).toBe(404);
  });

  it("is the files' status again after the next publish", async () => {
    await put(edition('again', 1));
    await setStatus('again', 'draft');
    expect((await put(edition('again', 1), '?dryRun=true')).body.data).toMatchObject({ outcome: 'updated' });
    expect(await listed('again')).toBe(false);
    expect((await put(edition('again', 1))).body.data).toMatchObject({ outcome: 'updated', version: 1 });
    expect(await listed('again')).toBe(true);
    await setStatus('again', 'draft');
    expect((await put(edition('again', 2))).body.data).toMatchObject({ outcome: 'updated', version: 2 });
    expect(await listed('again')).toBe(true);
  });

  it('is in the list of everything published, with version and source', async () => {
    await put(edition('listed', 1, { status: 'draft', commit: 'abc' }));
    const { body } = await app.call(listContent, { query: { kind: 'course' } }, asAuthor());
    expect((body.data as { result: unknown[] }).result).toContainEqual({
      kind: 'course',
      id: 'spring-listed',
      slug: 'listed',
      title: 'Edition 1',
      status: 'draft',
      version: 1,
      source: { repository: 'academy/courses', host: 'github.com', commit: 'abc', folder: 'courses/listed' },
      publishedAt: expect.stringMatching(/Z$/),
    });
    const guides = await app.call(listContent, { query: { kind: 'guide' } }, asAuthor());
    expect(guides.body.data).toEqual({ result: [], isWhole: true });
  });
});

describe('the search index', () => {
  const entries = async (id: string) =>
    (
      await app.database.pool.query(
        `select kind, id, path, listed, ts_rank(document, plainto_tsquery('english', 'editions')) > 0 as found
         from search_entry where item_kind = 'course' and item_id = $1 order by path`,
        [`spring-${id}`],
      )
    ).rows;

  it('is written, replaced and deleted with the item', async () => {
    await put(edition('find', 1));
    await put(edition('find', 2));
    const rows = await entries('find');
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: 'lesson',
        id: 'spring-find-1',
        path: '/courses/find/lessons/lesson-1',
        found: true,
      }),
    );
    expect(rows.filter(({ kind }) => kind === 'lesson')).toHaveLength(3);
    await app.request({
      method: 'DELETE',
      url: '/api/v1/content/course/spring-find',
      headers: { host: 'spring.localhost:3000', tenantid: 'spring', authorization: `Bearer ${token}` },
    });
    expect(await entries('find')).toEqual([]);
  });

  it('takes the longest texts in the widest letters', async () => {
    const letter = (n: number) => String.fromCodePoint(0x10330 + (n % 26));
    const word = (n: number) => letter(n) + letter(Math.floor(n / 26)) + letter(Math.floor(n / 676));
    const words = Array.from({ length: 50_000 }, (_none, n) => `${word(n)}-${word(n + 7)}`).join(' ');
    await app.database.db.insert(searchEntry).values({
      tenantId: 'spring',
      itemKind: 'page',
      itemId: 'spring-wide',
      kind: 'page',
      id: 'spring-wide',
      path: '/wide',
      title: words.slice(0, 2_000),
      headings: words,
      text: words.slice(0, 200_000),
      entitlements: [],
      listed: true,
    });
  });
});
