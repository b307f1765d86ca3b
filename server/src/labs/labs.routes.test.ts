import { type Guide, getGuide } from '@academy/contract/guides';
import {
  extendLabSession,
  getGuideLab,
  getLabSession,
  getLessonLab,
  LAB_SNAPSHOT_BYTES,
  type Lab,
  type LabSession,
  type LabSnapshot,
  saveLabSnapshot,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import { completeLesson, getLesson, type Lesson } from '@academy/contract/lessons';
import { getLessonWorkshop } from '@academy/contract/workshops';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { labEvent, labSession, labSnapshot } from '../db/lab-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem, aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';
import { labProviderOf } from './lab-engines.ts';

const app = await startApp();
const { db } = app.database;

const COURSE = 'http://spring.localhost:3000/courses/l/lessons';
const at = (lessonId: string) => ({ url: `${COURSE}/${lessonId}`, lessonId });
const HERE = at('here');
const GUIDE = { url: 'http://spring.localhost:3000/guides/spring-guide', lessonId: 'spring-guide' };

beforeAll(async () => {
  const lab = (id: string, settings: Record<string, unknown>, entitlements: ('auth' | 'pro')[] = []) => ({
    id,
    type: 'lab' as const,
    settings,
    entitlements,
  });
  const lessons = [
    lab('here', { educates: 'lab-here' }),
    lab('other', { educates: 'lab-here' }),
    lab('pro', { educates: 'lab-here' }, ['pro']),
    lab('missing', { educates: 'lab-missing' }),
    lab('elsewhere', { labUrl: 'https://labs.example.org/tea?learner={userId}' }),
    { id: 'text' },
  ];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons }));
  await publishCourse(
    app,
    'kube',
    aCourse({ id: 'kube-k', slug: 'k', lessons: [lab('kube-here', { educates: 'lab-here' })] }),
  );
  await publishItem(app, 'kube', aWorkshop('lab-here', 'The lab of kube'));
  await publishItem(app, 'spring', aWorkshop('lab-here', 'The lab'));
  await publishItem(
    app,
    'spring',
    anItem('guide', { id: 'spring-guide', type: 'lab', settings: { educates: 'lab-here' } }),
  );
});

async function aLearner(role: Parameters<typeof app.aPerson>[0] = {}) {
  const who = await app.aPerson(role);
  const bearer = await who.bearer();
  const start = async (where = HERE, headers = {}) => {
    const { status, body } = await app.call(startLabSession, { headers, body: where }, { bearer });
    return { status, code: body.errors[0]?.code, session: body.data as LabSession };
  };
  const lab = async (where = HERE) => (await app.call(getLessonLab, { query: where }, { bearer })).body.data as Lab;
  const save = (id: string, snapshot: LabSnapshot) =>
    app.call(saveLabSnapshot, { params: { id }, body: snapshot }, { bearer });
  const end = (id: string) => app.call(terminateLabSession, { params: { id } }, { bearer });
  const read = async (id: string) => (await app.call(getLabSession, { params: { id } }, { bearer })).body.data;
  return { ...who, token: bearer, start, lab, save, end, read };
}

const snapshotAt = (minute: number, text = 'work'): LabSnapshot => ({
  files: [{ path: 'exercises/a.txt', text }],
  page: '02-go-on',
  done: ['01-start#0'],
  at: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
});

describe('what the page of a lab needs', () => {
  it('are pages with their actions, and nothing is started', async () => {
    const ada = await aLearner();
    expect(await ada.lab()).toMatchObject({
      provider: 'browser',
      kind: 'native',
      url: null,
      session: null,
      running: null,
      content: {
        title: 'The lab',
        pages: [
          { name: '01-start', actions: [{ name: 'terminal:execute', known: true, settings: { command: 'ls' } }] },
          { name: '02-go-on', actions: [] },
        ],
        tests: [],
        files: [],
      },
    });
    expect(await db.$count(labSession, eq(labSession.personId, ada.personId))).toBe(0);
  });

  it('is the same for the lab of a guide, which is no lesson', async () => {
    const bearer = (await aLearner()).token;
    const guide = await app.call(getGuideLab, { query: GUIDE }, { bearer });
    expect(guide.body.data).toMatchObject({ kind: 'native', content: { title: 'The lab' } });
    expect((await app.call(getLessonLab, { query: GUIDE }, { bearer })).status).toBe(404);
  });

  it('is nothing while the lesson is locked', async () => {
    const learner = await aLearner();
    const { status, body, response } = await app.call(getLessonLab, { query: at('pro') }, { bearer: learner.token });
    expect([status, body.errors[0]?.code]).toEqual([403, 'locked-pro']);
    expect(response.body).not.toContain('Secret words');
    expect((await learner.start(at('pro'))).code).toBe('locked-pro');
    expect((await (await aLearner({ pro: true })).start(at('pro'))).status).toBe(200);
  });

  it('needs an address and an id of the same lesson', async () => {
    const { start } = await aLearner();
    expect((await start({ ...HERE, lessonId: 'other' })).status).toBe(404);
    expect((await start({ ...HERE, url: 'https://evil.example.org/courses/x/lessons/here' })).status).toBe(404);
    expect((await start({ ...HERE, url: 'not an address' })).code).toBe('invalid-input');
    expect((await start(at('text'))).status).toBe(404);
    expect((await start(at('missing'))).status).toBe(404);
  });
});

