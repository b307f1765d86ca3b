import {
  exportFeedback,
  type FeedbackItem,
  handleFeedback,
  listFeedback,
  listRatings,
  type Ratings,
} from '@academy/contract/feedback-admin';
import type { HandlingChange } from '@academy/contract/handling';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { feedback, outboxMail } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
const admin = await app.aPerson({ admin: true });
const lena = await app.aPerson();

const CONTEXT = { userAgent: 'Browser', url: 'http://spring.localhost/', route: '/' };
const SURVEY = {
  schema: 'tenant-survey-v1',
  answers: {
    levels: ['beginner', 'gone'],
    customQuestion: 'spring-projects',
    customQuestionAnswers: ['spring-data'],
    otherAnswer: 'Kafka',
  },
};
const ofLesson = { feedbackableType: 'lesson', feedbackableId: 'one-a', courseId: 'one' };
const ofCourse = { feedbackableType: 'course', feedbackableId: 'one', courseId: 'one' };
const day = (text: string) => ({ createdAt: new Date(`${text}T12:00:00Z`) });

beforeAll(async () => {
  await publishCourse(
    app,
    'spring',
    aCourse({ id: 'one', title: 'Course One', lessons: [{ id: 'one-a', title: 'Lesson A' }] }),
  );
  const row = (more: object) => ({ tenantId: 'spring', schema: 'lesson-v2', context: CONTEXT, ...more });
  await db.insert(feedback).values([
    row({
      ...ofLesson,
      ...day('2030-01-01'),
      comments: 'Broken 100% of the time',
      isBug: true,
      personId: lena.personId,
    }),
    row({
      ...ofLesson,
      ...SURVEY,
      ...day('2030-01-02'),
      rating: 5,
      comments: 'Great',
      personId: lena.personId,
      allowContact: true,
    }),
    row({ ...ofLesson, ...SURVEY, ...day('2030-01-03'), rating: 2 }),
    row({ ...ofCourse, ...SURVEY, ...day('2030-01-04'), rating: 4, comments: '=1+1' }),
    row({ schema: 'tenant-v1', ...day('2030-01-05'), comments: 'All is well' }),
    { ...row({ schema: 'tenant-v1', comments: 'Of another academy' }), tenantId: 'kube' },
  ]);
});

type Query = NonNullable<Parameters<typeof app.call<typeof listFeedback>>[1]['query']>;
const list = async (query: Query = {}) => {
  const { body } = await app.call(listFeedback, { query }, { tenant: 'spring', bearer: await admin.bearer() });
  return (body.data as { result: { content: FeedbackItem[]; totalElements: number; courses: unknown[] } }).result;
};
const words = async (query: Query) => (await list(query)).content.map(({ comments }) => comments);

