import { getLessonLab, type Lab, recordLabSteps, saveLabSnapshot, startLabSession } from '@academy/contract/labs';
import { getLabSteps } from '@academy/contract/labs-admin';
import { labSteps } from '@academy/contract/rules/lab-steps';
import { hasImage, SAMPLE_IMAGES } from '@academy/lab-host/testing/sample-images';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { labStep } from '../db/lab-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestApp } from '../testing/start-app.ts';
import { runChecks } from './check-process.ts';

const isThere = hasImage('git');
if (!isThere) console.info(`Checks are not proved: the image git is not in ${SAMPLE_IMAGES}.`);
/** Machines take their time on a busy computer, ms. */
const PROVED_MS = 240_000;
const LAB = { url: 'http://spring.localhost:3000/courses/l/lessons/here', lessonId: 'here' };
const FILES = {
  'workshop/content/02-go-on.md':
    '```examiner:execute-test\nname: has-tea\n```\n\n```examiner:execute-test\nname: has-milk\n```\n',
  'workshop/examiner/tests/has-tea': '#!/bin/bash\ngrep -q tea exercises/list\n',
  'workshop/examiner/tests/has-milk': '#!/bin/bash\ngrep -q milk exercises/list\n',
};

async function anAcademy(provesChecks: boolean): Promise<TestApp> {
  const app = await startApp({ labs: { engines: {}, portals: [], imagesFolder: SAMPLE_IMAGES, provesChecks } });
  const lessons = [{ id: 'here', type: 'lab' as const, settings: { educates: 'lab-here' } }];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons }));
  await publishItem(app, 'spring', aWorkshop('lab-here', 'The lab', { environment: 'git', more: FILES }));
  return app;
}

/** A learner whose page reports that both checks have passed, with work that passes the first. @returns keys of the checks */
async function reportBoth(app: TestApp): Promise<{ id: string; checks: string[] }> {
  const as = { bearer: await (await app.aPerson()).bearer() };
  const lab = (await app.call(getLessonLab, { query: LAB }, as)).body.data as Lab;
  const checks = labSteps(lab.content?.pages ?? [])
    .filter(({ page }) => page === '02-go-on')
    .map(({ key }) => key);
  const { id } = (await app.call(startLabSession, { headers: {}, body: LAB }, as)).body.data as { id: string };
  const at = new Date().toISOString();
  const events = checks.map((step) => ({ step, result: 'done' as const, tries: 1, at, exitStatus: 0 }));
  await app.call(recordLabSteps, { params: { id }, body: { events } }, as);
  const files = [{ path: 'exercises/list', text: 'tea\n' }];
  await app.call(saveLabSnapshot, { params: { id }, body: { files, page: null, done: checks, at } }, as);
  return { id, checks };
}

const provedOf = async (app: TestApp, id: string) =>
  (await app.database.db.select().from(labStep).where(eq(labStep.sessionId, id))).flatMap(({ step, provedAt }) =>
    provedAt === null ? [] : [step],
  );

describe.skipIf(!isThere)('checks that a learner passed in their browser', { timeout: 2 * PROVED_MS }, () => {
  test('are proved when they pass on the kept work as well', async () => {
    const app = await anAcademy(true);
    const { id, checks } = await reportBoth(app);
    await vi.waitFor(async () => expect(await provedOf(app, id)).toEqual([checks[0]]), { timeout: PROVED_MS });
    const admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
    const { body } = await app.call(getLabSteps, { query: {} }, admin);
    const { steps } = body.data as { steps: { key: string; done: number; proved: number }[] };
    const counts = steps.filter(({ key }) => checks.includes(key)).map(({ done, proved }) => [done, proved]);
    expect(counts).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });

  test('that take too long fail, and end with the server', async () => {
    const work = { store: SAMPLE_IMAGES, image: 'git', files: [], others: [] };
    const check = { step: 'a', script: 'sleep 99', args: [], timeoutMs: 1_000 };
    const open = new AbortController();
    expect(await runChecks({ ...work, checks: [check, { ...check, step: 'b', script: 'true' }] }, open.signal)).toEqual(
      ['b'],
    );
    const ended = runChecks({ ...work, checks: [check] }, open.signal);
    open.abort();
    expect(await ended).toBeNull();
  });
});

test('nothing is proved by a server that is not told to', async () => {
  const app = await anAcademy(false);
  const { id } = await reportBoth(app);
  expect(await provedOf(app, id)).toEqual([]);
});
