import {
  extendLabSession,
  getLabSession,
  getLessonLab,
  type Lab,
  type LabSession,
  receiveLabEvent,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import { FakePortal, ROBOT } from '@academy/labs/testing/fake-portal';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { labEvent, labSession } from '../db/lab-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestApp } from '../testing/start-app.ts';

const LONG = { name: 'lab-long', durationSeconds: 3600, deadlineSeconds: 7200, capacity: 100 };
const SHORT = { name: 'lab-short', durationSeconds: 180, deadlineSeconds: 300, capacity: 100 };
const portal = new FakePortal({ workshops: [LONG, SHORT], frozen: true });
/** The tests deliver events themselves: the application does not listen. */
portal.losesEvents = true;

let app: TestApp;
const at = (lessonId: string) => ({ url: `http://spring.localhost:3000/courses/l/lessons/${lessonId}`, lessonId });

beforeAll(async () => {
  const url = await portal.open();
  app = await startApp({
    labs: { engines: { spring: 'educates' }, portals: [{ name: 'main', url, robot: ROBOT }], statusEveryMs: 0 },
  });
  const lab = (id: string, educates: string) => ({ id, type: 'lab' as const, settings: { educates } });
  const lessons = [lab('long', 'lab-long'), lab('short', 'lab-short'), lab('missing', 'lab-missing')];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons }));
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.options.workshops = [LONG, SHORT];
  portal.options.perUser = 0;
  portal.faults = [];
});

async function aLearner() {
  const who = await app.aPerson();
  const as = { bearer: await who.bearer() };
  return {
    ...who,
    async start(lessonId = 'long', headers = {}) {
      const { status, body } = await app.call(startLabSession, { headers, body: at(lessonId) }, as);
      return { status, code: body.errors[0]?.code, session: body.data as LabSession };
    },
    lab: async (lessonId = 'long') => (await app.call(getLessonLab, { query: at(lessonId) }, as)).body.data as Lab,
    read: async ({ id }: LabSession) => (await app.call(getLabSession, { params: { id } }, as)).body.data as LabSession,
    extend: async ({ id }: LabSession) => (await app.call(extendLabSession, { params: { id } }, as)).body,
    end: async ({ id }: LabSession) => (await app.call(terminateLabSession, { params: { id } }, as)).body.data,
  };
}

/** Opens a session as the learner's frame would. */
const activate = ({ open: { url } }: LabSession) => fetch(url ?? '', { redirect: 'manual' });
const rowOf = async ({ id }: LabSession) => {
  const [row] = await app.database.db.select().from(labSession).where(eq(labSession.sessionId, id));
  if (row === undefined) throw new Error('there is no such session');
  return row;
};
const behind = async (session: LabSession) => {
  const name = (await rowOf(session)).providerReference?.split('/')[1];
  return portal.sessions.find((one) => one.name === name);
};

describe('a lab on a portal', () => {
  it('is opened in a frame, and nothing is started by looking', async () => {
    const ada = await aLearner();
    const asked = portal.requests.length;
    expect(await ada.lab()).toEqual({
      provider: 'educates',
      kind: 'iframe',
      image: null,
      url: null,
      session: null,
      content: null,
      running: null,
      environment: null,
    });
    expect(portal.requests.length).toBe(asked);
  });

  it('is started, opened and runs, with its remaining time in seconds', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    expect(session).toMatchObject({
      provider: 'educates',
      state: 'waiting',
      problem: null,
      secondsLeft: 60,
      open: { kind: 'iframe', url: expect.stringContaining(`${portal.url}/workshops/session/`) },
    });
    await activate(session);
    expect(await ada.read(session)).toMatchObject({ state: 'running', secondsLeft: 3600, extendable: false });
    expect((await ada.lab()).session).toMatchObject({ id: session.id, state: 'running', open: session.open });
  });

  it('gets a pseudonym of the learner', async () => {
    const ada = await aLearner();
    const { user } = (await behind((await ada.start()).session)) ?? {};
    expect(user).toMatch(/^[0-9a-f-]{36}$/);
    expect(user).not.toBe(ada.personId);
  });

  it('starts once, for concurrent requests', async () => {
    const ada = await aLearner();
    const before = portal.sessions.length;
    const started = await Promise.all(Array.from({ length: 6 }, () => ada.start()));
    expect(new Set(started.map(({ status, session }) => `${status} ${session.id} ${session.open.url}`)).size).toBe(1);
    expect(portal.sessions.length).toBe(before + 1);
  });

  it('can be extended in its last quarter', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    await activate(session);
    expect((await ada.extend(session)).data).toMatchObject({ extended: false });
    portal.advance(2800);
    expect(await ada.read(session)).toMatchObject({ expiring: true, extendable: true, secondsLeft: 800 });
    expect((await ada.extend(session)).data).toMatchObject({ extended: true, secondsLeft: 1700 });
  });

  it('is ended by its learner, at the portal too', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    expect(await ada.end(session)).toMatchObject({ state: 'ended', endReason: 'terminated', open: { url: null } });
    expect(await behind(session)).toBeUndefined();
    expect((await ada.start('short')).status).toBe(200);
  });
});

