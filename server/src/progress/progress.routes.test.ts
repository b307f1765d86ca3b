import { getCourse } from '@academy/contract/courses';
import { setFavorite } from '@academy/contract/favorites';
import { getLearningPath } from '@academy/contract/learning-paths';
import { completeLesson, getLesson, listLessons } from '@academy/contract/lessons';
import {
  getProgressOverlay,
  getProgressVersion,
  type OverlayItem,
  type ProgressEvent,
  restartCourse,
  sendProgressEvents,
} from '@academy/contract/progress';
import { describe, expect, it } from 'vitest';
import { aCourse, type LessonSketch } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

const lessonsOf = (...ids: string[]): LessonSketch[] => ids.map((id) => ({ id }));
const publish = (id: string, lessons: LessonSketch[]) => publishCourse(app, 'spring', aCourse({ id, lessons }));

type Lines = Record<string, { progressStatus: string; position?: number }>;

/** A learner, and the calls of this file. */
async function aLearner() {
  const person = await app.aPerson();
  const bearer = await person.bearer();
  const data = async <T>(reply: Promise<{ body: { data: unknown } }>) => (await reply).body.data as T;
  return {
    person,
    bearer,
    async complete(courseId: string, ...lessonIds: string[]) {
      for (const lessonId of lessonIds) {
        const body = { courseId, lessonId, isLastLesson: false, operationType: 'COMPLETE_LESSON' } as const;
        expect((await app.call(completeLesson, { body }, { bearer })).status).toBe(200);
      }
    },
    send: (...events: (Partial<ProgressEvent> & { kind: ProgressEvent['kind']; lessonId: string })[]) =>
      app.call(
        sendProgressEvents,
        { body: { events: events.map((one) => ({ key: crypto.randomUUID(), at: new Date().toISOString(), ...one })) } },
        { bearer },
      ),
    course: (courseSlug: string) =>
      data<{ items: Record<string, OverlayItem>; lessons: Lines }>(
        app.call(getProgressOverlay, { query: { courseSlug } }, { bearer }),
      ),
    counts: async (slug: string) => {
      const { completedLesson, lessonsCount, progressStatus } = await data<OverlayItem>(
        app.call(getCourse, { query: { slug } }, { bearer }),
      );
      return [completedLesson, lessonsCount, progressStatus];
    },
    version: async () => (await data<{ mark: string }>(app.call(getProgressVersion, {}, { bearer }))).mark,
    restart: (courseId: string) => app.call(restartCourse, { body: { courseId } }, { bearer }),
    data,
  };
}

it('a completion sent by a call and by the queue is one event', async () => {
  await publish('twice', lessonsOf('twice-1', 'twice-2'));
  const { person, bearer, send, counts } = await aLearner();
  const key = crypto.randomUUID();
  const lesson = { courseId: 'twice', lessonId: 'twice-1', isLastLesson: false } as const;
  const input = { headers: { 'idempotency-key': key }, body: { ...lesson, operationType: 'COMPLETE_LESSON' } } as const;
  expect((await app.call(completeLesson, input, { bearer })).status).toBe(200);
  const { body } = await send({ key, kind: 'completed', lessonId: 'twice-1' });
  expect(body.data).toMatchObject({ results: [{ key, outcome: 'repeated' }] });
  expect(await counts('twice')).toEqual([1, 2, 'IN_PROGRESS']);
  const { rows } = await app.database.pool.query('select key from progress_event where person_id = $1', [
    person.personId,
  ]);
  expect(rows).toEqual([{ key }]);
});

