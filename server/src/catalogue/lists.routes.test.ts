import { listCourses } from '@academy/contract/courses';
import { listGuides } from '@academy/contract/guides';
import { listInstructors } from '@academy/contract/instructors';
import { listLearningPaths } from '@academy/contract/learning-paths';
import { completeLesson } from '@academy/contract/lessons';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { favorite } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

const course = (id: string, more: Record<string, unknown> = {}) =>
  publishCourse(
    app,
    'spring',
    aCourse({
      id: `spring-${id}`,
      slug: id,
      title: id,
      lessons: [{ id: `spring-${id}-1` }, { id: `spring-${id}-2` }],
      ...more,
    }),
  );

/** Copies a published item until the academy has many; copies differ in id, slug and title. */
async function copies(kind: string, tenantId: string, of: string, count: number): Promise<void> {
  await app.database.db.execute(sql`
    insert into content_item
    select (jsonb_populate_record(item, jsonb_build_object('id', 'copy-' || n, 'slug', 'copy-' || n, 'title', 'Copy ' || n, 'sort_order', 1000 + n))).*
    from content_item item, generate_series(1, ${count}::int) n
    where item.tenant_id = ${tenantId} and item.kind = ${kind} and item.id = ${of}`);
}

const TEXT = { 'content.md': 'A text.' };

beforeAll(async () => {
  await course('Alpha', { topics: ['spring-boot'], level: 'beginner', order: 1 });
  await course('Charlie', { topics: ['testing', 'Spring Boot'], level: 'advanced', order: 2 });
  await course('Bravo', { topics: ['testing'], level: 'beginner', order: 3 });
  const path = (id: string, steps: string[]) =>
    publishItem(
      app,
      'spring',
      anItem('path', {
        id: `spring-${id}`,
        slug: id,
        title: id,
        topics: ['testing'],
        level: 'beginner',
        steps: steps.map((one) => ({ type: 'course', id: `spring-${one}` })),
      }),
    );
  await path('First', ['Alpha']);
  await path('Second', ['Bravo', 'Charlie']);
  for (const name of ['Ann', 'Ben'])
    await publishItem(
      app,
      'spring',
      anItem('instructor', {
        id: name.toLowerCase(),
        slug: name.toLowerCase(),
        name: `${name} Example`,
        settings: { credentials: `Engineer of ${name}` },
      }),
    );
  await publishItem(
    app,
    'kube',
    anItem('guide', { id: 'kube-one', slug: 'one', type: 'article', topics: ['pods'], level: 'beginner' }, TEXT),
  );
  await copies('guide', 'kube', 'kube-one', 250);
  // Publishes one item by a call, so that the cache notices the copies.
  await publishItem(
    app,
    'kube',
    anItem(
      'guide',
      {
        id: 'kube-rare',
        slug: 'rare',
        title: 'Rare',
        type: 'video',
        topics: ['nodes', 'rbac'],
        level: 'advanced',
        settings: { vimeo: 1 },
      },
      TEXT,
    ),
  );
});

const titles = async (query: Record<string, string | string[]>, bearer?: string) => {
  const { status, body } = await app.call(listCourses, { query }, bearer === undefined ? {} : { bearer });
  expect(status).toBe(200);
  const data = body.data as { courses: { title: string }[]; totalElements?: number };
  return { titles: data.courses.map(({ title }) => title), total: data.totalElements };
};

