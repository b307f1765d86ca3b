import {
  type Certificate,
  correctCertificate,
  getCertificate,
  type IssuedCertificate,
  listCertificates,
  listMyCertificates,
  setCertificateRevoked,
} from '@academy/contract/certificates';
import { openAttempt, submitAttempt } from '@academy/contract/knowledge-checks';
import { completeLesson } from '@academy/contract/lessons';
import { restartCourse, sendProgressEvents } from '@academy/contract/progress';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { certificate } from '../db/certificate-tables.ts';
import { auditEvent, person, progressEvent } from '../db/tables.ts';
import { removePerson } from '../people/remove-person.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const CHECK = `~~~quizdown
---
passingGrade: 50
---

## Which one?

- [ ] a
- [x] b
~~~
`;

for (const tenant of ['spring', 'kube'])
  await publishCourse(
    app,
    tenant,
    aCourse({
      id: 'short',
      title: 'A "short" course',
      lessons: [
        { id: 'one', duration: 600 },
        { id: 'two', duration: 60 },
      ],
    }),
  );
await publishCourse(app, 'spring', aCourse({ id: 'other', lessons: [{ id: 'three' }] }));
await publishCourse(
  app,
  'spring',
  aCourse({ id: 'checked', lessons: [{ id: 'quiz', type: 'knowledge-check', content: CHECK }] }),
);
await publishItem(
  app,
  'spring',
  anItem('path', {
    id: 'both',
    title: 'Both courses',
    steps: [
      { type: 'course', id: 'short' },
      { type: 'course', id: 'other' },
    ],
  }),
);

let learner: TestPerson;
let admin: TestPerson;

beforeEach(async () => {
  await db.delete(person);
  await db.delete(progressEvent);
  await db.delete(auditEvent);
  learner = await app.aPerson();
  admin = await app.aPerson({ admin: true });
});

const COURSE_OF: Record<string, string> = { one: 'short', two: 'short', three: 'other' };
async function complete(who: TestPerson, lessonId: string, tenant = 'spring') {
  const body = {
    lessonId,
    courseId: COURSE_OF[lessonId] ?? '',
    isLastLesson: false,
    operationType: 'COMPLETE_LESSON' as const,
  };
  const { status } = await app.call(completeLesson, { body }, { tenant, bearer: await who.bearer() });
  expect(status).toBe(200);
}
async function mine(who: TestPerson, tenant = 'spring'): Promise<Certificate[]> {
  const { status, body } = await app.call(listMyCertificates, {}, { tenant, bearer: await who.bearer() });
  expect(status).toBe(200);
  return (body.data as { result: Certificate[] }).result;
}
const stored = () => db.select().from(certificate);
const read = (certificateId: string, tenant = 'spring') =>
  app.call(getCertificate, { params: { certificateId } }, { headers: { host: `${tenant}.localhost:3000` } });
async function finished(who: TestPerson): Promise<Certificate> {
  await complete(who, 'one');
  await complete(who, 'two');
  const [first] = await mine(who);
  if (first === undefined) throw new Error('there is no certificate');
  return first;
}
const correct = async (id: string, body: { name: string; reason: string }, by = admin, tenant = 'spring') =>
  app.call(correctCertificate, { params: { certificateId: id }, body }, { tenant, bearer: await by.bearer() });
const revoke = async (id: string, revoked: boolean, reason: string, by = admin, tenant = 'spring') =>
  app.call(
    setCertificateRevoked,
    { params: { certificateId: id }, body: { revoked, reason } },
    { tenant, bearer: await by.bearer() },
  );
const audited = () => db.select().from(auditEvent).orderBy(auditEvent.eventId);

describe('a learner who finishes a course', () => {
  test('gets its certificate at once, with the facts of that day', async () => {
    await complete(learner, 'one');
    expect(await stored()).toEqual([]);
    await complete(learner, 'two');
    expect(await stored()).toHaveLength(1);
    const [own] = await mine(learner);
    expect(own).toMatchObject({
      kind: 'course',
      itemId: 'short',
      name: 'Test Person',
      title: 'A "short" course',
      tenantId: 'spring',
      duration: 660,
      lessonsCount: 2,
      path: '/courses/short',
      correctedAt: null,
      revoked: null,
    });
    expect((await read(own?.certificateId ?? '')).body.data).toEqual(own);
  });

  test('gets one of a learning path as well when that was its last course', async () => {
    await complete(learner, 'three');
    expect((await mine(learner)).map(({ itemId }) => itemId)).toEqual(['other']);
    await complete(learner, 'one');
    await complete(learner, 'two');
    const rows = await stored();
    expect(rows.map(({ kind, itemId }) => `${kind} ${itemId}`).sort()).toEqual([
      'course other',
      'course short',
      'path both',
    ]);
    expect((await mine(learner)).find(({ kind }) => kind === 'path')).toMatchObject({
      title: 'Both courses',
      path: '/paths/both',
      lessonsCount: 3,
      duration: 720,
    });
  });

  test('by the events of a device that was offline has one, too', async () => {
    const events = ['one', 'two'].map((lessonId) => ({
      ...{ key: `key-of-${lessonId}`, lessonId, kind: 'completed' as const },
      at: new Date().toISOString(),
    }));
    const bearer = await learner.bearer();
    await app.call(sendProgressEvents, { body: { events } }, { tenant: 'spring', bearer });
    expect(await stored()).toHaveLength(1);
  });

  test('by passing its knowledge check has one, too', async () => {
    const as = { tenant: 'spring', bearer: await learner.bearer() };
    const opened = await app.call(openAttempt, { body: { lessonId: 'quiz' } }, as);
    const { attemptId, questions } = opened.body.data as {
      attemptId: string;
      questions: { questionKey: string; options: { optionKey: string; html: string }[] }[];
    };
    const right = questions[0]?.options.find(({ html }) => html.includes('b'))?.optionKey ?? '';
    await app.request({
      method: 'PUT',
      url: `/api/v1/lessons/knowledge-check/attempts/${attemptId}`,
      headers: { host: 'spring.localhost:3000', tenantid: 'spring', authorization: `Bearer ${as.bearer}` },
      payload: { questionKey: questions[0]?.questionKey, selected: [right] },
    });
    const { body } = await app.call(submitAttempt, { params: { attemptId }, headers: {} }, as);
    expect(body.data).toMatchObject({ passed: true });
    expect(await stored()).toMatchObject([{ itemId: 'checked' }]);
  });

  test('on twenty pages at once gets one', async () => {
    await complete(learner, 'one');
    await Promise.all([
      ...Array.from({ length: 10 }, () => complete(learner, 'two')),
      ...Array.from({ length: 10 }, () => mine(learner)),
    ]);
    expect(await stored()).toHaveLength(1);
    expect(await mine(learner)).toHaveLength(1);
  });

  test('has one in each academy that has the course', async () => {
    const inSpring = await finished(learner);
    expect(await mine(learner, 'kube')).toEqual([]);
    await complete(learner, 'one', 'kube');
    await complete(learner, 'two', 'kube');
    const [inKube] = await mine(learner, 'kube');
    expect(inKube?.tenantId).toBe('kube');
    expect(inKube?.certificateId).not.toBe(inSpring.certificateId);
  });

  test('whose server died before issuing gets it at the next look-up', async () => {
    await finished(learner);
    await db.delete(certificate);
    expect(await mine(learner)).toHaveLength(1);
  });
});

describe('a certificate', () => {
  test('stays unchanged when its owner changes their name or restarts', async () => {
    const before = await finished(learner);
    await db.update(person).set({ firstName: 'Other', lastName: 'Name' }).where(eq(person.personId, learner.personId));
    const bearer = await learner.bearer();
    const undone = { key: 'undone-one', lessonId: 'one', kind: 'undone' as const, at: new Date().toISOString() };
    await app.call(sendProgressEvents, { body: { events: [undone] } }, { tenant: 'spring', bearer });
    await app.call(restartCourse, { body: { courseId: 'short' } }, { tenant: 'spring', bearer });
    expect(await mine(learner)).toEqual([before]);
    await complete(learner, 'one');
    await complete(learner, 'two');
    expect(await mine(learner)).toEqual([before]);
  });

  test('stays unchanged when the course changes or is removed', async () => {
    await publishCourse(app, 'spring', aCourse({ id: 'brief', title: 'Before', lessons: [{ id: 'b1' }] }));
    COURSE_OF.b1 = 'brief';
    await complete(learner, 'b1');
    const [before] = await mine(learner);
    const lessons = [{ id: 'b1' }, { id: 'b2' }];
    await publishCourse(app, 'spring', aCourse({ id: 'brief', slug: 'longer', title: 'After', lessons }));
    expect(await mine(learner)).toEqual([{ ...before, path: '/courses/longer' }]);
    await publishCourse(app, 'spring', aCourse({ id: 'brief', title: 'After', status: 'draft', lessons }));
    expect((await read(before?.certificateId ?? '')).body.data).toEqual({ ...before, path: null });
  });

  test('is readable by its id in any academy, without an address', async () => {
    const { certificateId } = await finished(learner);
    for (const tenant of ['spring', 'kube']) {
      const { status, response } = await read(certificateId, tenant);
      expect(status).toBe(200);
      expect(response.body).not.toContain(learner.email);
      expect(response.body).not.toContain(learner.personId);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect((await read(certificateId.toUpperCase())).status).toBe(200);
  });

  test('that does not exist is not found, whatever its id looks like', async () => {
    for (const id of [NOWHERE, 'x', "' or 1=1", 'a'.repeat(100)]) expect((await read(id)).status).toBe(404);
  });

  test('is not issued to others, nor to visitors', async () => {
    await finished(learner);
    expect(await mine(await app.aPerson())).toEqual([]);
    expect((await app.call(listMyCertificates, {}, { tenant: 'spring' })).status).toBe(401);
  });

  test('is deleted with its owner', async () => {
    const { certificateId } = await finished(learner);
    await db.transaction((tx) => removePerson(tx, learner.personId));
    expect((await read(certificateId)).status).toBe(404);
  });
});

describe('an administrator', () => {
  test('corrects a name, which page and audit log show', async () => {
    const { certificateId } = await finished(learner);
    const { status, body } = await correct(certificateId, { name: ' Zoë Prüfer ', reason: 'Married' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'Zoë Prüfer', email: learner.email });
    const now = (await read(certificateId)).body.data as Certificate;
    expect(now.name).toBe('Zoë Prüfer');
    expect(now.correctedAt).not.toBeNull();
    expect(now.revoked).toBeNull();
    expect(await audited()).toMatchObject([
      {
        action: 'certificate.correct',
        actorId: admin.personId,
        tenantId: 'spring',
        targetKind: 'certificate',
        targetId: certificateId,
        details: { nameBefore: 'Test Person', name: 'Zoë Prüfer', reason: 'Married', email: learner.email },
      },
    ]);
    // The same correction again, as after a lost reply.
    expect((await correct(certificateId, { name: 'Zoë Prüfer', reason: 'Married' })).status).toBe(200);
    expect(await audited()).toHaveLength(1);
  });

  test('revokes a certificate and restores it, idempotently', async () => {
    const { certificateId } = await finished(learner);
    for (const _again of [1, 2]) expect((await revoke(certificateId, true, 'Done by somebody else')).status).toBe(200);
    const revoked = (await read(certificateId)).body.data as Certificate;
    expect(revoked.revoked).toMatchObject({ reason: 'Done by somebody else' });
    expect(await mine(learner)).toEqual([revoked]);
    for (const _again of [1, 2]) expect((await revoke(certificateId, false, 'A mistake')).status).toBe(200);
    expect(((await read(certificateId)).body.data as Certificate).revoked).toBeNull();
    expect((await audited()).map(({ action, details }) => [action, (details as { reason: string }).reason])).toEqual([
      ['certificate.revoke', 'Done by somebody else'],
      ['certificate.restore', 'A mistake'],
    ]);
  });

  test('finds certificates of the academy by parts of their fields', async () => {
    const { certificateId } = await finished(learner);
    const others = await Promise.all([app.aPerson(), app.aPerson()]);
    for (const other of others) await finished(other);
    const bearer = await admin.bearer();
    const search = async (query: { q?: string; pageNumber?: number; pageSize?: number }, tenant = 'spring') => {
      const { status, body } = await app.call(listCertificates, { query }, { tenant, bearer });
      expect(status).toBe(200);
      return (body.data as { result: { content: IssuedCertificate[]; totalElements: number } }).result;
    };
    expect((await search({})).totalElements).toBe(3);
    expect(await search({}, 'kube')).toEqual({ content: [], totalElements: 0 });
    expect((await search({ q: 'SHORT person' })).totalElements).toBe(3);
    for (const q of [learner.email, certificateId.slice(0, 13)])
      expect((await search({ q })).content.map((one) => one.certificateId)).toEqual([certificateId]);
    for (const q of ['%', '_', 'nobody']) expect((await search({ q })).totalElements).toBe(0);
    const pages = [await search({ pageSize: 2 }), await search({ pageSize: 2, pageNumber: 1 })];
    expect(pages.map(({ content }) => content.length)).toEqual([2, 1]);
    const emails = pages.flatMap(({ content }) => content.map(({ email }) => email));
    expect(emails).toEqual([others[1]?.email, others[0]?.email, learner.email]);
  });

  test('of another academy finds nothing to change', async () => {
    const { certificateId } = await finished(learner);
    const name = { name: 'Somebody', reason: 'why' };
    expect((await correct(certificateId, name, admin, 'kube')).status).toBe(404);
    expect((await revoke(certificateId, true, 'why', admin, 'kube')).status).toBe(404);
    expect((await correct(NOWHERE, name)).status).toBe(404);
    expect((await read(certificateId)).body.data).toMatchObject({ name: 'Test Person', revoked: null });
  });

  test('is the only one who may, and has to give a reason', async () => {
    const { certificateId } = await finished(learner);
    expect((await correct(certificateId, { name: 'Me', reason: 'why' }, learner)).status).toBe(403);
    expect((await revoke(certificateId, true, 'why', learner)).status).toBe(403);
    expect((await revoke(certificateId, true, '  ')).status).toBe(400);
    expect((await correct(certificateId, { name: '', reason: 'why' })).status).toBe(400);
    expect((await correct(certificateId, { name: 'a\u202eb', reason: 'why' })).status).toBe(400);
    expect((await correct(certificateId, { name: 'a'.repeat(160), reason: 'b'.repeat(500) })).status).toBe(200);
    expect((await correct(certificateId, { name: 'a'.repeat(161), reason: 'why' })).status).toBe(400);
    expect((await correct(certificateId, { name: 'a', reason: 'b'.repeat(501) })).status).toBe(400);
  });
});
