import {
  type Attempt,
  type AttemptLine,
  getAttempt,
  listAttempts,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from '@academy/contract/knowledge-checks';
import { completeLesson } from '@academy/contract/lessons';
import { and, eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import { progressEvent } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const MANY = 1_000_000;

/** Texts that must not be visible before marking. */
export const SECRETS = /isCorrect|Comment-|Explanation-|Passed-message|Failed-message|Closing-words/;

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
export interface As {
  bearer?: string;
}
export const dataOf = <T>({ body }: { body: { data: unknown } }) => body.data as T;

/** An academy with knowledge checks, and the calls that learners and visitors make about attempts. */
export async function startAttempts() {
  const app = await startApp({
    limits: { anonymousPerMinute: MANY, signedInPerMinute: MANY, visitorAttemptsPerTenMinutes: MANY },
  });
  const { db } = app.database;

  const publish = (words = '') => publishCourse(app, 'spring', aCourse({ id: 'q', lessons: lessons(words) }));

  beforeAll(async () => {
    await publish();
  });

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
    app.call(
      submitAttempt,
      { params: { attemptId }, headers: key === undefined ? {} : { 'idempotency-key': key } },
      as,
    );
  const listed = async (lessonId: string, as: As) =>
    dataOf<{ attempts: AttemptLine[]; best: AttemptLine | null }>(
      await app.call(listAttempts, { query: { lessonId } }, as),
    );
  const completedEvents = (personId: string, lessonId: string) =>
    db.$count(
      progressEvent,
      and(
        eq(progressEvent.personId, personId),
        eq(progressEvent.itemId, lessonId),
        eq(progressEvent.kind, 'completed'),
      ),
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

  return {
    app,
    db,
    publish,
    learner,
    opened,
    open,
    read,
    save,
    submit,
    listed,
    completedEvents,
    choose,
    answerRight,
    chosenIn,
    markComplete,
  };
}
