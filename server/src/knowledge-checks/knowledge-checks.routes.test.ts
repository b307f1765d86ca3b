import { getKnowledgeCheck } from '@academy/contract/knowledge-checks';
import { getLesson, listLessons } from '@academy/contract/lessons';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const app = await startApp();

const CHECK = `Read first.

~~~quizdown
---
passingGrade: 50
nQuestions: 1
customPassMsg: Passed-message
---

## What is one and one?

> Hint-words

- [ ] three
    > Comment-wrong
- [x] two
    > Comment-right

Explanation-words

## Which are even?

- [x] two
- [x] four
- [ ] three
~~~

Go on.
`;

beforeAll(async () => {
  const check = (id: string, entitlements: ('auth' | 'pro')[]) => ({
    id,
    slug: id,
    type: 'knowledge-check' as const,
    content: CHECK,
    entitlements,
  });
  await publishCourse(
    app,
    'spring',
    aCourse({ id: 'spring-q', slug: 'q', lessons: [check('open', []), check('pro', ['pro']), { id: 'text' }] }),
  );
});

const at = (lessonSlug: string) => ({ params: { courseSlug: 'q', lessonSlug } });

describe('the questions of a knowledge check', () => {
  it('are read by who may open the lesson', async () => {
    const { status, body } = await app.call(getKnowledgeCheck, at('open'));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      lessonId: 'open',
      locked: null,
      introContent: expect.stringContaining('Read first'),
      closingContent: expect.stringContaining('Go on'),
      totalQuestions: 1,
      passingMarks: 50,
      canRetake: true,
      questions: [
        { question: 'What is one and one?', hint: expect.stringContaining('Hint-words'), type: 'single-check' },
        { type: 'multi-check', options: [{}, {}, {}] },
      ],
    });
  });

  it('come without any answer, in every reply about the lesson', async () => {
    const pro = { bearer: await (await app.aPerson({ pro: true })).bearer() };
    for (const as of [{}, pro])
      for (const { response } of [
        await app.call(getKnowledgeCheck, at('open'), as),
        await app.call(getLesson, at('open'), as),
        await app.call(listLessons, { query: { slug: 'q' } }, as),
      ])
        expect(response.body).not.toMatch(/isCorrect|Comment-|Explanation-|Passed-message/);
  });

  it('stay on the server while the lesson is locked', async () => {
    const { body, response } = await app.call(getKnowledgeCheck, at('pro'));
    expect(body.data).toEqual({
      lessonId: 'pro',
      locked: 'pro',
      introContent: '',
      closingContent: '',
      totalQuestions: 0,
      passingMarks: null,
      canRetake: true,
      questions: [],
    });
    expect(response.body).not.toContain('Hint-words');
    const bearer = await (await app.aPerson({ pro: true })).bearer();
    expect((await app.call(getKnowledgeCheck, at('pro'), { bearer })).body.data).toMatchObject({ questions: [{}, {}] });
  });

  it('are not found where there are none', async () => {
    expect((await app.call(getKnowledgeCheck, at('text'))).status).toBe(404);
    expect((await app.call(getKnowledgeCheck, at('nothing'))).status).toBe(404);
  });
});