describe('a lab that is lost', () => {
  it('has expired when its time was up', async () => {
    const ada = await aLearner();
    const { session } = await ada.start('short');
    await activate(session);
    await ada.read(session);
    await app.database.db.update(labSession).set({ expiresAt: new Date() }).where(eq(labSession.sessionId, session.id));
    portal.advance(181);
    expect(await ada.read(session)).toMatchObject({ state: 'ended', endReason: 'expired', problem: null });
  });

  it('has failed when it was not opened in time', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    portal.advance(61);
    expect(await ada.read(session)).toMatchObject({ endReason: 'failed', problem: 'timeout' });
  });

  it('was ended elsewhere, and does not block other labs', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    await activate(session);
    await ada.read(session);
    portal.end((await behind(session))?.name ?? '');
    expect(await ada.start('short')).toMatchObject({ status: 200 });
    expect(await rowOf(session)).toMatchObject({ state: 'ended', endReason: 'terminated' });
  });
});

describe('a portal in trouble', () => {
  it.each([
    ['no-capacity', 503, () => portal.options.workshops.splice(0, 2, { ...LONG, capacity: 0 })],
    ['unavailable', 503, () => void portal.faults.push({ path: '/catalog/', reply: 'hang-up' })],
    ['provider-error', 503, () => void portal.faults.push({ path: '/catalog/', reply: { status: 200, text: '<p>' } })],
    [
      'forbidden',
      503,
      () => portal.faults.push(...[1, 2].map(() => ({ path: '/user/', reply: { status: 403, text: '' } }))),
    ],
  ])('that is %s is reported, and the lab can be retried', async (problem, status, spoil) => {
    const ada = await aLearner();
    spoil();
    expect(await ada.start()).toMatchObject({ status, code: `lab-${problem}` });
    expect(await ada.lab()).toMatchObject({ session: null, running: null });
    const [row] = await app.database.db.select().from(labSession).where(eq(labSession.personId, ada.personId));
    expect(row).toMatchObject({ state: 'ended', endReason: 'failed', problem });
    portal.options.workshops = [LONG, SHORT];
    expect((await ada.start()).status).toBe(200);
  });

  it('that does not offer the lab is reported', async () => {
    expect(await (await aLearner()).start('missing')).toMatchObject({ status: 404, code: 'lab-not-found' });
  });

  it('gives a failed start the same answer when it is sent twice', async () => {
    const ada = await aLearner();
    const key = { 'idempotency-key': 'one-press-of-start' };
    portal.faults.push({ path: '/catalog/', reply: 'hang-up' });
    expect((await ada.start('long', key)).code).toBe('lab-unavailable');
    expect((await ada.start('long', key)).code).toBe('lab-unavailable');
    expect((await ada.start('long')).status).toBe(200);
  });

  it('leaves a running lab in its last known state', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    await activate(session);
    await ada.read(session);
    portal.faults.push({ path: '/schedule/', reply: 'hang-up' });
    expect(await ada.read(session)).toMatchObject({ state: 'running', endReason: null });
    portal.faults.push({ path: '/extend/', reply: { status: 500, text: 'Server Error' } });
    expect((await ada.extend(session)).errors[0]?.code).toBe('lab-provider-error');
  });

  it('does not keep anybody from ending a lab', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    portal.faults.push({ path: '/terminate/', reply: 'hang-up' });
    expect(await ada.end(session)).toMatchObject({ state: 'ended' });
    expect((await ada.start('short')).status).toBe(200);
  });

  it('that missed an end is notified before the next lab', async () => {
    portal.options.perUser = 1;
    const ada = await aLearner();
    const { session } = await ada.start();
    portal.faults.push({ path: '/terminate/', reply: 'hang-up' });
    await ada.end(session);
    expect(await behind(session)).toBeDefined();
    expect((await ada.start('short')).status).toBe(200);
    expect(await behind(session)).toBeUndefined();
  });

  it('that starts a lab after its end keeps nothing', async () => {
    const ada = await aLearner();
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
    portal.faults.push({ path: '/request/', reply: { until } });
    const before = portal.sessions.length;
    const asked = portal.requests.length;
    const starting = ada.start();
    await expect.poll(() => portal.requests.slice(asked).some((one) => one.includes('/request/'))).toBe(true);
    const [row] = await app.database.db.select().from(labSession).where(eq(labSession.personId, ada.personId));
    await ada.end({ id: row?.sessionId ?? '' } as LabSession);
    goOn();
    expect((await starting).session).toMatchObject({ state: 'ended', open: { url: null } });
    expect(portal.sessions.length).toBe(before);
  });

  it('never reveals the robot account', async () => {
    const ada = await aLearner();
    portal.faults.push({ path: '/token/', reply: { status: 401, text: 'no' } });
    portal.revokeTokens();
    const { session } = await ada.start();
    const said = JSON.stringify([await ada.lab(), session]);
    for (const secret of [ROBOT.password, ROBOT.clientSecret]) expect(said).not.toContain(secret);
  });
});

