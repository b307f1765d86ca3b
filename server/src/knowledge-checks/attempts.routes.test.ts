import { VISITOR_ATTEMPT_HOURS } from '@academy/contract/constants';
import {
  type Attempt,
  type AttemptLine,
  type AttemptResult,
  getAttempt,
  listAttempts,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from '@academy/contract/knowledge-checks';
import { completeLesson } from '@academy/contract/lessons';
import { getProgressOverlay, sendProgressEvents } from '@academy/contract/progress';
import { searchAcademy } from '@academy/contract/search';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { knowledgeCheckAttempt, person, progressEvent } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const MANY = 1_000_000;
const app = await startApp({
  limits: { anonymousPerMinute: MANY, signedInPerMinute: MANY, visitorAttemptsPerTenMinutes: MANY },
});
const { db } = app.database;

/** Texts that must not be visible before marking. */
const SECRETS = /isCorrect|Comment-|Explanation-|Passed-message|Failed-message|Closing-words/;

const check = (settings: string, words = '') => `Read first.

~~~quizdown
---
customPassMsg: Passed-message
customFailMsg: Failed-message
${settings}
---

## What is one and one?${words}

> Hint-words

- [ ] three
    > Comment-three
- [x] two
    > Comment-two
- [ ] four
    > Comment-four

Explanation-sum

## Which are even?${words}

- [x] two
- [x] four
- [ ] five
    > Comment-odd

Explanation-even
~~~

Closing-words.
`;

const lessons = (words = '') => [
  { id: 'open', type: 'knowledge-check' as const, content: check('passingGrade: 100', words) },
  { id: 'half', type: 'knowledge-check' as const, content: check('passingGrade: 50') },
  { id: 'any', type: 'knowledge-check' as const, content: check('nQuestions: 1') },
  { id: 'once', type: 'knowledge-check' as const, content: check('passingGrade: 100\nenableRetry: false') },
  { id: 'pro', type: 'knowledge-check' as const, content: check('passingGrade: 50'), entitlements: ['pro' as const] },
  { id: 'empty', type: 'knowledge-check' as const, content: 'Nothing is asked here.' },
  { id: 'text' },
];
const publish = (words = '') => publishCourse(app, 'spring', aCourse({ id: 'q', lessons: lessons(words) }));

beforeAll(async () => {
  await publish();
});

interface As {
  bearer?: string;
}
const dataOf = <T>({ body }: { body: { data: unknown } }) => body.data as T;
const learner = async (role: Parameters<typeof app.aPerson>[0] = {}) => {
  const person = await app.aPerson(role);
  return { personId: person.personId, as: { bearer: await person.bearer() } };
};
const opened = (lessonId: string, as: As = {}, attemptId?: string) =>
  app.call(openAttempt, { body: attemptId === undefined ? { lessonId } : { lessonId, attemptId } }, as);
const open = async (lessonId: string, as: As = {}, attemptId?: string) =>
  dataOf<Attempt>(await opened(lessonId, as, attemptId));
const read = (attemptId: string, as: As = {}) => app.call(getAttempt, { params: { attemptId } }, as);
const save = ({ attemptId }: Pick<Attempt, 'attemptId'>, questionKey: string, selected: string[], as: As = {}) =>
  app.call(saveAnswer, { params: { attemptId }, body: { questionKey, selected } }, as);
const submit = ({ attemptId }: Pick<Attempt, 'attemptId'>, as: As = {}, key?: string) =>
  app.call(submitAttempt, { params: { attemptId }, headers: key === undefined ? {} : { 'idempotency-key': key } }, as);
const listed = async (lessonId: string, as: As) =>
  dataOf<{ attempts: AttemptLine[]; best: AttemptLine | null }>(
    await app.call(listAttempts, { query: { lessonId } }, as),
  );
const completedEvents = (personId: string, lessonId: string) =>
  db.$count(
    progressEvent,
    and(eq(progressEvent.personId, personId), eq(progressEvent.itemId, lessonId), eq(progressEvent.kind, 'completed')),
  );

/** Chooses the options that contain these words. */
async function choose(attempt: Attempt, number: number, words: string[], as: As = {}) {
  const question = attempt.questions[number];
  const keys = question?.options.filter(({ html }) => words.some((word) => html.includes(word))) ?? [];
  return save(
    attempt,
    question?.questionKey ?? '',
    keys.map(({ optionKey }) => optionKey),
    as,
  );
}
async function answerRight(attempt: Attempt, as: As = {}) {
  await choose(attempt, 0, ['two'], as);
  await choose(attempt, 1, ['two', 'four'], as);
}
const chosenIn = (attempt: Attempt) =>
  attempt.questions.map(({ options }) =>
    options.filter(({ isChecked }) => isChecked).map(({ html }) => html.replace(/<[^>]+>/g, '').trim()),
  );

const markComplete = (lessonId: string, as: As) =>
  app.call(
    completeLesson,
    { body: { lessonId, courseId: 'q', isLastLesson: false, operationType: 'COMPLETE_LESSON' } },
    as,
  );

describe('an attempt', () => {
  it('asks without revealing answers', async () => {
    const { as } = await learner();
    const { status, body } = await opened('open', as);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      lessonId: 'open',
      introContent: expect.stringContaining('Read first'),
      closingContent: '',
      totalQuestions: 2,
      passingMarks: 100,
      canRetake: true,
      submittedAt: null,
      result: null,
      questions: [
        { question: 'What is one and one?', hint: expect.stringContaining('Hint-words'), type: 'single-check' },
        { type: 'multi-check', options: [{ isChecked: false }, { isChecked: false }, { isChecked: false }] },
      ],
    });
    const attempt = body.data as Attempt;
    for (const { response } of [
      await opened('open', as),
      await read(attempt.attemptId, as),
      await choose(attempt, 0, ['three'], as),
      await app.call(listAttempts, { query: { lessonId: 'open' } }, as),
      await app.call(searchAcademy, { query: { q: 'Comment Explanation Passed message' } }, as),
    ])
      expect(response.body).not.toMatch(SECRETS);
  });

  it('asks as many questions as the author says', async () => {
    const attempt = await open('any');
    expect(attempt).toMatchObject({ totalQuestions: 1, passingMarks: null });
    expect(attempt.questions).toHaveLength(1);
  });

  it('is the same in every tab and device until it is submitted', async () => {
    const { as } = await learner();
    const attempts = await Promise.all(Array.from({ length: 8 }, () => open('open', as)));
    expect(new Set(attempts.map(({ attemptId }) => attemptId)).size).toBe(1);
    const [attempt] = attempts as [Attempt];
    await choose(attempt, 0, ['three'], as);
    await choose(attempt, 1, ['two'], as);
    await choose(attempt, 0, ['four'], as);
    await choose(attempt, 1, [], as);
    await choose(attempt, 1, ['four', 'five'], as);
    expect(chosenIn(await open('open', as))).toEqual([['four'], ['four', 'five']]);
    expect(chosenIn(dataOf(await read(attempt.attemptId, as)))).toEqual([['four'], ['four', 'five']]);
  });

  it('keeps its questions, whatever is published in between', async () => {
    const { as } = await learner();
    const attempt = await open('open', as);
    await publish(' (reworded)');
    await answerRight(attempt, as);
    const again = await open('open', as);
    expect(again.questions[0]?.question).toBe('What is one and one?');
    expect(dataOf<AttemptResult>(await submit(attempt, as))).toMatchObject({ score: 2, passed: true });
    expect((await open('open', as)).questions[0]?.question).toBe('What is one and one? (reworded)');
    await publish();
    expect(dataOf<Attempt>(await read(attempt.attemptId, as)).result).toMatchObject({ score: 2 });
  });

  it('accepts only valid choices', async () => {
    const { as } = await learner();
    const attempt = await open('open', as);
    const [one, two] = attempt.questions;
    const keys = one?.options.map(({ optionKey }) => optionKey) ?? [];
    for (const [field, questionKey, selected] of [
      ['questionKey', 'nothing', []],
      ['questionKey', '__proto__', []],
      ['selected', one?.questionKey, ['nothing']],
      ['selected', one?.questionKey, keys.slice(0, 2)],
      ['selected', two?.questionKey, [keys[0]]],
    ] as [string, string, string[]][]) {
      const { status, body } = await save(attempt, questionKey, selected, as);
      expect([status, body.errors[0]?.field], `${questionKey} ${selected}`).toEqual([400, field]);
    }
    expect(chosenIn(await open('open', as))).toEqual([[], []]);
    expect((await save({ attemptId: 'no-uuid' }, 'x', [], as)).body.errors[0]?.field).toBe('attemptId');
  });

  it('belongs to its learner', async () => {
    const [{ as }, other] = [await learner(), await learner()];
    const attempt = await open('open', as);
    const key = attempt.questions[0]?.questionKey ?? '';
    for (const stranger of [other.as, {}]) {
      expect((await read(attempt.attemptId, stranger)).status).toBe(404);
      expect((await save(attempt, key, [], stranger)).status).toBe(404);
      expect((await submit(attempt, stranger)).status).toBe(404);
      expect((await open('open', stranger, attempt.attemptId)).attemptId).not.toBe(attempt.attemptId);
    }
    expect((await listed('open', other.as)).attempts.map(({ attemptId }) => attemptId)).not.toContain(
      attempt.attemptId,
    );
    const elsewhere = await app.call(
      getAttempt,
      { params: { attemptId: attempt.attemptId } },
      { ...as, tenant: 'kube' },
    );
    expect(elsewhere.status).toBe(404);
  });

  it('does not start where the lesson is locked or has no questions', async () => {
    const { as } = await learner();
    for (const [lessonId, who, status] of [
      ['pro', {}, 403],
      ['pro', as, 403],
      ['empty', as, 404],
      ['text', as, 404],
      ['nothing', as, 404],
    ] as const) {
      const { status: got, response } = await opened(lessonId, who);
      expect(got, lessonId).toBe(status);
      expect(response.body).not.toContain('Hint-words');
    }
    expect((await opened('pro', (await learner({ pro: true })).as)).status).toBe(200);
  });

  it('is closed while the lesson is locked for its owner', async () => {
    const { as, personId } = await learner({ pro: true });
    const attempt = await open('pro', as);
    await answerRight(attempt, as);
    await db
      .update(person)
      .set({ proEndsAt: new Date(Date.now() - 1_000) })
      .where(eq(person.personId, personId));
    await expect.poll(async () => (await read(attempt.attemptId, as)).status).toBe(403);
    expect((await submit(attempt, as)).status).toBe(403);
    expect((await choose(attempt, 0, ['two'], as)).status).toBe(403);
    expect(await completedEvents(personId, 'pro')).toBe(0);
  });
});

