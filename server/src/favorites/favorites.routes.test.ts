import type { CallReply } from '@academy/contract/call';
import { MAX_FAVORITES } from '@academy/contract/constants';
import { listCourses } from '@academy/contract/courses';
import type { Category } from '@academy/contract/entities';
import { type LikeableType, listFavorites, setFavorite } from '@academy/contract/favorites';
import { listGuides } from '@academy/contract/guides';
import { listLearningPaths } from '@academy/contract/learning-paths';
import { completeLesson } from '@academy/contract/lessons';
import { getProgressOverlay } from '@academy/contract/progress';
import { setContentStatus } from '@academy/contract/publishing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { favorite } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

beforeAll(async () => {
  const lessons = [{ id: 'first', module: 'basics' }, { id: 'second', module: 'basics' }, { id: 'odd' }];
  await publishCourse(app, 'spring', aCourse({ id: 'open', lessons }));
  await publishCourse(app, 'spring', aCourse({ id: 'pro', entitlements: ['pro'], lessons: [{ id: 'secret' }] }));
  await publishCourse(app, 'spring', aCourse({ id: 'hidden', status: 'unlisted', lessons: [{ id: 'unseen' }] }));
  await publishCourse(app, 'spring', aCourse({ id: 'draft', status: 'draft', lessons: [{ id: 'sketch' }] }));
  await publishItem(app, 'spring', anItem('guide', { id: 'howto', type: 'article' }, { 'content.md': 'Words.' }));
  await publishItem(
    app,
    'spring',
    anItem('guide', { id: 'secret-howto', slug: 'secret', type: 'article', status: 'unlisted' }, { 'content.md': 'x' }),
  );
  const hiddenWay = {
    id: 'hidden-way',
    slug: 'hidden-way',
    status: 'unlisted',
    steps: [{ type: 'course', id: 'open' }],
  };
  await publishItem(app, 'spring', anItem('path', hiddenWay));
  await publishItem(app, 'spring', anItem('path', { id: 'way', steps: [{ type: 'course', id: 'open' }] }));
  await publishCourse(app, 'kube', aCourse({ id: 'pods', lessons: [{ id: 'pod' }] }));
});

type Reply = Record<'courses' | 'lessons' | 'guides' | 'paths', Record<string, unknown>[]>;

/** A new learner, and the calls made as that learner. */
async function aLearner(role: { admin?: boolean } = {}) {
  const person = await app.aPerson(role);
  const bearer = await person.bearer();
  const set = (likeableType: LikeableType, id: string, operationType: 'save' | 'remove' = 'save', tenant = 'spring') =>
    app.call(setFavorite, { body: { id, operationType, likeableType } }, { bearer, tenant });
  const list = async (tenant = 'spring') =>
    (await app.call(listFavorites, {}, { bearer, tenant })).body.data as unknown as Reply;
  return { ...person, token: bearer, set, list };
}

const NOTHING = { courses: [], lessons: [], guides: [], paths: [] };