describe('administrators read', () => {
  test('all feedback of their academy, newest first, with present names', async () => {
    const { content, totalElements, courses } = await list();
    expect(totalElements).toBe(5);
    expect(content.map(({ type, title }) => [type, title])).toEqual([
      ['', ''],
      ['course', 'Course One'],
      ['lesson', 'Lesson A'],
      ['lesson', 'Lesson A'],
      ['lesson', 'Lesson A'],
    ]);
    expect(content[3]?.answers).toEqual([
      { question: 'Which Spring project(s) do you want to learn more about?', answer: 'Spring Data, Kafka' },
      { question: 'Which level of material are you most interested in?', answer: 'Beginner, gone' },
    ]);
    expect(content[4]).toMatchObject({ answers: null, context: CONTEXT, isVisitor: false, courseTitle: 'Course One' });
    expect(courses).toEqual([{ courseId: 'one', title: 'Course One' }]);
  });

  test('the writer only where they agreed', async () => {
    const { content } = await list();
    expect(content.map(({ writer }) => writer?.email ?? null)).toEqual([null, null, null, lena.email, null]);
    expect(content.map(({ isVisitor }) => isVisitor)).toEqual([true, true, true, false, false]);
  });

  test.each<[Query, string[]]>([
    [{ type: 'general' }, ['All is well']],
    [{ type: 'course' }, ['=1+1']],
    [{ course: 'one' }, ['=1+1', '', 'Great', 'Broken 100% of the time']],
    [{ lesson: 'one-a' }, ['', 'Great', 'Broken 100% of the time']],
    [{ rating: '5' }, ['Great']],
    [{ rating: 'none' }, ['All is well', 'Broken 100% of the time']],
    [{ bug: 'true' }, ['Broken 100% of the time']],
    [{ q: 'broken TIME' }, ['Broken 100% of the time']],
    [{ q: '%' }, ['Broken 100% of the time']],
    [{ q: 'kafka', rating: '5' }, ['Great']],
    [{ from: '2030-01-02', to: '2030-01-03' }, ['', 'Great']],
    [{ sortBy: 'at', sortDir: 'asc', pageSize: 1 }, ['Broken 100% of the time']],
    [{ sortBy: 'rating', sortDir: 'desc', pageSize: 2 }, ['Great', '=1+1']],
    [{ sortBy: 'rating', sortDir: 'asc', pageSize: 2, pageNumber: 1 }, ['Great', 'All is well']],
  ])('filtered feedback: number %#', async (query, expected) => {
    expect(await words(query)).toEqual(expected);
  });

  test('ratings of courses and lessons', async () => {
    const ask = async (query: { from?: string }) => {
      const { body } = await app.call(listRatings, { query }, { tenant: 'spring', bearer: await admin.bearer() });
      return (body.data as { result: Ratings[] }).result;
    };
    expect(await ask({})).toEqual([
      {
        ...{ type: 'lesson', id: 'one-a', courseId: 'one', title: 'Lesson A', courseTitle: 'Course One' },
        ...{ stars: [0, 1, 0, 0, 1], count: 2, average: 3.5 },
      },
      {
        ...{ type: 'course', id: 'one', courseId: 'one', title: 'Course One', courseTitle: 'Course One' },
        ...{ stars: [0, 0, 0, 1, 0], count: 1, average: 4 },
      },
    ]);
    expect(await ask({ from: '2030-01-04' })).toHaveLength(1);
  });

  test('the same as a CSV file, without formulas and anonymous writers', async () => {
    const { response } = await app.call(
      exportFeedback,
      { query: { from: '2030-01-01' } },
      { tenant: 'spring', bearer: await admin.bearer() },
    );
    const text = response.body;
    expect(response.headers['content-disposition']).toContain('feedback-');
    expect(text).toContain("'=1+1");
    expect(text.match(new RegExp(lena.email, 'g'))).toHaveLength(1);
    expect(text).not.toContain('Of another academy');
  });
});

test('feedback is answered only where its writer agreed to be contacted', async () => {
  const writer = await app.aPerson();
  const about = { tenantId: 'tanzu', schema: 'course-v1', comments: 'It lacks an import.', personId: writer.personId };
  const rows = await db
    .insert(feedback)
    .values([{ ...about, allowContact: true }, about])
    .returning({ feedbackId: feedback.feedbackId });
  const handle = async (at: number, body: HandlingChange) =>
    app.call(
      handleFeedback,
      { params: { feedbackId: rows[at]?.feedbackId ?? '' }, body },
      { tenant: 'tanzu', bearer: await admin.bearer() },
    );
  const answered = await handle(0, { answer: 'It is there now.' });
  expect(answered.body.data).toMatchObject({ state: 'answered', handledBy: admin.email });
  const mails = () => db.select().from(outboxMail).where(eq(outboxMail.kind, 'answer'));
  expect(await mails()).toMatchObject([{ recipient: writer.email, tenantId: 'tanzu' }]);
  expect((await handle(1, { answer: 'It is there now.' })).status).toBe(409);
  expect((await handle(1, { state: 'closed', note: 'Done.' })).body.data).toMatchObject({
    state: 'closed',
    note: 'Done.',
  });
  expect(await mails()).toHaveLength(1);
});