describe('marking', () => {
  it('marks each question, with an explanation', async () => {
    const { as } = await learner();
    const attempt = await open('half', as);
    await choose(attempt, 0, ['three'], as);
    await choose(attempt, 1, ['two', 'four'], as);
    const { status, body } = await submit(attempt, as);
    expect(status).toBe(200);
    const result = body.data as AttemptResult;
    expect(result).toMatchObject({ score: 1, total: 2, passed: true, message: 'Passed-message' });
    expect(result.questions.map(({ isCorrect }) => isCorrect)).toEqual([false, true]);
    const [sum] = result.questions;
    expect(sum?.correct).toHaveLength(1);
    // Comments of the chosen and of the right options, not of the others.
    expect(sum?.comments.map(({ html }) => html).join()).toMatch(/Comment-three.*Comment-two/s);
    expect(sum?.comments.map(({ html }) => html).join()).not.toContain('Comment-four');
    expect(sum?.explanation).toContain('Explanation-sum');
    const review = dataOf<Attempt>(await read(attempt.attemptId, as));
    expect(review).toMatchObject({ closingContent: expect.stringContaining('Closing-words'), result });
    expect(chosenIn(review)).toEqual([['three'], ['two', 'four']]);
  });

  it('counts a question without an answer as wrong', async () => {
    const { as } = await learner();
    const attempt = await open('open', as);
    await choose(attempt, 0, ['two'], as);
    expect(dataOf(await submit(attempt, as))).toMatchObject({ score: 1, passed: false, message: 'Failed-message' });
  });

  it('needs one right answer when the check has no passing grade', async () => {
    const { as } = await learner();
    const nothing = await submit(await open('any', as), as);
    expect(dataOf(nothing)).toMatchObject({ score: 0, passed: false, message: 'Failed-message' });
    const second = await open('any', as);
    await choose(second, 0, ['two'], as);
    expect(dataOf(await submit(second, as))).toMatchObject({ score: 1, passed: true, message: '' });
  });

  it('happens once, for concurrent requests', async () => {
    const { as, personId } = await learner();
    const attempt = await open('open', as);
    await answerRight(attempt, as);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => submit(attempt, as, `key-${n % 3}-of-it`)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => JSON.stringify(dataOf(reply)))).size).toBe(1);
    expect(dataOf(replies[0] as never)).toMatchObject({ score: 2, passed: true });
    expect(await completedEvents(personId, 'open')).toBe(1);
    const { submittedAt } = dataOf<Attempt>(await read(attempt.attemptId, as));
    const late = await choose(attempt, 0, ['three'], as);
    expect([late.status, late.body.errors[0]?.code]).toEqual([409, 'already-submitted']);
    expect(dataOf(await submit(attempt, as))).toMatchObject({ score: 2, passed: true });
    expect(dataOf<Attempt>(await read(attempt.attemptId, as)).submittedAt).toBe(submittedAt);
  });

  it('completes the lesson, and every count follows', async () => {
    const { as, personId } = await learner();
    const failed = await open('open', as);
    expect(dataOf(await submit(failed, as))).toMatchObject({ passed: false });
    const overlay = async () =>
      dataOf<{
        items: Record<string, { completedLesson: number }>;
        lessons: Record<string, { progressStatus: string }>;
      }>(await app.call(getProgressOverlay, { query: { courseSlug: 'q' } }, as));
    expect((await overlay()).lessons.open?.progressStatus).toBe('Not Started');
    const passed = await open('open', as);
    expect(passed.attemptId).not.toBe(failed.attemptId);
    await answerRight(passed, as);
    await submit(passed, as);
    expect(await overlay()).toMatchObject({
      items: { q: { completedLesson: 1 } },
      lessons: { open: { progressStatus: 'Completed' } },
    });
    expect(await completedEvents(personId, 'open')).toBe(1);
  });

  it('keeps all attempts, and shows the best', async () => {
    const { as } = await learner();
    const first = await open('half', as);
    await choose(first, 0, ['two'], as);
    await submit(first, as);
    const worse = await open('half', as);
    await submit(worse, as);
    const still = await open('half', as);
    const { attempts, best } = await listed('half', as);
    expect(attempts.map(({ attemptId, score }) => [attemptId, score])).toEqual([
      [still.attemptId, null],
      [worse.attemptId, 0],
      [first.attemptId, 1],
    ]);
    expect(best).toMatchObject({ attemptId: first.attemptId, score: 1, total: 2, passed: true });
    expect(await listed('open', as)).toEqual({ attempts: [], best: null });
  });
});

