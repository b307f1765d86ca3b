import { type Feedback, getFeedbackQuestions, sendFeedback } from '@academy/contract/feedback';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { managedEmail } from '../db/message-tables.ts';
import { feedback, outboxMail, person } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const MANY = 1_000_000;
const app = await startApp({ limits: { messagesPerTenMinutes: MANY } });
const { db } = app.database;

const context = { userAgent: 'Browser', url: 'http://spring.localhost/courses', route: '/courses' };
const general: Feedback = {
  feedbackableType: '',
  feedbackableId: null,
  courseId: null,
  schema: 'tenant-v1',
  comments: 'Good.',
  isBug: false,
  allowContact: false,
  context,
};
const ofCourse = { feedbackableType: 'course', feedbackableId: 'one', courseId: 'one', schema: 'course-v1' } as const;
const ofLesson = { feedbackableType: 'lesson', feedbackableId: 'one-a', courseId: 'one', schema: 'lesson-v2' } as const;

const send = (given: object, { key, ...as }: { key?: string; bearer?: string; tenant?: string } = {}) =>
  app.call(
    sendFeedback,
    { headers: key === undefined ? {} : { 'idempotency-key': key }, body: { ...general, ...given } as Feedback },
    { tenant: 'spring', ...as },
  );
const kept = () => db.select().from(feedback);

beforeAll(async () => {
  await publishCourse(app, 'spring', aCourse({ id: 'one', lessons: [{ id: 'one-a' }] }));
  await publishCourse(app, 'spring', aCourse({ id: 'two', lessons: [{ id: 'two-a' }] }));
  await publishCourse(app, 'spring', aCourse({ id: 'hidden', status: 'draft', lessons: [{ id: 'hidden-a' }] }));
  await publishCourse(app, 'kube', aCourse({ id: 'other', lessons: [{ id: 'other-a' }] }));
});
beforeEach(async () => {
  for (const table of [feedback, outboxMail, managedEmail]) await db.delete(table);
  await db.update(person).set({ isAdmin: false });
});

test("a visitor's feedback is stored without permission to contact them", async () => {
  const { status, body } = await send({ comments: '  It <b>works</b>  ', isBug: true, allowContact: true });
  expect(status).toBe(200);
  expect(await kept()).toMatchObject([
    {
      feedbackId: (body.data as { id: string }).id,
      tenantId: 'spring',
      personId: null,
      feedbackableType: '',
      feedbackableId: null,
      courseId: null,
      schema: 'tenant-v1',
      comments: 'It <b>works</b>',
      isBug: true,
      allowContact: false,
      context,
    },
  ]);
});

test('feedback that names another academy than its header is refused', async () => {
  const codes = async (tenantId: string) => (await send({ tenantId })).body.errors.map(({ code }) => code);
  expect(await codes('spring')).toEqual([]);
  expect(await codes('kube')).toEqual(['tenant-mismatch']);
  expect(await codes('nowhere')).toEqual(['tenant-mismatch']);
  expect(await kept()).toHaveLength(1);
});

test('a signed-in person may allow to be contacted', async () => {
  const person = await app.aPerson();
  const bearer = await person.bearer();
  expect((await send({ ...ofLesson, allowContact: true }, { bearer })).status).toBe(200);
  expect((await send({ ...ofCourse }, { bearer })).status).toBe(200);
  const rows = await db.select().from(feedback).where(eq(feedback.personId, person.personId));
  expect(rows.map(({ feedbackableId, allowContact }) => [feedbackableId, allowContact]).sort()).toEqual([
    ['one', false],
    ['one-a', true],
  ]);
});

test('two visitors with the same key have their own feedback each, whatever they say', async () => {
  const sendFrom = async (remoteAddress: string, comments: string, more = {}) => {
    const headers = { host: 'spring.localhost:3000', 'idempotency-key': 'the-same-key' };
    const payload = { ...general, comments, ...more };
    const reply = await app.request({ method: 'POST', url: '/api/v1/feedback', headers, payload, remoteAddress });
    return reply.json().data.id as string;
  };
  const one = await sendFrom('192.0.2.1', 'Good.');
  const others = [await sendFrom('192.0.2.1', 'Not so good.'), await sendFrom('192.0.2.2', 'Good.')];
  expect(new Set([one, ...others]).size).toBe(3);
  expect(await sendFrom('192.0.2.1', 'Good.')).toBe(one);
  // The body names the academy or the header does: both are the same message.
  expect(await sendFrom('192.0.2.1', 'Good.', { tenantId: 'spring' })).toBe(one);
  expect(await kept()).toHaveLength(3);
});

