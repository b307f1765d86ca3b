import {
  type Attempt,
  type AttemptLine,
  getAttempt,
  getKnowledgeCheck,
  listAttempts,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from '@academy/contract/knowledge-checks';
import { completeLesson } from '@academy/contract/lessons';
import { restartCourse, sendProgressEvents } from '@academy/contract/progress';
import { listReviewQuestions } from '@academy/contract/reviews';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { knowledgeCheckAttempt as attempts } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const app = await startApp();

const check = (settings: string) => `~~~quizdown
---
passingGrade: 100
${settings}
---

## What is one and one?

- [ ] three
    > Comment-three
- [x] two
    > Comment-two

Explanation-sum
~~~
`;
const LESSONS = {
  twice: 'attempts: 2',
  timed: 'timeLimit: 10\nattempts: 2',
  paused: 'pause: 60',
  never: 'showAnswers: never',
  'at-once': 'showAnswers: at-once',
  plain: '',
};
type LessonId = keyof typeof LESSONS;

beforeAll(() =>
  publishCourse(
    app,
    'spring',
    aCourse({
      id: 'rules',
      lessons: Object.entries(LESSONS).map(([id, settings]) => ({
        ...{ id, slug: id, type: 'knowledge-check' as const },
        content: check(settings),
      })),
    }),
  ),
);

type As = { bearer?: string };

async function learner() {
  const person = await app.aPerson();
  return { personId: person.personId, as: { bearer: await person.bearer() } };
}
const opened = (lessonId: LessonId, as: As) => app.call(openAttempt, { body: { lessonId } }, as);
const open = async (lessonId: LessonId, as: As) => (await opened(lessonId, as)).body.data as Attempt;
const read = async ({ attemptId }: Attempt, as: As) =>
  (await app.call(getAttempt, { params: { attemptId } }, as)).body.data as Attempt;
const submit = ({ attemptId }: Attempt, as: As) =>
  app.call(submitAttempt, { params: { attemptId }, headers: { 'idempotency-key': attemptId } }, as);
const lines = async (lessonId: LessonId, as: As) =>
  (await app.call(listAttempts, { query: { lessonId } }, as)).body.data as { attempts: AttemptLine[] };
function choose({ attemptId, questions: [question] }: Attempt, word: string, as: As) {
  const selected = question?.options.filter(({ html }) => html.includes(word)).map(({ optionKey }) => optionKey) ?? [];
  const body = { questionKey: question?.questionKey ?? '', selected };
  return app.call(saveAnswer, { params: { attemptId }, body }, as);
}
async function fail(lessonId: LessonId, as: As) {
  const attempt = await open(lessonId, as);
  expect(attempt.result).toBeNull();
  await choose(attempt, 'three', as);
  await submit(attempt, as);
  return attempt;
}
/** As if the attempt had been begun and submitted so much earlier. */
const earlier = ({ attemptId }: Attempt, minutes: number) =>
  app.database.db
    .update(attempts)
    .set({
      createdAt: sql`${attempts.createdAt} - ${`${minutes} minutes`}::interval`,
      submittedAt: sql`${attempts.submittedAt} - ${`${minutes} minutes`}::interval`,
    })
    .where(eq(attempts.attemptId, attemptId));

/** What learners might try to get another attempt, and for each a reply. */
const WAYS: readonly [string, (lessonId: LessonId, as: As) => Promise<unknown>][] = [
  ['opening it again', opened],
  ['opening it in many tabs', (lessonId, as) => Promise.all(Array.from({ length: 5 }, () => opened(lessonId, as)))],
  [
    'opening it under an invented id',
    (lessonId, as) => app.call(openAttempt, { body: { lessonId, attemptId: crypto.randomUUID() } }, as),
  ],
  ['restarting the course', (_, as) => app.call(restartCourse, { body: { courseId: 'rules' } }, as)],
  [
    'undoing the lesson',
    (lessonId, as) =>
      app.call(
        sendProgressEvents,
        { body: { events: [{ key: crypto.randomUUID(), lessonId, kind: 'undone', at: new Date().toISOString() }] } },
        as,
      ),
  ],
  [
    'events from an offline queue with another clock',
    (lessonId, as) => {
      const at = '2020-01-01T00:00:00.000Z';
      const body = { sentAt: at, events: [{ key: crypto.randomUUID(), lessonId, kind: 'completed' as const, at }] };
      return app.call(sendProgressEvents, { body }, as);
    },
  ],
  [
    'marking the lesson complete',
    (lessonId, as) =>
      app.call(
        completeLesson,
        { body: { lessonId, courseId: 'rules', isLastLesson: false, operationType: 'COMPLETE_LESSON' } },
        as,
      ),
  ],
];

describe('attempts that are limited', () => {
  it.each(WAYS)('%s gives no attempt after the last one', async (_, tried) => {
    const { as } = await learner();
    await fail('twice', as);
    const last = await fail('twice', as);
    await tried('twice', as);
    expect(await open('twice', as)).toMatchObject({ attemptId: last.attemptId, canRetake: false });
    expect((await lines('twice', as)).attempts).toHaveLength(2);
  });

  it.each(WAYS)('%s does not shorten the pause', async (_, tried) => {
    const { as } = await learner();
    const failed = await fail('paused', as);
    await tried('paused', as);
    const shown = await open('paused', as);
    expect(shown).toMatchObject({ attemptId: failed.attemptId, canRetake: true });
    expect(Date.parse(shown.retakeAt ?? '') - Date.parse(shown.submittedAt ?? '')).toBe(3_600_000);
    await earlier(failed, 61);
    expect((await open('paused', as)).attemptId).not.toBe(failed.attemptId);
  });

  it.each(['twice', 'timed', 'paused'] as const)(
    '%s is not open to visitors, who could begin anew',
    async (lessonId) => {
      expect((await opened(lessonId, {})).status).toBe(403);
    },
  );

  it('every device counts the same attempts', async () => {
    const { as } = await learner();
    const both = await Promise.all([open('twice', as), open('twice', as)]);
    expect(both[0].attemptId).toBe(both[1].attemptId);
  });
});

describe('an attempt with a time limit', () => {
  it('says when it ends, by the clock of the server', async () => {
    const { as } = await learner();
    const attempt = await open('timed', as);
    expect(attempt.secondsLeft).toBeGreaterThan(595);
    expect(Date.parse(attempt.endsAt ?? '') - Date.parse(attempt.startedAt)).toBe(600_000);
    await earlier(attempt, 4);
    const left = (await open('timed', as)).secondsLeft;
    expect(left).toBeGreaterThan(350);
    expect(left).toBeLessThanOrEqual(360);
  });

  it.each([
    ['opening it', async (attempt: Attempt, as: As) => open('timed', as).then(() => attempt)],
    ['reading it', async (attempt: Attempt, as: As) => read(attempt, as)],
    ['listing it', async (attempt: Attempt, as: As) => lines('timed', as).then(() => attempt)],
    ['answering late', async (attempt: Attempt, as: As) => choose(attempt, 'three', as).then(() => attempt)],
    ['submitting late', async (attempt: Attempt, as: As) => submit(attempt, as).then(() => attempt)],
  ])('after its end %s submits what was answered in time', async (_, act) => {
    const { as } = await learner();
    const attempt = await open('timed', as);
    await choose(attempt, 'two', as);
    await earlier(attempt, 30);
    await act(attempt, as);
    const after = await read(attempt, as);
    expect(after.result).toMatchObject({ score: 1, passed: true });
    expect(Date.parse(after.submittedAt ?? '') - Date.parse(after.startedAt)).toBe(600_000);
  });

  it('takes no answer after its end', async () => {
    const { as } = await learner();
    const attempt = await open('timed', as);
    await earlier(attempt, 11);
    expect((await choose(attempt, 'two', as)).status).toBe(409);
    expect((await read(attempt, as)).result).toMatchObject({ score: 0, passed: false });
  });
});

describe('right answers', () => {
  const SECRETS = /Comment-|Explanation-/;
  it.each([
    ['plain', false, true],
    ['never', false, false],
    ['at-once', true, true],
  ] as const)('of %s are shown after failing: %s, after passing: %s', async (lessonId, failing, passing) => {
    const { as } = await learner();
    for (const [word, shown] of [
      ['three', failing],
      ['two', passing],
    ] as const) {
      const attempt = await open(lessonId, as);
      await choose(attempt, word, as);
      for (const { response, body } of [
        await submit(attempt, as),
        await app.call(getAttempt, { params: { attemptId: attempt.attemptId } }, as),
      ]) {
        expect(SECRETS.test(response.body), word).toBe(shown);
        const result = (body.data as Partial<Attempt>).result ?? (body.data as Attempt['result']);
        expect(result?.answers === 'shown').toBe(shown);
        expect(result?.questions[0]).toMatchObject({
          isCorrect: word === 'two',
          correct: shown ? [expect.any(String)] : [],
        });
      }
    }
  });

  it('that no result has shown wait for the review as well', async () => {
    const { as } = await learner();
    const asked = async () => {
      const dayEndsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
      const { body } = await app.call(listReviewQuestions, { query: { dayEndsAt } }, as);
      return (body.data as { questions: unknown[] }).questions.length;
    };
    await fail('plain', as);
    expect(await asked()).toBe(0);
  });
});

it('a check says which rules its attempts have', async () => {
  const { body } = await app.call(getKnowledgeCheck, { params: { courseSlug: 'rules', lessonSlug: 'timed' } }, {});
  expect((body.data as { rules: unknown }).rules).toEqual({
    ...{ attempts: 2, timeLimit: 600, pause: 0, showAnswers: 'after-passing' },
  });
});
