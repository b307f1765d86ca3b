import { getCourse } from '@academy/contract/courses';
import { getGuideLabProof, getLessonLabProof, getLessonWorkshop } from '@academy/contract/workshops';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem, aWorkshop, withProof } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

/** What tests look at in replies. */
interface Reply {
  body: { data: { proof?: unknown; labProofs?: unknown } };
}
const dataOf = (reply: unknown) => (reply as Reply).body.data;
const FIRST = '2026-11-19T08:00:00.000Z';
const SECOND = '2026-11-20T08:00:00.000Z';

const lab = (id: string, workshop: string, entitlements: ('auth' | 'pro')[] = []) => ({
  ...{ id, entitlements, type: 'lab' as const, settings: { educates: workshop } },
});

beforeAll(async () => {
  const lessons = [lab('one', 'lab-one'), lab('two', 'lab-two'), lab('pro', 'lab-two', ['pro'])];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons: [...lessons, { id: 'text' }] }));
  await publishItem(app, 'spring', withProof(aWorkshop('lab-two'), SECOND));
  await publishItem(app, 'spring', aWorkshop('lab-one'));
  const settings = { educates: 'lab-two' };
  await publishItem(app, 'spring', anItem('guide', { id: 'spring-g', type: 'lab', duration: 60, settings }));
});

const at = (lessonSlug: string) => ({ params: { courseSlug: 'l', lessonSlug } });
const proofOf = async (lessonSlug: string, bearer?: string) =>
  dataOf(await app.call(getLessonLabProof, at(lessonSlug), bearer === undefined ? {} : { bearer })).proof;
const ofCourse = async () => dataOf(await app.call(getCourse, { query: { slug: 'l' } })).labProofs;

describe('the record of a proof', () => {
  it('is told in short with the lab, and whole when it is asked for', async () => {
    expect(dataOf(await app.call(getLessonWorkshop, at('two'))).proof).toMatchObject({
      ...{ provedAt: SECOND, engine: 'browser', stepsDone: 1, stepsSkipped: 0 },
    });
    expect(await proofOf('two')).toMatchObject({ provedAt: SECOND, steps: [{ title: 'ls', log: 'Secret output' }] });
    const guide = await app.call(getGuideLabProof, { params: { guideSlug: 'spring-g' } });
    expect(dataOf(guide).proof).toMatchObject({ provedAt: SECOND });
  });

  it('is not there for a lab without one, and for what is no lab', async () => {
    expect(dataOf(await app.call(getLessonWorkshop, at('one'))).proof).toBeNull();
    expect(await proofOf('one')).toBeNull();
    expect((await app.call(getLessonLabProof, at('text'))).status).toBe(404);
  });

  it('stays locked with its lab', async () => {
    const { response } = await app.call(getLessonWorkshop, at('pro'));
    expect(response.body).not.toContain(SECOND);
    expect(await proofOf('pro')).toBeNull();
    const bearer = await (await app.aPerson({ pro: true })).bearer();
    expect(await proofOf('pro', bearer)).toMatchObject({ provedAt: SECOND });
  });

  it('of all labs together is dated by the oldest of them', async () => {
    expect(await ofCourse()).toEqual({ labs: 2, proved: 1, provedAt: SECOND });
    await publishItem(app, 'spring', withProof(aWorkshop('lab-one'), FIRST));
    expect(await ofCourse()).toEqual({ labs: 2, proved: 2, provedAt: FIRST });
  });

  it('goes with the next publish of other files', async () => {
    const changed = withProof(aWorkshop('lab-two', 'Another title'), SECOND);
    await publishItem(app, 'spring', {
      ...aWorkshop('lab-two'),
      files: new Map([...changed.files, ...aWorkshop('lab-two').files]),
    });
    expect(await proofOf('two')).toBeNull();
  });
});