// Shows security#repeatable-writes
test('sending it twice stores it once', async () => {
  const key = crypto.randomUUID();
  const [one, again] = [await send({}, { key }), await send({}, { key })];
  expect(again.body.data).toEqual(one.body.data);
  expect(await kept()).toHaveLength(1);
  // A key belongs to its sender and its academy.
  const { bearer } = await app.aPerson();
  expect((await send({}, { key, bearer: await bearer() })).body.data).not.toEqual(one.body.data);
  expect((await send({}, { key, tenant: 'kube' })).body.data).not.toEqual(one.body.data);
  await Promise.all(Array.from({ length: 5 }, () => send({}, { key: 'at the same time'.replaceAll(' ', '-') })));
  expect(await kept()).toHaveLength(4);
});

const answers = {
  levels: ['beginner'],
  customQuestion: 'spring-projects',
  customQuestionAnswers: ['spring-data'],
  otherAnswer: '',
};
const survey = {
  schema: 'tenant-survey-v1',
  comments: '',
  isBug: false,
  rating: 4,
  feedback: answers,
  moreCommentsVal: '',
};

describe('the survey', () => {
  test("offers the academy's questions", async () => {
    const ofSpring = await app.call(getFeedbackQuestions, {}, { tenant: 'spring' });
    expect(ofSpring.body.data).toMatchObject({
      customQuestion: expect.arrayContaining([{ key: 'spring-boot', value: 'Spring Boot', checked: false }]),
      level: expect.arrayContaining([{ key: 'advanced', value: 'Advanced', checked: false }]),
    });
    const ofKube = await app.call(getFeedbackQuestions, {}, { tenant: 'kube' });
    expect(ofKube.body.data).toMatchObject({ customQuestion: [], level: [{}, {}, {}] });
  });

  test('is stored with its rating, answers and comments', async () => {
    const person = await app.aPerson();
    const given = {
      ...ofLesson,
      ...survey,
      feedback: { ...answers, otherAnswer: '  Kafka ', levels: ['beginner', 'beginner'] },
      moreCommentsVal: '  More <b>labs</b>. ',
      allowContact: true,
    };
    const { status } = await send(given, { bearer: await person.bearer() });
    expect(status).toBe(200);
    expect(await kept()).toMatchObject([
      {
        ...ofLesson,
        personId: person.personId,
        schema: 'tenant-survey-v1',
        rating: 4,
        comments: 'More <b>labs</b>.',
        answers: { ...answers, otherAnswer: 'Kafka', levels: ['beginner'] },
        allowContact: true,
      },
    ]);
  });

  test("needs a rating or comments, and the academy's own question", async () => {
    expect((await send({ ...survey, rating: 0, moreCommentsVal: 'Short.' })).status).toBe(200);
    const none = { ...answers, customQuestion: '', customQuestionAnswers: [] };
    expect((await send({ ...survey, feedback: none }, { tenant: 'kube' })).status).toBe(200);
    expect((await kept()).map(({ rating }) => rating)).toEqual([null, 4]);
  });

  test.each<[object, string, string]>([
    [{ rating: null }, 'rating', 'The rating field is required when comments is not present.'],
    [{ rating: 0, moreCommentsVal: ' \n ' }, 'rating', 'The rating field is required when comments is not present.'],
    [{ feedback: { ...answers, levels: [] } }, 'levels', 'The levels field is required.'],
    [
      { feedback: { ...answers, customQuestionAnswers: [], otherAnswer: ' ' } },
      'customQuestionAnswers',
      'The custom question answers field is required.',
    ],
    [{ feedback: { ...answers, levels: ['expert'] } }, 'feedback.levels', 'is not known here'],
    [{ feedback: { ...answers, customQuestionAnswers: ['platform'] } }, 'feedback.customQuestionAnswers', ''],
    [{ feedback: { ...answers, customQuestion: 'tanzu-products' } }, 'feedback.customQuestion', 'is not known here'],
    [{ feedback: { ...answers, otherAnswer: 'x'.repeat(501) } }, 'feedback.otherAnswer', 'at most 500'],
    [{ moreCommentsVal: 'x'.repeat(5_001) }, 'moreCommentsVal', 'at most 5,000'],
    [{ rating: 6 }, 'rating', ''],
    [{ rating: 4.5 }, 'rating', ''],
    [{ rating: -1 }, 'rating', ''],
    [{ comments: 'Beside' }, 'comments', ''],
    [{ isBug: true }, 'isBug', ''],
    [{ feedback: null }, 'feedback', ''],
    [{ feedback: { ...answers, more: [] } }, 'feedback.more', ''],
  ])('that is invalid is refused: number %#', async (given, field, text) => {
    const { status, body } = await send({ ...survey, ...given });
    expect([status, body.errors[0]?.field]).toEqual([400, field]);
    expect(body.errors[0]?.errorMessage).toContain(text);
    expect(await kept()).toEqual([]);
  });

  test('takes each text at its limit', async () => {
    const longest = { ...answers, otherAnswer: 'x'.repeat(500) };
    const given = { ...survey, feedback: longest, moreCommentsVal: 'x'.repeat(5_000) };
    expect((await send(given)).status).toBe(200);
  });
});