describe('a check that is taken once', () => {
  it('returns the marked attempt, in every tab', async () => {
    const { as } = await learner();
    const attempt = await open('once', as);
    const [submitted, ...others] = await Promise.all([
      submit(attempt, as),
      ...Array.from({ length: 6 }, () => open('once', as)),
    ]);
    expect(dataOf(submitted)).toMatchObject({ passed: false });
    expect(new Set(others.map(({ attemptId }) => attemptId))).toEqual(new Set([attempt.attemptId]));
    expect(await open('once', as)).toMatchObject({
      attemptId: attempt.attemptId,
      canRetake: false,
      result: { score: 0 },
    });
    expect((await listed('once', as)).attempts).toHaveLength(1);
  });

  it('is for signed-in learners only', async () => {
    const { status, body } = await opened('once');
    expect([status, body.errors[0]?.code]).toEqual([403, 'locked-auth']);
  });
});

describe('completing a knowledge check by hand', () => {
  const event = (lessonId: string) => ({
    events: [{ key: crypto.randomUUID(), lessonId, kind: 'completed' as const, at: new Date().toISOString() }],
  });

  it('is refused until it was passed', async () => {
    const { as, personId } = await learner();
    const { status, body } = await markComplete('open', as);
    expect([status, body.errors[0]?.code]).toEqual([409, 'check-not-passed']);
    const sent = await app.call(sendProgressEvents, { body: event('open') }, as);
    expect(dataOf(sent)).toMatchObject({
      results: [{ outcome: 'refused', reason: expect.stringMatching(/^Pass the/) }],
    });
    await submit(await open('open', as), as);
    expect((await markComplete('open', as)).status).toBe(409);
    expect(await completedEvents(personId, 'open')).toBe(0);
  });

  it('is possible again after it was passed', async () => {
    const { as } = await learner();
    const attempt = await open('open', as);
    await answerRight(attempt, as);
    await submit(attempt, as);
    await app.call(
      sendProgressEvents,
      { body: { events: [{ ...event('open').events[0], kind: 'undone' }] as never } },
      as,
    );
    expect((await markComplete('open', as)).status).toBe(200);
    const sent = await app.call(sendProgressEvents, { body: event('open') }, as);
    expect(dataOf(sent)).toMatchObject({ results: [{ outcome: 'recorded' }] });
  });

  it('is allowed without questions, and in other lessons', async () => {
    const { as } = await learner();
    expect((await markComplete('empty', as)).status).toBe(200);
    expect((await markComplete('text', as)).status).toBe(200);
  });
});