describe('a list of courses', () => {
  it.each([
    [{}, ['Alpha', 'Charlie', 'Bravo'], undefined],
    [{ allWhenSmall: 'true' }, ['Alpha', 'Charlie', 'Bravo'], undefined],
    [{ topic: 'Spring Boot' }, ['Alpha', 'Charlie'], 2],
    [{ topic: ['spring-boot', 'TESTING'], level: 'Beginner' }, ['Alpha', 'Bravo'], 2],
    [{ sort: 'title' }, ['Alpha', 'Bravo', 'Charlie'], undefined],
    [{ sort: 'newest' }, ['Bravo', 'Charlie', 'Alpha'], undefined],
    [{ sort: 'title', pageSize: '2', pageNumber: '1' }, ['Charlie'], 3],
    [{ pageNumber: '9' }, [], 3],
  ])('answers %j', async (query, wanted, total) => {
    expect(await titles(query as Record<string, string>)).toEqual({ titles: wanted, total });
  });

  // Shows security#bound-parameters
  it('refuses what is no sort, no page and no parameter', async () => {
    for (const query of [{ sort: 'color' }, { pageSize: '101' }, { pageNumber: '-1' }, { page: '1' }])
      expect((await app.call(listCourses, { query: query as never })).status).toBe(400);
  });

  it('applies the learner’s own filters, and ignores them for a visitor', async () => {
    const person = await app.aPerson();
    const bearer = await person.bearer();
    await app.database.db
      .insert(favorite)
      .values({ personId: person.personId, tenantId: 'spring', kind: 'course', id: 'spring-Charlie' });
    for (const number of [1, 2]) {
      const body = {
        ...{ lessonId: `spring-Alpha-${number}`, courseId: 'spring-Alpha', isLastLesson: false },
        operationType: 'COMPLETE_LESSON' as const,
      };
      await app.call(completeLesson, { body }, { bearer });
    }
    expect((await titles({ progress: 'completed' }, bearer)).titles).toEqual(['Alpha']);
    expect((await titles({ progress: ['completed', 'not-started'], level: 'advanced' }, bearer)).titles).toEqual([
      'Charlie',
    ]);
    expect(await titles({ favorite: 'true' }, bearer)).toEqual({ titles: ['Charlie'], total: 1 });
    expect((await titles({ favorite: 'true', progress: 'completed' })).titles).toEqual(['Alpha', 'Charlie', 'Bravo']);
    const other = await (await app.aPerson()).bearer();
    expect((await titles({ favorite: 'true' }, other)).titles).toEqual([]);

    const { body } = await app.call(listCourses, {}, { bearer });
    expect((body.data as { categories: unknown[] }).categories.slice(-2)).toEqual([
      {
        categoryName: 'progress',
        title: 'Progress',
        options: [
          { name: 'not-started', title: 'Not Started', count: 2 },
          { name: 'in-progress', title: 'In Progress', count: 0 },
          { name: 'completed', title: 'Completed', count: 1 },
        ],
      },
      { categoryName: 'favorite', title: 'Favorites', count: 1 },
    ]);
    const paths = await app.call(listLearningPaths, { query: { progress: 'completed' } }, { bearer });
    expect(paths.body.data).toMatchObject({
      paths: [{ slug: 'First', progressStatus: 'Completed' }],
      totalElements: 1,
    });
  });

  it('never shows another academy', async () => {
    expect(await titles({ topic: 'pods' })).toEqual({ titles: [], total: 0 });
  });
});

describe('other lists', () => {
  it('are filtered, searched and paged in the same way', async () => {
    const paths = await app.call(listLearningPaths, { query: { q: 'sec', level: 'beginner' } });
    expect(paths.body.data).toMatchObject({ paths: [{ slug: 'Second' }], totalElements: 1 });
    const people = await app.call(listInstructors, { query: { q: 'engineer OF ben' } });
    expect(people.body.data).toMatchObject({ result: [{ slug: 'ben' }], totalElements: 1 });
    expect((await app.call(listInstructors, {})).body.data).not.toHaveProperty('totalElements');
  });

  it('are paged by 24 above 200 entries by default', async () => {
    const kube = async (query: Record<string, string>) =>
      (await app.call(listGuides, { query }, { tenant: 'kube' })).body.data as {
        guides: { title: string }[];
        categories: { categoryName: string; options?: { name: string; count: number }[] }[];
        totalElements?: number;
      };
    const first = await kube({ allWhenSmall: 'true' });
    expect([first.guides.length, first.totalElements]).toEqual([24, 252]);
    const rare = await kube({ topic: 'nodes', pageNumber: '0', pageSize: '24' });
    expect([rare.guides.length, rare.totalElements]).toEqual([1, 1]);
    // Counts are those of the whole catalogue.
    expect(rare.categories.find(({ categoryName }) => categoryName === 'topic')?.options).toMatchObject([
      { name: 'nodes', count: 1 },
      { name: 'pods', count: 251 },
      { name: 'rbac', title: 'RBAC', count: 1 },
    ]);
    expect((await kube({})).guides).toHaveLength(252);
    expect((await kube({ sort: 'title', pageNumber: '1' })).guides[0]?.title).toBe('Copy 25');
  });
});