describe('a favorite', () => {
  it.each([
    ['course', 'open'],
    ['course', 'hidden'],
    ['lesson', 'first'],
    ['guide', 'howto'],
    ['path', 'way'],
  ] as const)('of a %s is added and removed, with the number of that kind', async (kind, id) => {
    const { set, list } = await aLearner();
    expect((await set(kind, id)).body.data).toEqual({ isFavorite: true, favoriteCount: 1 });
    expect((await list())[`${kind}s`]).toMatchObject([{ isFavorite: true }]);
    expect((await set(kind, id, 'remove')).body.data).toEqual({ isFavorite: false, favoriteCount: 0 });
    expect(await list()).toEqual(NOTHING);
  });

  it('added or removed twice changes nothing the second time', async () => {
    const { set } = await aLearner();
    await set('course', 'open');
    expect((await set('course', 'open')).body.data).toEqual({ isFavorite: true, favoriteCount: 1 });
    await set('course', 'open', 'remove');
    expect((await set('course', 'open', 'remove')).body.data).toEqual({ isFavorite: false, favoriteCount: 0 });
  });

  it('may be locked', async () => {
    const { set, list } = await aLearner();
    expect((await set('course', 'pro')).status).toBe(200);
    expect((await set('lesson', 'secret')).status).toBe(200);
    expect(await list()).toMatchObject({ courses: [{ locked: 'pro' }], lessons: [{ locked: 'pro' }] });
  });

  it.each([
    ['course', 'nothing'],
    ['course', 'draft'],
    ['course', 'pods'],
    ['course', 'first'],
    ['lesson', 'basics'],
    ['lesson', 'sketch'],
    ['lesson', 'pod'],
    ['guide', 'open'],
    ['path', 'nothing'],
  ] as const)('of a %s called %s that does not exist is refused', async (kind, id) => {
    const { set } = await aLearner();
    for (const operation of ['save', 'remove'] as const) {
      const { status, body } = await set(kind, id, operation);
      expect(status).toBe(404);
      expect(body.errors).toMatchObject([{ code: 'not-found', field: 'id' }]);
    }
  });

  it.each([
    [{ id: 'open', operationType: 'toggle', likeableType: 'course' }, 'operationType'],
    [{ id: 'open', operationType: 'save', likeableType: 'instructor' }, 'likeableType'],
    [{ id: '../open', operationType: 'save', likeableType: 'course' }, 'id'],
    [{ id: 'open', operationType: 'save', likeableType: 'course', personId: 'somebody' }, 'personId'],
  ])('described by %j is refused', async (body, field) => {
    const bearer = await (await app.aPerson()).bearer();
    const { status, body: reply } = await app.call(setFavorite, { body } as never, { bearer });
    expect(status).toBe(400);
    expect(reply.errors).toMatchObject([{ field }]);
  });

  // Shows security#who-acts
  it('needs a signed-in person, and belongs to them', async () => {
    const body = { id: 'open', operationType: 'save', likeableType: 'course' } as const;
    expect((await app.call(setFavorite, { body })).status).toBe(401);
    expect((await app.call(listFavorites, {})).status).toBe(401);
    const [one, other] = [await aLearner(), await aLearner()];
    await one.set('course', 'open');
    expect(await other.list()).toEqual(NOTHING);
  });

  it('requested many times at once is stored once', async () => {
    const { set, list } = await aLearner();
    const replies = await Promise.all(Array.from({ length: 8 }, () => set('course', 'open')));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await list()).courses).toHaveLength(1);
  });

  /** Stores favorites of courses that do not exist any more, which count for the limit. */
  async function addOld(personId: string, count: number): Promise<void> {
    const old = Array.from({ length: count }, (_, n) => ({
      personId,
      tenantId: 'spring',
      kind: 'course',
      id: `old-${n}`,
    }));
    for (let from = 0; from < old.length; from += 1000)
      await app.database.db.insert(favorite).values(old.slice(from, from + 1000));
  }

  it('does not exceed the limit when several are requested at once', async () => {
    const { personId, set } = await aLearner();
    await addOld(personId, MAX_FAVORITES - 1);
    const requests = [set('course', 'open'), set('course', 'pro'), set('course', 'hidden'), set('path', 'way')];
    expect((await Promise.all(requests)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('is refused above the limit, with a message', async () => {
    const { personId, set } = await aLearner();
    await addOld(personId, MAX_FAVORITES);
    const { status, body } = await set('course', 'open');
    expect(status).toBe(409);
    expect(body.errors[0]?.errorMessage).toContain('5,000 favorites');
    await set('course', 'old-7', 'remove');
    expect((await set('course', 'open')).body.data).toEqual({ isFavorite: true, favoriteCount: 1 });
  });
});

describe('the favorites of a learner', () => {
  it('are whole list items with the own progress, the newest first', async () => {
    const { token: bearer, set, list } = await aLearner();
    for (const id of ['hidden', 'open']) await set('course', id);
    for (const id of ['odd', 'first']) await set('lesson', id);
    await set('path', 'way');
    const body = {
      courseId: 'open',
      lessonId: 'first',
      isLastLesson: false,
      operationType: 'COMPLETE_LESSON',
    } as const;
    await app.call(completeLesson, { body }, { bearer });
    const { courses, lessons, paths } = await list();
    expect(courses).toMatchObject([
      { courseId: 'open', tenantId: 'spring', completedLesson: 1, lessonsCount: 3, progressStatus: 'In Progress' },
      { courseId: 'hidden', completedLesson: 0, lessonsCount: 1 },
    ]);
    const ofCourse = { courseId: 'open', courseSlug: 'open', courseTitle: 'Course open', isFavorite: true };
    expect(lessons).toMatchObject([
      { lessonId: 'first', isComplete: true, progressStatus: 'Completed', locked: null, ...ofCourse },
      { lessonId: 'odd', isComplete: false, progressStatus: 'Not Started', ...ofCourse },
    ]);
    expect(paths).toMatchObject([{ pathId: 'way', percent: 33, isFavorite: true }]);
  });

  it('are read with a constant number of queries, like the overlay', async () => {
    const few = await aLearner();
    const many = await aLearner();
    const ids = Array.from({ length: 12 }, (_, n) => `one-of-many-${n}`);
    for (const id of ids) await publishCourse(app, 'spring', aCourse({ id, lessons: [{ id: `${id}-a` }] }));
    for (const [{ set, token: bearer }, own] of [
      [few, ids.slice(0, 2)],
      [many, ids],
    ] as const) {
      for (const id of own) {
        await set('course', id);
        await set('lesson', `${id}-a`);
        const body = {
          courseId: id,
          lessonId: `${id}-a`,
          isLastLesson: false,
          operationType: 'COMPLETE_LESSON',
        } as const;
        await app.call(completeLesson, { body }, { bearer });
      }
    }
    const queriesOf = async (read: () => Promise<unknown>) => {
      // Nothing is cached of a catalogue version that is new.
      await publishItem(app, 'spring', anItem('page', { id: crypto.randomUUID() }, { 'content.md': 'Words.' }));
      const asked = vi.spyOn(app.database.pool, 'connect');
      await read();
      const { length } = asked.mock.calls;
      asked.mockRestore();
      return length;
    };
    const overlay = ({ token: bearer }: { token: string }) =>
      app.call(getProgressOverlay, { query: { kind: 'courses' } }, { bearer });
    expect((await many.list()).lessons).toHaveLength(12);
    // The server also reads alerts and versions in the background: the least of several runs is the read's own.
    const leastOf = async (read: () => Promise<unknown>) => {
      let min = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round += 1) min = Math.min(min, await queriesOf(read));
      return min;
    };
    for (const read of [({ list }: typeof few) => list(), overlay])
      expect(await leastOf(() => read(many))).toBe(await leastOf(() => read(few)));
  });

  it('belong to one academy', async () => {
    const { set, list } = await aLearner();
    await set('course', 'open');
    await set('course', 'pods', 'save', 'kube');
    expect((await list()).courses).toMatchObject([{ courseId: 'open' }]);
    expect((await list('kube')).courses).toMatchObject([{ courseId: 'pods' }]);
  });

  it('are counted in lists, and so are completions', async () => {
    const { token: bearer, set } = await aLearner();
    for (const id of ['hidden', 'open']) await set('course', id);
    for (const id of ['howto', 'secret-howto']) await set('guide', id);
    for (const id of ['way', 'hidden-way']) await set('path', id);
    const body = { lessonId: 'unseen', courseId: 'hidden', isLastLesson: true } as const;
    await app.call(completeLesson, { body: { ...body, operationType: 'COMPLETE_LESSON' } }, { bearer });
    for (const [kind, call, unlisted] of [
      ['courses', listCourses, 'hidden'],
      ['guides', listGuides, 'secret-howto'],
      ['paths', listLearningPaths, 'hidden-way'],
    ] as const) {
      const { categories } = (await app.call(call, {}, { bearer })).body.data as { categories: Category[] };
      expect(categories.at(-1)).toMatchObject({ categoryName: 'favorite', count: 1 });
      const { body } = await app.call(getProgressOverlay, { query: { kind } }, { bearer });
      // The number is that of all favorites, listed or not; the caller can count one list.
      expect(body.data).toMatchObject({
        favoriteCount: 2,
        items: { [unlisted]: { isFavorite: true, unlisted: true } },
      });
      const { items } = body.data as CallReply<typeof getProgressOverlay>;
      expect(Object.values(items).filter((one) => one.isFavorite && one.unlisted === undefined)).toHaveLength(1);
    }
    const { categories } = (await app.call(listCourses, {}, { bearer })).body.data as { categories: Category[] };
    expect(categories.find(({ categoryName }) => categoryName === 'progress')?.options?.at(-1)?.count).toBe(0);
  });

  it('agree in lists, overlay and count, and hide with their item', async () => {
    const { token: bearer, set, list } = await aLearner();
    await publishCourse(app, 'spring', aCourse({ id: 'fickle', lessons: [{ id: 'here-today' }] }));
    for (const id of ['fickle', 'open']) await set('course', id);
    await set('lesson', 'here-today');

    const everywhere = async () => {
      const overlay = await app.call(getProgressOverlay, { query: { kind: 'courses' } }, { bearer });
      const catalogue = await app.call(listCourses, {}, { bearer });
      const { courses, lessons } = await list();
      const shown = catalogue.body.data as { courses: { isFavorite: boolean }[]; categories: { count?: number }[] };
      return {
        counts: [
          (overlay.body.data as { favoriteCount: number }).favoriteCount,
          shown.categories.at(-1)?.count,
          shown.courses.filter(({ isFavorite }) => isFavorite).length,
          courses.length,
        ],
        lessons: lessons.length,
      };
    };
    expect(await everywhere()).toEqual({ counts: [2, 2, 2, 2], lessons: 1 });

    const admin = await app.aPerson({ admin: true });
    const publisher = await app.aToken(admin, 'spring', ['content:write']);
    const show = (status: 'live' | 'draft') =>
      app.call(
        setContentStatus,
        { params: { kind: 'course', id: 'fickle' }, body: { status } },
        { bearer: publisher, tenant: 'spring' },
      );
    expect((await show('draft')).status).toBe(200);
    expect(await everywhere()).toEqual({ counts: [1, 1, 1, 1], lessons: 0 });
    // A reply counts the favorites of its kind that can be reached.
    await set('lesson', 'first');
    expect((await set('lesson', 'odd')).body.data).toEqual({ isFavorite: true, favoriteCount: 2 });
    expect((await set('course', 'open')).body.data).toEqual({ isFavorite: true, favoriteCount: 1 });
    for (const id of ['first', 'odd']) await set('lesson', id, 'remove');
    expect((await show('live')).status).toBe(200);
    expect(await everywhere()).toEqual({ counts: [2, 2, 2, 2], lessons: 1 });
    await show('draft');
    // A favorite can be removed although its item is gone.
    expect((await set('course', 'fickle', 'remove')).status).toBe(200);
  });
});