describe("a visitor's attempt", () => {
  it('belongs to anybody with its id', async () => {
    const attempt = await open('open');
    expect((await open('open')).attemptId).not.toBe(attempt.attemptId);
    await choose(attempt, 0, ['two']);
    expect(chosenIn(await open('open', {}, attempt.attemptId))).toEqual([['two'], []]);
    expect((await open('half', {}, attempt.attemptId)).attemptId).not.toBe(attempt.attemptId);
    expect(dataOf(await submit(attempt))).toMatchObject({ score: 1, passed: false });
    expect((await open('open', {}, attempt.attemptId)).result).toMatchObject({ score: 1 });
  });

  it('moves to the person who signs in, with its choices', async () => {
    const { as, personId } = await learner();
    const attempt = await open('open');
    await choose(attempt, 0, ['two']);
    const mine = await open('open', as, attempt.attemptId);
    expect(mine.attemptId).toBe(attempt.attemptId);
    expect((await read(attempt.attemptId)).status).toBe(404);
    expect((await read(attempt.attemptId, (await learner()).as)).status).toBe(404);
    await choose(mine, 1, ['two', 'four'], as);
    await submit(mine, as);
    expect(await completedEvents(personId, 'open')).toBe(1);
  });

  it('completes the lesson when it was passed before', async () => {
    const { as, personId } = await learner();
    const attempt = await open('open');
    await answerRight(attempt);
    await submit(attempt);
    expect((await open('open', as, attempt.attemptId)).result).toMatchObject({ passed: true });
    expect(await completedEvents(personId, 'open')).toBe(1);
    expect((await listed('open', as)).best).toMatchObject({ attemptId: attempt.attemptId, score: 2 });
  });

  it("is joined with the person's open attempt", async () => {
    const { as } = await learner();
    const own = await open('open', as);
    await choose(own, 0, ['three'], as);
    await choose(own, 1, ['two'], as);
    const visitors = await open('open');
    await choose(visitors, 0, ['two']);
    const joined = await open('open', as, visitors.attemptId);
    expect(chosenIn(joined)).toEqual([['two'], ['two']]);
    expect((await listed('open', as)).attempts).toHaveLength(1);
    expect((await open('open', as)).attemptId).toBe(joined.attemptId);
  });

  it('moves once, to one person', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => learner()));
    const attempt = await open('open');
    const got = await Promise.all(people.map(({ as }) => open('open', as, attempt.attemptId)));
    expect(got.filter(({ attemptId }) => attemptId === attempt.attemptId)).toHaveLength(1);
  });

  it('ends after a day', async () => {
    const attempt = await open('open');
    const past = new Date(Date.now() - VISITOR_ATTEMPT_HOURS * 3_600_000 - 1_000);
    await db
      .update(knowledgeCheckAttempt)
      .set({ createdAt: past })
      .where(eq(knowledgeCheckAttempt.attemptId, attempt.attemptId));
    expect((await read(attempt.attemptId)).status).toBe(404);
    expect((await read(attempt.attemptId, (await learner()).as)).status).toBe(404);
    await open('open');
    expect(await db.$count(knowledgeCheckAttempt, eq(knowledgeCheckAttempt.attemptId, attempt.attemptId))).toBe(0);
  });
});
