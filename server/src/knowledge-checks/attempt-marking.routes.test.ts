import type { Attempt, AttemptResult } from '@academy/contract/knowledge-checks';
import { getProgressOverlay, sendProgressEvents } from '@academy/contract/progress';
import { describe, expect, it } from 'vitest';
import { dataOf, startAttempts } from './attempts.fixture.ts';

const {
  app,
  learner,
  opened,
  open,
  read,
  submit,
  listed,
  completedEvents,
  choose,
  answerRight,
  chosenIn,
  markComplete,
} = await startAttempts();

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

  // Shows promises#marked-once
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
  // Shows promises#once-in-every-tab
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

  // Shows promises#check-before-done, security#server-counts
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