describe('a course that is restarted', () => {
  it('is not started any more, and the ledger keeps its events', async () => {
    await publish('again', lessonsOf('again-1', 'again-2', 'again-3'));
    const { person, complete, send, restart, course, counts } = await aLearner();
    await complete('again', 'again-1', 'again-2');
    await send({ kind: 'position', lessonId: 'again-3', value: 40 });
    const { status, body } = await restart('again');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      courseId: 'again',
      completedLesson: 0,
      lessonsCount: 3,
      progressStatus: null,
      percent: 0,
    });
    expect(await counts('again')).toEqual([0, 3, 'NOT_STARTED']);
    const { items, lessons } = await course('again');
    expect(items.again?.continueAt).toBeNull();
    expect(Object.values(lessons)).toEqual(
      lessonsOf('1', '2', '3').map(() => expect.objectContaining({ progressStatus: 'Not Started' })),
    );
    expect(lessons['again-3']).not.toHaveProperty('position');
    const { rows } = await app.database.pool.query(
      'select kind, count(*)::int from progress_event where person_id = $1 group by kind order by kind',
      [person.personId],
    );
    expect(rows).toEqual([
      { kind: 'completed', count: 2 },
      { kind: 'position', count: 1 },
      { kind: 'reset', count: 3 },
    ]);
    await complete('again', 'again-2');
    expect(await counts('again')).toEqual([1, 3, 'IN_PROGRESS']);
  });

  it('also restarts hidden lessons', async () => {
    await publish('hides', lessonsOf('hides-1', 'hides-2'));
    const { complete, restart, counts } = await aLearner();
    await complete('hides', 'hides-1', 'hides-2');
    await publish('hides', [{ id: 'hides-1' }, { id: 'hides-2', status: 'draft' }]);
    await restart('hides');
    await publish('hides', lessonsOf('hides-1', 'hides-2'));
    expect(await counts('hides')).toEqual([0, 2, 'NOT_STARTED']);
  });

  it('writes nothing when there is nothing to restart', async () => {
    await publish('calm', lessonsOf('calm-1'));
    const other = await aLearner();
    await other.complete('calm', 'calm-1');
    const { version, restart } = await aLearner();
    const before = await version();
    expect((await restart('calm')).status).toBe(200);
    expect(await version()).toBe(before);
    expect(await other.counts('calm')).toEqual([1, 1, 'COMPLETED']);
  });

  it('that is not there is not found', async () => {
    const { restart } = await aLearner();
    expect((await restart('nowhere')).status).toBe(404);
  });
});

describe('the position in a video', () => {
  it('is the newest one, from any device and in any order', async () => {
    await publish('films', lessonsOf('film'));
    const { person, send, course } = await aLearner();
    await app.database.pool.query("update person set created_at = now() - interval '1 day' where person_id = $1", [
      person.personId,
    ]);
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    await send({ kind: 'position', lessonId: 'film', value: 90, at: ago(10) });
    await send(
      { kind: 'position', lessonId: 'film', value: 30, at: ago(60) },
      { kind: 'position', lessonId: 'film', value: 95.6, at: ago(5) },
    );
    expect((await course('films')).lessons).toMatchObject({ film: { progressStatus: 'In Progress', position: 96 } });
    const { rows } = await app.database.pool.query('select value from progress_event where person_id = $1', [
      person.personId,
    ]);
    expect(rows).toEqual([{ value: 96 }]);
  });

  it('leaves a completed lesson completed, and is private', async () => {
    await publish('seen', lessonsOf('seen-1'));
    const { complete, send, course, bearer } = await aLearner();
    await complete('seen', 'seen-1');
    await send({ kind: 'position', lessonId: 'seen-1', value: 12 });
    expect((await course('seen')).lessons).toMatchObject({ 'seen-1': { progressStatus: 'Completed', position: 12 } });
    const at = { params: { courseSlug: 'seen', lessonSlug: 'seen-1' } };
    for (const reply of [
      await app.call(getLesson, at),
      await app.call(listLessons, { query: { slug: 'seen' } }, { bearer }),
    ])
      expect(reply.response.body).not.toContain('"position"');
  });
});