describe('the events of a portal', () => {
  const tell = (token: string, event: object) =>
    app.call(receiveLabEvent, { params: { token }, body: { event: { name: 'Workshop/View', ...event } } });

  it('are stored once, and show the current page', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const token = (await rowOf(session)).eventToken ?? '';
    const view = {
      timestamp: '2026-01-01T00:00:00Z',
      data: { current_page: '02-test', page_number: 2, pages_total: 4 },
    };
    for (let i = 0; i < 3; i += 1) expect((await tell(token, view)).status).toBe(200);
    await tell(token, { ...view, timestamp: '2026-01-01T00:01:00Z' });
    const events = await app.database.db.select().from(labEvent).where(eq(labEvent.sessionId, session.id));
    expect(events.map(({ name }) => name).sort()).toEqual(['Workshop/View', 'Workshop/View', 'started']);
    expect(await rowOf(session)).toMatchObject({ currentPage: '02-test', pagesTotal: 4 });
  });

  it("are hints: the portal is asked for the session's state", async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    await activate(session);
    await tell((await rowOf(session)).eventToken ?? '', { name: 'Session/Deleted' });
    expect(await ada.read(session)).toMatchObject({ state: 'running' });
  });

  it('say why a session was lost', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    await activate(session);
    await ada.read(session);
    await tell((await rowOf(session)).eventToken ?? '', { name: 'Session/Orphaned' });
    portal.end((await behind(session))?.name ?? '');
    expect(await ada.read(session)).toMatchObject({ state: 'ended', endReason: 'orphaned' });
  });

  it('are sent to an address that cannot be guessed', async () => {
    expect((await tell('x'.repeat(43), {})).status).toBe(404);
    expect((await tell('short', {})).status).toBe(400);
  });

  it('are stored up to a limit', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const token = (await rowOf(session)).eventToken ?? '';
    for (let i = 0; i < 520; i += 1) await tell(token, { timestamp: String(i) });
    expect(await app.database.db.$count(labEvent, eq(labEvent.sessionId, session.id))).toBe(500);
  });
});

test('only pages of labs may frame the portals', async () => {
  const { labEngines } = await import('./lab-engines.ts');
  const portals = [{ name: 'main', url: 'https://labs.example.org', robot: ROBOT }];
  const engines = labEngines(
    { engines: { spring: 'educates' }, portals },
    { onEvent: async () => {}, onFailure: () => {} },
  );
  expect(engines.framesOf('spring')).toEqual(["'self'", 'https://labs.example.org']);
  expect(engines.framesOf('kube')).toEqual([]);
});