describe('the mail of feedback', () => {
  const mails = () => db.select().from(outboxMail);

  test('goes to the academy’s people once, with the writer if allowed', async () => {
    const [admin, lena] = [await app.aPerson({ admin: true }), await app.aPerson()];
    await db.insert(managedEmail).values([
      { type: 'feedback', email: 'words@example.org', tenantId: 'spring', verifiedAt: new Date() },
      { type: 'feedback', email: 'later@example.org', tenantId: 'spring' },
      { type: 'feedback', email: 'kube@example.org', tenantId: 'kube', verifiedAt: new Date() },
    ]);
    const bearer = await lena.bearer();
    const key = crypto.randomUUID();
    const comments = 'Line one\nline <b>two</b>';
    for (let time = 0; time < 2; time += 1)
      await send({ ...ofLesson, comments, isBug: true, allowContact: true }, { bearer, key });
    expect(await mails()).toMatchObject([{ recipient: 'words@example.org', replyTo: lena.email, kind: 'feedback' }]);
    const [mail] = await mails();
    expect(mail?.subject).toMatch(/^Problem reported on ".+" of ".+"$/);
    expect(mail?.plain).toContain('> Line one\n> line <b>two</b>');
    expect(mail?.plain).toContain(`Test Person (${lena.email})`);
    expect(mail?.html).toContain('&lt;b&gt;two&lt;/b&gt;');
    expect(mail?.plain).toContain('/courses/one/lessons/');
    await db.delete(managedEmail);
    await send({});
    expect((await mails()).map(({ recipient }) => recipient)).toContain(admin.email);
  });

  test('without permission contains neither name nor address', async () => {
    await app.aPerson({ admin: true });
    const lena = await app.aPerson();
    await send({ ...ofCourse }, { bearer: await lena.bearer() });
    await send({});
    for (const mail of await mails()) {
      expect(mail.replyTo).toBeNull();
      expect(mail.plain + mail.html).not.toContain(lena.email);
      expect(mail.plain).toMatch(/does not want to be contacted|was not logged in/);
    }
  });

  test('of a survey contains rating, questions and answers', async () => {
    await app.aPerson({ admin: true });
    await send({ ...survey, feedback: { ...answers, otherAnswer: 'Kafka' }, moreCommentsVal: 'More labs.' });
    const [mail] = await mails();
    expect(mail?.subject).toBe('Feedback: 4 of 5 stars on Spring Academy');
    expect(mail?.plain).toContain('Which Spring project(s) do you want to learn more about? Spring Data, Kafka');
    expect(mail?.plain).toContain('Which level of material are you most interested in? Beginner');
    expect(mail?.plain).toContain('> More labs.');
  });
});

describe('invalid feedback is refused and not stored', () => {
  test.each<[object, string, string]>([
    [{ comments: '' }, 'comments', 'comments: The comments field is required'],
    [{ comments: ' \n ' }, 'comments', 'comments: The comments field is required'],
    [{ comments: 'x'.repeat(5_001) }, 'comments', 'comments: must have at most 5,000 characters'],
    [{ schema: 'course-v1' }, 'schema', 'schema: belongs to another form'],
    [{ ...ofLesson, schema: 'course-v1' }, 'schema', 'schema: belongs to another form'],
    [{ rating: 5 }, 'rating', ''],
    [{ context: { ...context, url: 'x'.repeat(2_001) } }, 'context.url', ''],
    [{ context: { ...context, more: '' } }, 'context.more', ''],
    [{ feedbackableId: 'one' }, 'feedbackableId', ''],
    [{ courseId: 'one' }, 'courseId', ''],
    [{ ...ofLesson, feedbackableId: null }, 'feedbackableId', ''],
    [{ ...ofLesson, feedbackableId: 'nothing' }, 'feedbackableId', 'feedbackableId: is not known here'],
    [
      { ...ofLesson, feedbackableId: 'other-a', courseId: 'other' },
      'feedbackableId',
      'feedbackableId: is not known here',
    ],
    [
      { ...ofLesson, feedbackableId: 'hidden-a', courseId: 'hidden' },
      'feedbackableId',
      'feedbackableId: is not known here',
    ],
    [{ ...ofLesson, courseId: 'two' }, 'courseId', ''],
    [
      { ...ofCourse, feedbackableId: 'other', courseId: 'other' },
      'feedbackableId',
      'feedbackableId: is not known here',
    ],
    [{ ...ofCourse, courseId: null }, 'courseId', ''],
  ])('number %#', async (given, field, text) => {
    const { status, body } = await send(given);
    expect(status).toBe(400);
    expect(body.errors[0]?.field).toBe(field);
    expect(body.errors[0]?.errorMessage).toContain(text);
    expect(await kept()).toEqual([]);
  });

  test('5,000 characters are accepted', async () => {
    expect((await send({ comments: 'x'.repeat(5_000) })).status).toBe(200);
  });
});
