import { MAX_PROGRESS_EVENTS } from '@academy/contract/constants';
import { type Course, type CourseItem, getCourse, listCourses } from '@academy/contract/courses';
import { getLearningPath, type LearningPath, listLearningPaths } from '@academy/contract/learning-paths';
import { completeLesson, type LessonItem, listLessons } from '@academy/contract/lessons';
import {
  type CourseProgress,
  getProgressOverlay,
  type OverlayItem,
  type ProgressEvent,
  sendProgressEvents,
} from '@academy/contract/progress';
import { beforeAll, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

/** Lessons by course; unlisted ones count nowhere. */
const COURSES: Readonly<Record<string, { listed: string[]; unlisted: string[] }>> = {
  rest: { listed: ['rest-1', 'rest-2', 'rest-3', 'rest-4', 'rest-5', 'rest-6', 'rest-7'], unlisted: ['rest-x'] },
  pods: { listed: ['pods-1', 'pods-2', 'pods-3'], unlisted: [] },
};
const LESSONS = Object.values(COURSES).flatMap(({ listed, unlisted }) => [...listed, ...unlisted]);
const KINDS = ['started', 'completed', 'completed', 'completed', 'undone', 'reset', 'position'] as const;
const DAY = 24 * 60 * 60 * 1000;

const [SEQUENCES, EVENTS] = process.env.ACADEMY_TEST_ALL === '1' ? [100, 1_000] : [5, 1_000];

beforeAll(async () => {
  for (const [id, { listed, unlisted }] of Object.entries(COURSES)) {
    const lessons = [
      ...listed.map((lesson, index) => ({ id: lesson, ...(index > 2 ? { module: 'deep' } : {}) })),
      ...unlisted.map((lesson) => ({ id: lesson, status: 'unlisted' as const })),
    ];
    await publishCourse(app, 'spring', aCourse({ id, lessons }));
  }
  const steps = Object.keys(COURSES).map((id) => ({ type: 'course', id }));
  await publishItem(app, 'spring', anItem('path', { id: 'way', slug: 'way', steps }));
});

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A learner's events as a simple reference model that reads them from first to last. */
class Model {
  readonly #book: ProgressEvent[] = [];

  note(event: ProgressEvent): void {
    if (!this.#book.some(({ key }) => key === event.key)) this.#book.push(event);
  }

  done(): Set<string> {
    const inOrder = this.#book.map((event, line) => ({ ...event, line }));
    inOrder.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.line - b.line);
    const done = new Set<string>();
    for (const { kind, lessonId } of inOrder) {
      if (kind === 'completed') done.add(lessonId);
      if (kind === 'undone' || kind === 'reset') done.delete(lessonId);
    }
    return done;
  }

  /** The numbers of a course that every screen has to show. */
  of(course: string): { completedLesson: number; lessonsCount: number; progressStatus: string | null } {
    const { listed } = COURSES[course] ?? { listed: [] };
    const done = this.done();
    const completedLesson = listed.filter((lesson) => done.has(lesson)).length;
    const status = completedLesson === listed.length ? 'Completed' : 'In Progress';
    return { completedLesson, lessonsCount: listed.length, progressStatus: completedLesson === 0 ? null : status };
  }

  percent(...courses: string[]): number {
    const counts = courses.map((course) => this.of(course));
    const sum = (of: 'completedLesson' | 'lessonsCount') => counts.reduce((total, one) => total + one[of], 0);
    return Math.round((sum('completedLesson') / sum('lessonsCount')) * 100);
  }
}

const DETAILS: Readonly<Record<string, string>> = { Completed: 'COMPLETED', 'In Progress': 'IN_PROGRESS' };

async function expectEverywhere(model: Model, bearer: string, token: string): Promise<void> {
  const as = { bearer };
  const read = async <T>(reply: Promise<{ body: { data: unknown } }>) => (await reply).body.data as T;
  type Overlay = { items: Record<string, OverlayItem>; lessons?: Record<string, { progressStatus: string }> };
  const overlay = (query: object, who = as) => read<Overlay>(app.call(getProgressOverlay, { query }, who));
  const done = model.done();

  const lists = [
    await overlay({ kind: 'courses' }),
    await overlay({ kind: 'home' }),
    await overlay({ kind: 'courses' }, { bearer: token }),
  ];
  for (const course of Object.keys(COURSES)) {
    const expected = model.of(course);
    const { items, lessons = {} } = await overlay({ courseSlug: course });
    expect(items[course]).toMatchObject(expected);
    // A list has no entry of a course that was never started.
    for (const list of lists) if (list.items[course] !== undefined) expect(list.items[course]).toMatchObject(expected);
    if (expected.completedLesson > 0) for (const list of lists) expect(list.items[course]).toBeDefined();
    for (const [lesson, { progressStatus }] of Object.entries(lessons))
      expect([lesson, progressStatus === 'Completed']).toEqual([lesson, done.has(lesson)]);

    const details = await read<Course>(app.call(getCourse, { query: { slug: course } }, as));
    expect(details).toMatchObject({
      ...expected,
      progressStatus: DETAILS[expected.progressStatus ?? ''] ?? 'NOT_STARTED',
    });
    const { completedLesson, lessons: listed } = await read<{ completedLesson: number; lessons: LessonItem[] }>(
      app.call(listLessons, { query: { slug: course } }, as),
    );
    expect(completedLesson).toBe(expected.completedLesson);
    expect(listed.filter((lesson) => lesson.isComplete)).toHaveLength(expected.completedLesson);
  }
  const catalogue = await read<{ courses: CourseItem[] }>(app.call(listCourses, {}, as));
  for (const item of catalogue.courses) {
    const { completedLesson, progressStatus } = model.of(item.courseId);
    expect(item).toMatchObject({ completedLesson, progressStatus });
  }
  const percent = model.percent(...Object.keys(COURSES));
  const { paths } = await read<{ paths: LearningPath[] }>(app.call(listLearningPaths, {}, as));
  expect(paths).toMatchObject([{ pathId: 'way', percent }]);
  expect(await read(app.call(getLearningPath, { query: { slug: 'way' } }, as))).toMatchObject({ percent });
}

// Shows promises#one-count, promises#same-numbers
it(`${SEQUENCES} learners who do ${EVENTS} things see the same numbers on every screen`, {
  timeout: 1_800_000,
}, async () => {
  for (let sequence = 1; sequence <= SEQUENCES; sequence += 1) {
    const random = numbersFrom(sequence);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const person = await app.aPerson();
    const bearer = await person.bearer();
    const token = await app.aToken(person, 'spring', ['progress:read']);
    await app.database.pool.query("update person set created_at = now() - interval '2 days' where person_id = $1", [
      person.personId,
    ]);
    const model = new Model();
    const noon = Date.now();
    const events = Array.from({ length: EVENTS }, (_, n): ProgressEvent => {
      const kind = pick(KINDS);
      // Few distinct moments, so that many events share one and their order of arrival decides.
      const at = new Date(noon - DAY + Math.floor(random() * 400) * 1_000).toISOString();
      return { key: `happened-${n}`, lessonId: pick(LESSONS), kind, at, ...(kind === 'position' ? { value: n } : {}) };
    });
    for (let from = 0; from < events.length; from += MAX_PROGRESS_EVENTS - 3) {
      const batch = events.slice(from, from + MAX_PROGRESS_EVENTS - 3);
      // Some are sent again, as after a lost reply.
      const again = [pick(events.slice(0, from + 1)), pick(batch), pick(batch)];
      const sent = [...batch, ...again];
      for (const event of sent) model.note(event);
      const { body } = await app.call(sendProgressEvents, { body: { events: sent } }, { bearer });
      for (const { courseId, ...counts } of (body.data as { courses: CourseProgress[] }).courses)
        expect(counts).toEqual({ ...model.of(courseId), percent: model.percent(courseId) });
    }
    await expectEverywhere(model, bearer, token);

    const lessonId = pick(COURSES.rest?.listed ?? []);
    const body = { courseId: 'rest', lessonId, isLastLesson: false, operationType: 'COMPLETE_LESSON' } as const;
    model.note({ key: 'by-hand', lessonId, kind: 'completed', at: new Date().toISOString() });
    const { completedLesson, lessonsCount } = model.of('rest');
    expect((await app.call(completeLesson, { body }, { bearer })).body.data).toMatchObject({
      completedLesson,
      lessonsCount,
    });
    await expectEverywhere(model, bearer, token);
  }
});