describe('the progress version of a learner', () => {
  it("changes with this learner's progress and favorites only", async () => {
    await publish('marked', lessonsOf('marked-1', 'marked-2'));
    const { version, complete, send, bearer } = await aLearner();
    const seen = [await version()];
    const changed = async () => {
      const now = await version();
      const isNew = !seen.includes(now);
      seen.push(now);
      return isNew;
    };
    expect(await changed()).toBe(false);
    await complete('marked', 'marked-1');
    expect(await changed()).toBe(true);
    await send({ kind: 'undone', lessonId: 'marked-1' });
    expect(await changed()).toBe(true);
    for (const operationType of ['save', 'remove', 'save'] as const) {
      const body = { id: 'marked', operationType, likeableType: 'course' } as const;
      await app.call(setFavorite, { body }, { bearer });
      const now = await version();
      expect(now).not.toBe(seen.at(-1));
      seen.push(now);
    }
    await send({ kind: 'position', lessonId: 'marked-1', value: 3 });
    await (await aLearner()).complete('marked', 'marked-1');
    expect(await version()).toBe(seen.at(-1));
  });
});

describe("an author's change never falsifies a learner's progress", () => {
  it('a lesson that is renamed stays completed', async () => {
    await publish('named', [{ id: 'named-1', slug: 'old', title: 'Old' }, { id: 'named-2' }]);
    const { complete, counts } = await aLearner();
    await complete('named', 'named-1');
    await publish('named', [{ id: 'named-1', slug: 'new', title: 'New' }, { id: 'named-2' }]);
    expect(await counts('named')).toEqual([1, 2, 'IN_PROGRESS']);
  });

  it('a moved lesson takes its completion along', async () => {
    await publish('from', lessonsOf('moves', 'stays'));
    await publish('to', lessonsOf('own'));
    const { complete, counts } = await aLearner();
    await complete('from', 'moves', 'stays');
    await publish('from', [{ id: 'stays' }, { id: 'moves', module: 'deep' }]);
    expect(await counts('from')).toEqual([2, 2, 'COMPLETED']);
    await publish('from', lessonsOf('stays'));
    await publish('to', lessonsOf('own', 'moves'));
    expect(await counts('from')).toEqual([1, 1, 'COMPLETED']);
    expect(await counts('to')).toEqual([1, 2, 'IN_PROGRESS']);
  });

  it('a new lesson leaves a completed course and its path at 100 percent', async () => {
    await publish('grows', lessonsOf('grows-1', 'grows-2'));
    await publishItem(
      app,
      'spring',
      anItem('path', { id: 'growing', slug: 'growing', steps: [{ type: 'course', id: 'grows' }] }),
    );
    const { complete, counts, bearer, data } = await aLearner();
    await complete('grows', 'grows-1', 'grows-2');
    const percent = async () =>
      (await data<{ percent: number }>(app.call(getLearningPath, { query: { slug: 'growing' } }, { bearer }))).percent;
    expect(await percent()).toBe(100);
    await publish('grows', lessonsOf('grows-1', 'grows-2', 'grows-3'));
    expect([await counts('grows'), await percent()]).toEqual([[2, 2, 'COMPLETED'], 100]);
    // A removed lesson takes its completion out of the count, and restores it when it is restored.
    await publish('grows', lessonsOf('grows-2'));
    expect([await counts('grows'), await percent()]).toEqual([[1, 1, 'COMPLETED'], 100]);
    await publish('grows', lessonsOf('grows-1', 'grows-2'));
    expect([await counts('grows'), await percent()]).toEqual([[2, 2, 'COMPLETED'], 100]);
  });

  it('a split lesson leaves the part with its id completed', async () => {
    await publish('splits', lessonsOf('whole'));
    const { complete, counts } = await aLearner();
    await complete('splits', 'whole');
    await publish('splits', lessonsOf('whole', 'other-half'));
    expect(await counts('splits')).toEqual([1, 1, 'COMPLETED']);
  });
});
