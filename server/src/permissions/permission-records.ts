import { type Attempt, openAttempt, submitAttempt } from '@academy/contract/knowledge-checks';
import { eq } from 'drizzle-orm';
import { certificate } from '../db/certificate-tables.ts';
import { reviewQuestion } from '../db/review-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem, aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, type TestApp, type TestPerson } from '../testing/start-app.ts';

const CHECK = `~~~ quiz
number of questions: 1
passing grade: 100

## What is it?
- [x] this
- [ ] that
~~~
`;

/** Publishes what the samples are about: everything in `spring`, the same under other names in `kube`, and a draft. */
export async function prepareRecords(app: TestApp): Promise<void> {
  for (const tenantId of ['spring', 'kube']) {
    await publishItem(app, tenantId, anItem('instructor', { id: `${tenantId}-teacher`, name: 'Ada Teacher' }));
    await publishItem(app, tenantId, aWorkshop(`${tenantId}-workshop`));
    await publishCourse(
      app,
      tenantId,
      aCourse({
        id: `${tenantId}-course`,
        lessons: [
          { id: `${tenantId}-lesson` },
          { id: `${tenantId}-check`, type: 'knowledge-check', content: CHECK },
          { id: `${tenantId}-lab`, type: 'lab', settings: { educates: `${tenantId}-workshop` } },
        ],
      }),
    );
    await publishItem(
      app,
      tenantId,
      anItem('guide', { id: `${tenantId}-guide`, type: 'lab', settings: { educates: `${tenantId}-workshop` } }),
    );
    await publishItem(
      app,
      tenantId,
      anItem('path', { id: `${tenantId}-path`, steps: [{ type: 'course', id: `${tenantId}-course` }] }),
    );
    await publishItem(app, tenantId, anItem('page', { id: `${tenantId}-page` }, { 'content.md': 'Words.' }));
  }
  await publishCourse(
    app,
    'spring',
    aCourse({ id: 'spring-draft', status: 'draft', lessons: [{ id: 'draft-lesson' }] }),
  );
}

/** A certificate that somebody has in an academy. */
export async function aCertificate(app: TestApp, tenantId: string): Promise<{ certificateId: string }> {
  const { personId } = await app.aPerson();
  const facts = { kind: 'course', itemId: 'a-course', name: 'Ada', title: 'A Course', duration: 60, lessonsCount: 1 };
  const rows = await app.database.db
    .insert(certificate)
    .values({ personId, tenantId, ...facts })
    .returning();
  return { certificateId: rows[0]?.certificateId ?? '' };
}

/** A question that was answered wrong in an attempt, and waits in the review of who did. */
export async function aReview(app: TestApp, who: TestPerson, tenant: string) {
  const as = { bearer: await who.bearer(), tenant };
  const { body } = await app.call(openAttempt, { body: { lessonId: `${tenant}-check` } }, as);
  const { attemptId, questions } = body.data as Attempt;
  await app.call(submitAttempt, { params: { attemptId }, headers: {} }, as);
  const rows = await app.database.db.select().from(reviewQuestion).where(eq(reviewQuestion.personId, who.personId));
  return { reviewId: rows[0]?.reviewId ?? '', questionKey: questions[0]?.questionKey ?? '' };
}
