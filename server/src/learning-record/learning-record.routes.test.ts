import { exportLearningRecord, getLearningRecord, type LearningRecord } from '@academy/contract/learning-record';
import { expect, test } from 'vitest';
import { certificate } from '../db/certificate-tables.ts';
import { knowledgeCheckAttempt, progressEvent } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
await publishCourse(app, 'spring', aCourse({ id: 'rest', lessons: [{ id: 'r1' }, { id: 'r2' }] }));

const learner = await app.aPerson({});
const as = { bearer: await learner.bearer() };
const at = (minutes: number) => new Date(Date.parse('2030-01-31T09:00:00Z') + minutes * 60_000);
const done = (itemId: string, kind: string, minutes: number) => ({
  ...{ personId: learner.personId, key: `${itemId} ${kind}`, tenantId: 'spring', itemKind: 'lesson', itemId, kind },
  at: at(minutes),
});
await db
  .insert(progressEvent)
  .values([done('r1', 'started', 0), done('r1', 'completed', 10), done('r2', 'completed', 100)]);
await db.insert(knowledgeCheckAttempt).values({
  ...{ personId: learner.personId, tenantId: 'spring', lessonId: 'r2', asked: {}, total: 4, score: 3, passed: true },
  submittedAt: at(100),
});
await db.insert(certificate).values({
  ...{ personId: learner.personId, tenantId: 'spring', kind: 'course', itemId: 'rest', name: 'Łucja Größe' },
  ...{ title: 'REST for Ø', duration: 60, lessonsCount: 2, issuedAt: at(101) },
});

test('a learner reads what they have done, and others have done nothing', async () => {
  const { body } = await app.call(getLearningRecord, {}, as);
  const record = body.data as LearningRecord;
  expect(record.courses).toEqual([
    expect.objectContaining({
      courseId: 'rest',
      lessonsDone: 2,
      lessons: 2,
      seconds: 600,
      completedAt: at(100).toISOString(),
    }),
  ]);
  expect(record.checks).toMatchObject([{ lessonId: 'r2', attempts: 1, bestResult: 75, passed: true }]);
  expect(record.certificates).toMatchObject([{ title: 'REST for Ø', isRevoked: false }]);
  const other = { bearer: await (await app.aPerson()).bearer() };
  const empty = { courses: [], checks: [], certificates: [] };
  expect((await app.call(getLearningRecord, {}, other)).body.data).toMatchObject(empty);
  expect((await app.call(getLearningRecord, {}, { ...as, tenant: 'kube' })).body.data).toMatchObject(empty);
});

test('the record comes as a CSV file', async () => {
  const { body } = await app.call(exportLearningRecord, { query: {} }, as);
  const lines = String(body.data).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    'kind,title,began_at,completed_at,lessons_completed,lessons,best_result_percent,time_seconds,last_seen_at',
  );
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['course', 'knowledge check', 'certificate']);
});

test.each([
  ['en', 'Learning record'],
  ['de', 'Lernnachweis'],
])('the record is a PDF with tags, title and language in %s', async (language, title) => {
  const headers = { 'accept-language': language };
  const { response } = await app.call(exportLearningRecord, { query: { format: 'pdf' } }, { ...as, headers });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
  const pdf = response.rawPayload;
  const source = pdf.toString('latin1');
  expect(source).toMatch(/^%PDF-1\.7/);
  expect(source).toMatch(new RegExp(`/Lang \\(${language}`));
  for (const part of [
    '/MarkInfo',
    '/StructTreeRoot',
    '/DisplayDocTitle true',
    'pdfuaid',
    '/S /H1',
    '/S /Table',
    '/S /TH',
  ])
    expect(source, part).toContain(part);
  // Every font is embedded.
  expect(source.match(/\/FontFile2|\/FontFile3/g)?.length).toBe(source.match(/\/FontDescriptor \d/g)?.length);
  // The title stands in the metadata, which is not compressed.
  expect(source).toContain(`${title}: `);
  expect(pdf.length).toBeLessThan(200_000);
});
