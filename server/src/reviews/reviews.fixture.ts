import { type Attempt, openAttempt, saveAnswer, submitAttempt } from '@academy/contract/knowledge-checks';
import {
  answerReview,
  getReviewSummary,
  listReviewMarks,
  listReviewQuestions,
  type ReviewAnswer,
  type ReviewQuestion,
  type ReviewSummary,
  setReviewMark,
} from '@academy/contract/reviews';
import { eq, sql } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import { reviewQuestion } from '../db/review-tables.ts';
import { aCourse, type LessonSketch } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestPerson } from '../testing/start-app.ts';

const MANY = 1_000_000;

/** Texts that must not be visible before answering. */
export const SECRETS = /isCorrect|Comment-|Explanation-/;

export const sum = (words = '') => `## What is one and one?${words}

- [ ] three
    > Comment-three
- [x] two

Explanation-sum
`;
export const even = `## Which are even?

- [x] two
- [x] four
- [ ] five

Explanation-even
`;
/** Its results show the answers at once: only then a wrong answer comes into the review. */
export const check = (settings: string, ...questions: string[]) =>
  `~~~quizdown\n---\n${settings}\nshowAnswers: at-once\n---\n\n${questions.join('\n')}~~~\n`;
const many = Array.from({ length: 14 }, (_one, index) => sum(` Number ${index}.`));

export const aCheck = (id: string, content: string, more: Partial<LessonSketch> = {}): LessonSketch => ({
  id,
  type: 'knowledge-check',
  content,
  ...more,
});
export const LESSONS = [
  aCheck('check', check('passingGrade: 100', sum(), even)),
  aCheck('once', check('enableRetry: false', sum())),
  aCheck('pro', check('passingGrade: 50', sum()), { entitlements: ['pro'] }),
  aCheck('many', check('passingGrade: 50', ...many)),
  aCheck('changing', check('passingGrade: 50', sum(), even)),
];
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const SUM = 'What is one and one?';
export const EVEN = 'Which are even?';

export interface As {
  bearer: string;
  tenant?: string;
}

export const dataOf = <T>({ body }: { body: { data: unknown } }) => body.data as T;

/** An academy with knowledge checks, and the calls that learners make about reviews. */
export async function startReviews() {
  const app = await startApp({
    limits: { anonymousPerMinute: MANY, signedInPerMinute: MANY, visitorAttemptsPerTenMinutes: MANY },
  });
  const { db } = app.database;

  const publish = (lessons: LessonSketch[] = LESSONS, tenant = 'spring') =>
    publishCourse(app, tenant, aCourse({ id: `${tenant}-q`, title: 'The Course', lessons }));

  beforeAll(async () => {
    await publish();
    await publish([aCheck('check', check('passingGrade: 100', sum()))], 'kube');
  });

  /** The learner's midnight. */
  const tonight = () => new Date(Date.now() + 5 * HOUR).toISOString();

  async function learner(role: Parameters<typeof app.aPerson>[0] = {}) {
    const who = await app.aPerson(role);
    return { who, as: { bearer: await who.bearer() } };
  }
  async function attempt(lessonId: string, as?: As): Promise<Attempt> {
    return dataOf(await app.call(openAttempt, { body: { lessonId } }, as));
  }
  async function choose({ attemptId, questions }: Attempt, number: number, words: string[], as: As) {
    const { questionKey = '', options = [] } = questions[number] ?? {};
    const selected = options.filter(({ html }) => words.some((word) => html.includes(word)));
    const body = { questionKey, selected: selected.map(({ optionKey }) => optionKey) };
    await app.call(saveAnswer, { params: { attemptId }, body }, as);
  }
  const submit = ({ attemptId }: Attempt, as?: As) =>
    app.call(submitAttempt, { params: { attemptId }, headers: {} }, as);
  /** Submits an attempt at a check without answers, which is wrong. */
  async function fail(lessonId: string, as: As): Promise<Attempt> {
    const taken = await attempt(lessonId, as);
    await submit(taken, as);
    return taken;
  }

  const summary = async (as: As) =>
    dataOf<ReviewSummary>(await app.call(getReviewSummary, { query: { dayEndsAt: tonight() } }, as));
  const listed = (as: As) => app.call(listReviewQuestions, { query: { dayEndsAt: tonight() } }, as);
  const list = async (as: As) => dataOf<{ enabled: boolean; questions: ReviewQuestion[] }>(await listed(as)).questions;
  const words = (questions: readonly { question: string }[]) => questions.map(({ question }) => question).sort();

  const answered = (reviewId: string, selected: string[], as: As, key: string = crypto.randomUUID()) =>
    app.call(
      answerReview,
      { headers: { 'idempotency-key': key }, body: { reviewId, selected, dayEndsAt: tonight() } },
      as,
    );
  const keysOf = ({ options }: ReviewQuestion, ...texts: string[]) =>
    options.filter(({ html }) => texts.some((text) => html.includes(text))).map(({ optionKey }) => optionKey);
  const right = (question: ReviewQuestion) =>
    question.question === EVEN ? keysOf(question, 'two', 'four') : keysOf(question, 'two');
  const answer = async (question: ReviewQuestion, selected: string[], as: As, key?: string) =>
    dataOf<ReviewAnswer>(await answered(question.reviewId, selected, as, key));
  const daysUntil = (moment: string | null) =>
    moment === null ? null : Math.ceil((Date.parse(moment) - Date.parse(tonight())) / DAY);

  /** Simulates that days pass for one person: everything in the review becomes that much older. */
  async function later({ personId }: TestPerson, days: number): Promise<void> {
    const span = sql`make_interval(days => ${days})`;
    await db
      .update(reviewQuestion)
      .set({ dueAt: sql`${reviewQuestion.dueAt} - ${span}`, answeredAt: sql`${reviewQuestion.answeredAt} - ${span}` })
      .where(eq(reviewQuestion.personId, personId));
  }
  const rowsOf = ({ personId }: TestPerson) =>
    db.select().from(reviewQuestion).where(eq(reviewQuestion.personId, personId));
  const mark = (questionKey: string, asked: boolean, as: As, lessonId = 'check') =>
    app.call(setReviewMark, { body: { lessonId, questionKey, asked } }, as);
  const marks = async (lessonId: string, as: As) =>
    dataOf<{ enabled: boolean; questions: { questionKey: string; asked: boolean }[] }>(
      await app.call(listReviewMarks, { query: { lessonId } }, as),
    );

  /** A person whose wrong answers in the check are due today. */
  async function reviewer() {
    const { who, as } = await learner();
    await fail('check', as);
    await later(who, 1);
    return { who, as };
  }

  return {
    app,
    db,
    publish,
    tonight,
    learner,
    attempt,
    choose,
    submit,
    fail,
    summary,
    listed,
    list,
    words,
    answered,
    keysOf,
    right,
    answer,
    daysUntil,
    later,
    rowsOf,
    mark,
    marks,
    reviewer,
  };
}
