import { VISITOR_ATTEMPT_HOURS } from '@academy/contract/constants';
import { type Attempt, type AttemptResult, getAttempt, listAttempts } from '@academy/contract/knowledge-checks';
import { searchAcademy } from '@academy/contract/search';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { knowledgeCheckAttempt, person } from '../db/tables.ts';
import { dataOf, SECRETS, startAttempts } from './attempts.fixture.ts';

const {
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
} = await startAttempts();

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

describe("a visitor's attempt", () => {
  // Shows security#header-authority
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

  // Shows security#header-authority
  it('ends after a day', async () => {
    const attempt = await open('open');
    const past = new Date(Date.now() - VISITOR_ATTEMPT_HOURS * 3_600_000 - 1_000);
    await db
      .update(knowledgeCheckAttempt)
      .set({ createdAt: past })
      .where(eq(knowledgeCheckAttempt.attemptId, attempt.attemptId));
    expect((await read(attempt.attemptId)).status).toBe(404);
    expect((await read(attempt.attemptId, (await learner()).as)).status).toBe(404);
  });
});
