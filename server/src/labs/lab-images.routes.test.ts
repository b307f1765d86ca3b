import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLabSession, getLessonLab, type Lab, saveLabSnapshot, startLabSession } from '@academy/contract/labs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestApp } from '../testing/start-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-images-'));
const at = (lessonId: string) => ({
  url: `http://spring.localhost:3000/courses/l/lessons/${lessonId}`,
  lessonId,
});
const WORKSHOPS = {
  plain: {},
  git: { environment: 'git' },
  light: { environment: 'browser' },
  none: { environment: 'java-17' },
};
let app: TestApp;
let as: { bearer: string; tenant: string };

beforeAll(async () => {
  for (const [name, packed] of [
    ['git', 30],
    ['shell', 20],
  ] as const) {
    mkdirSync(join(folder, name));
    const image = { name, title: `Debian with ${name}`, digest: 'd', state: { packed }, programs: { ls: '' } };
    writeFileSync(join(folder, name, 'image.json'), JSON.stringify(image));
  }
  app = await startApp({ labs: { engines: {}, portals: [], imagesFolder: folder } });
  const lessons = Object.keys(WORKSHOPS).map((id) => ({
    ...{ id, type: 'lab' as const, settings: { educates: `lab-${id}` } },
  }));
  await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons }));
  for (const [id, data] of Object.entries(WORKSHOPS))
    await publishItem(app, 'spring', aWorkshop(`lab-${id}`, 'The lab', data));
  const who = await app.aPerson();
  as = { bearer: await who.bearer(), tenant: 'spring' };
});
afterAll(() => rmSync(folder, { recursive: true }));

const labOf = async (id: string): Promise<Lab> =>
  (await app.call(getLessonLab, { query: at(id) }, as)).body.data as Lab;

test('a lab in the browser gets the image of its environment, or the smallest', async () => {
  const images = await Promise.all(['plain', 'git', 'light'].map(async (id) => (await labOf(id)).image?.name ?? null));
  expect(images).toEqual(['shell', 'git', null]);
  expect((await labOf('git')).environment).toEqual({ name: 'git', title: 'Debian with git', missing: false });
  expect((await labOf('none')).environment).toMatchObject({ missing: true });
});

test('a snapshot keeps what is no text beside the texts', async () => {
  const started = await app.call(startLabSession, { headers: {}, body: at('git') }, as);
  const { id } = started.body.data as { id: string };
  const work = {
    files: [{ path: 'exercises/list', text: 'tea' }],
    others: [{ path: 'exercises/.git/index', mode: 0o100_644, data: 'AAEC' }],
    ...{ page: null, done: [], at: new Date().toISOString() },
  };
  expect((await app.call(saveLabSnapshot, { params: { id }, body: work }, as)).body.data).toEqual({ saved: true });
  const { body } = await app.call(getLabSession, { params: { id } }, as);
  expect(body.data).toMatchObject({ snapshot: work });
});