test('a lesson names the engine of its lab, if it can start', async () => {
  const providerOf = async (lessonSlug: string) =>
    ((await app.call(getLesson, { params: { courseSlug: 'l', lessonSlug } })).body.data as Lesson).labProvider;
  expect(await providerOf('here')).toBe('browser');
  expect(await providerOf('elsewhere')).toBe('external');
  expect(await providerOf('text')).toBeNull();
  // Locked for a visitor.
  expect(await providerOf('pro')).toBeNull();
  expect(await providerOf('missing')).toBeNull();
  const named = labProviderOf({ spring: 'educates', kube: 'sandbox' });
  const lab = { workshop: 'lab-here', labUrl: null };
  expect(['spring', 'kube', 'tanzu'].map((tenantId) => named(tenantId, lab))).toEqual([
    'educates',
    'sandbox',
    'browser',
  ]);
  expect(named('spring', { workshop: null, labUrl: null })).toBeNull();
});

test('a lesson or guide says whether its lab is published and can be opened', async () => {
  const ofLesson = async (lessonSlug: string) =>
    ((await app.call(getLesson, { params: { courseSlug: 'l', lessonSlug } })).body.data as Lesson).hasLab;
  expect(await Promise.all(['here', 'elsewhere', 'missing', 'text', 'pro'].map(ofLesson))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const ofGuide = async (slug: string) => ((await app.call(getGuide, { query: { slug } })).body.data as Guide).hasLab;
  const settings = { educates: 'lab-comes-later' };
  await publishItem(app, 'spring', anItem('guide', { id: 'spring-later', slug: 'later', type: 'lab', settings }));
  expect([await ofGuide('spring-guide'), await ofGuide('later')]).toEqual([true, false]);
  await publishItem(app, 'spring', aWorkshop('lab-comes-later', 'The later lab'));
  expect(await ofGuide('later')).toBe(true);
});

test('another platform gets a constant pseudonym of the learner', async () => {
  const [ada, eve] = [await aLearner(), await aLearner()];
  const url = (await ada.lab(at('elsewhere'))).url ?? '';
  expect(await ada.lab(at('elsewhere'))).toMatchObject({ provider: 'external', kind: 'external', url, content: null });
  const [, learner = ''] = /^https:\/\/labs\.example\.org\/tea\?learner=([0-9a-f-]{36})$/.exec(url) ?? [];
  expect(learner).not.toBe('');
  expect(learner).not.toBe(ada.personId);
  expect((await eve.lab(at('elsewhere'))).url).not.toBe(url);
  expect((await ada.start(at('elsewhere'))).status).toBe(404);
  const { body } = await app.call(getLessonWorkshop, { params: { courseSlug: 'l', lessonSlug: 'elsewhere' } });
  expect(body.data).toMatchObject({ labUrl: 'https://labs.example.org/tea?learner=' });
});

describe('a session', () => {
  it('is found again by its learner', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    expect(session).toMatchObject({
      lessonId: 'here',
      provider: 'browser',
      state: 'running',
      endReason: null,
      expiresAt: null,
      deadline: null,
      extendable: false,
      open: { kind: 'native', url: null },
    });
    expect((await ada.start()).session.id).toBe(session.id);
    expect((await ada.lab()).session?.id).toBe(session.id);
    const { body } = await app.call(extendLabSession, { params: { id: session.id } }, { bearer: ada.token });
    expect(body.data).toMatchObject({ id: session.id, extended: false });
  });

  it('starts once, for concurrent requests', async () => {
    const ada = await aLearner();
    const started = await Promise.all(Array.from({ length: 8 }, () => ada.start()));
    expect(started.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(started.map(({ session }) => session.id)).size).toBe(1);
    expect(await db.$count(labSession, eq(labSession.personId, ada.personId))).toBe(1);
  });

  it('that ended is not restarted by a repeated request', async () => {
    const ada = await aLearner();
    const key = { 'idempotency-key': 'start-one-lab' };
    const { session } = await ada.start(HERE, key);
    await ada.end(session.id);
    expect((await ada.start(HERE, key)).session).toMatchObject({ id: session.id, state: 'ended' });
    expect((await ada.start()).session.id).not.toBe(session.id);
  });

  it('is one per learner: another lab starts when it has ended', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    expect(await ada.start(at('other'))).toMatchObject({ status: 409, code: 'lab-running' });
    expect((await ada.lab(at('other'))).running).toEqual({
      id: session.id,
      title: 'Lesson here',
      tenantId: 'spring',
      path: '/courses/l/lessons/here/lab',
      completed: false,
    });
    expect((await ada.end(session.id)).body.data).toMatchObject({ state: 'ended', endReason: 'terminated' });
    expect((await ada.start(at('other'))).status).toBe(200);
  });

  it('of a completed lesson still runs, and another lab says so', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const lesson = { courseId: 'spring-l', lessonId: 'here', isLastLesson: false };
    const body = { ...lesson, operationType: 'COMPLETE_LESSON' as const };
    expect((await app.call(completeLesson, { headers: {}, body }, { bearer: ada.token })).status).toBe(200);
    expect((await ada.lab(at('other'))).running).toMatchObject({ id: session.id, completed: true });
    expect(await ada.read(session.id)).toMatchObject({ state: 'running' });
    expect((await ada.start(at('other'))).code).toBe('lab-running');
  });

  it('is one in all academies, and can be ended from any of them', async () => {
    const ada = await aLearner();
    const where = { url: 'http://kube.localhost:3000/courses/k/lessons/kube-here', lessonId: 'kube-here' };
    const inKube = { bearer: ada.token, tenant: 'kube' };
    const { body } = await app.call(startLabSession, { headers: {}, body: where }, inKube);
    const { id } = body.data as LabSession;
    expect((await ada.start()).code).toBe('lab-running');
    expect((await ada.lab()).running).toMatchObject({ id, tenantId: 'kube' });
    expect(await ada.read(id)).toBeNull();
    expect((await ada.end(id)).status).toBe(200);
    expect((await ada.start()).status).toBe(200);
  });

  it('records its start and its end', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    await ada.end(session.id);
    await ada.end(session.id);
    const trail = await db.select().from(labEvent).where(eq(labEvent.sessionId, session.id)).orderBy(labEvent.at);
    expect(trail.map(({ name, data }) => [name, data])).toEqual([
      ['started', {}],
      ['ended', { endReason: 'terminated' }],
    ]);
  });
});

describe('the work of a lab', () => {
  it('is stored, and an older one never replaces a newer one', async () => {
    const ada = await aLearner();
    const { id } = (await ada.start()).session;
    expect(await ada.read(id)).toMatchObject({ snapshot: null });
    expect((await ada.save(id, snapshotAt(5))).body.data).toEqual({ saved: true });
    expect((await ada.save(id, snapshotAt(3, 'old'))).body.data).toEqual({ saved: false });
    expect(await ada.read(id)).toMatchObject({ snapshot: snapshotAt(5) });
    expect((await ada.save(id, snapshotAt(6, 'new'))).body.data).toEqual({ saved: true });
    expect(await ada.read(id)).toMatchObject({ snapshot: snapshotAt(6, 'new') });
  });

  // Shows security#limits
  it('may have 1 MB and not more', async () => {
    const ada = await aLearner();
    const { id } = (await ada.start()).session;
    const empty = JSON.stringify(snapshotAt(1, '')).length;
    const full = snapshotAt(1, 'x'.repeat(LAB_SNAPSHOT_BYTES - empty));
    expect((await ada.save(id, full)).status).toBe(200);
    const over = await ada.save(id, snapshotAt(2, 'x'.repeat(LAB_SNAPSHOT_BYTES - empty + 1)));
    expect([over.status, over.body.errors[0]?.code]).toEqual([413, 'too-large']);
  });

  it('lies in files of the home folder', async () => {
    const ada = await aLearner();
    const { id } = (await ada.start()).session;
    for (const path of ['/etc/passwd', 'exercises/../../a', 'a//b', ''])
      expect((await ada.save(id, { ...snapshotAt(1), files: [{ path, text: '' }] })).status).toBe(400);
  });

  it('is deleted when the lab ends, and not stored afterwards', async () => {
    const ada = await aLearner();
    const { id } = (await ada.start()).session;
    await ada.save(id, snapshotAt(1));
    await ada.end(id);
    expect(await db.$count(labSnapshot, eq(labSnapshot.sessionId, id))).toBe(0);
    const late = await ada.save(id, snapshotAt(2));
    expect([late.status, late.body.errors[0]?.code]).toEqual([409, 'lab-ended']);
  });
});

test('starts and ends are counted per learner', async () => {
  const strict = await startApp({ limits: { labStartsPerMinute: 2 } });
  const bearer = await (await strict.aPerson()).bearer();
  const call = async () =>
    (await strict.call(terminateLabSession, { params: { id: crypto.randomUUID() } }, { bearer })).status;
  expect([await call(), await call(), await call()]).toEqual([404, 404, 429]);
});
