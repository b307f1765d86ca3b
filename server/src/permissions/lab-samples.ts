import type { Call } from '@academy/contract/call';
import {
  extendLabSession,
  getGuideLab,
  getLabSession,
  getLabSolution,
  getLessonLab,
  openLabChannel,
  openLabPage,
  recordLabSteps,
  saveLabSnapshot,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import { endLabSession } from '@academy/contract/labs-admin';
import { eq } from 'drizzle-orm';
import { labSession } from '../db/lab-tables.ts';
import type { TestApp, TestPerson } from '../testing/start-app.ts';
import { type MakeForeign, read, type Sample } from './permission-records.ts';

const lessonLab = (tenant: string) => ({
  url: `http://spring.localhost:3000/courses/${tenant}-course/lessons/${tenant}-lab`,
  lessonId: `${tenant}-lab`,
});
const guideLab = (tenant: string) => ({
  url: `http://spring.localhost:3000/guides/${tenant}-guide`,
  lessonId: `${tenant}-guide`,
});
const LAB_PAGE = { port: 8080, path: '/' };
const SNAPSHOT = {
  files: [{ path: 'a', text: 'A' }],
  page: null,
  done: [],
  at: '2026-01-01T00:00:00.000Z',
};

const STEPS = {
  events: [{ step: '01-start#0', result: 'done', tries: 1, at: '2026-01-01T00:00:00.000Z', exitStatus: null }],
};

/** A running lab of the principal's own; of another person for a visitor. */
async function aLabSession(app: TestApp, who: TestPerson | null): Promise<{ id: string }> {
  const bearer = await (who ?? (await app.aPerson())).bearer();
  const { body } = await app.call(startLabSession, { body: lessonLab('spring') }, { bearer });
  return { id: (body.data as { id: string }).id };
}

const labSessionOf =
  (call: Call, more: object = {}): MakeForeign =>
  async (app) => ({
    call,
    principal: 'user',
    foreign: { params: await aLabSession(app, null), ...more },
    missing: { params: { id: crypto.randomUUID() }, ...more },
  });

/** Inputs of the calls about labs with which a permitted principal succeeds. */
export const labSamples: Readonly<Record<string, Sample>> = {
  getLessonLab: async () => ({ query: lessonLab('spring') }),
  getGuideLab: async () => ({ query: guideLab('spring') }),
  startLabSession: async () => ({ body: lessonLab('spring') }),
  getLabSolution: async (app, who) => ({ params: await aLabSession(app, who) }),
  getLabSession: async (app, who) => ({ params: await aLabSession(app, who) }),
  extendLabSession: async (app, who) => ({ params: await aLabSession(app, who) }),
  terminateLabSession: async (app, who) => ({ params: await aLabSession(app, who) }),
  openLabChannel: async (app, who) => ({ params: await aLabSession(app, who) }),
  openLabPage: async (app, who) => ({ params: await aLabSession(app, who), body: LAB_PAGE }),
  async receiveLabEvent(app, who) {
    const { id } = await aLabSession(app, who);
    const rows = await app.database.db.select().from(labSession).where(eq(labSession.sessionId, id));
    return { params: { token: rows[0]?.eventToken ?? '' }, body: { event: { name: 'Session/Started' } } };
  },
  endLabSession: async (app) => ({ params: await aLabSession(app, null) }),
  saveLabSnapshot: async (app, who) => ({ params: await aLabSession(app, who), body: SNAPSHOT }),
  recordLabSteps: async (app, who) => ({ params: await aLabSession(app, who), body: STEPS }),
};

export const foreignLabs: Readonly<Record<string, MakeForeign>> = {
  "the session of another academy's lab": read(
    getLessonLab,
    { query: lessonLab('kube') },
    { query: lessonLab('nothing') },
  ),
  "the session of another academy's guide lab": read(
    getGuideLab,
    { query: guideLab('kube') },
    { query: guideLab('nothing') },
  ),
  "a start of another academy's lab": read(
    startLabSession,
    { body: lessonLab('kube') },
    { body: lessonLab('nothing') },
  ),
  "somebody else's lab": labSessionOf(getLabSession),
  "more time for somebody else's lab": labSessionOf(extendLabSession),
  "the end of somebody else's lab": labSessionOf(terminateLabSession),
  'a lab in another academy, to be ended by an administrator': async (app) => {
    const bearer = await (await app.aPerson()).bearer();
    const { body } = await app.call(startLabSession, { body: lessonLab('kube') }, { bearer, tenant: 'kube' });
    return {
      call: endLabSession,
      principal: 'admin',
      foreign: { params: { id: (body.data as { id: string }).id } },
      missing: { params: { id: crypto.randomUUID() } },
    };
  },
  "a way to talk with somebody else's lab": labSessionOf(openLabChannel),
  "a page of somebody else's lab": labSessionOf(openLabPage, { body: LAB_PAGE }),
  "the work in somebody else's lab": labSessionOf(saveLabSnapshot, { body: SNAPSHOT }),
  "steps of somebody else's lab": labSessionOf(recordLabSteps, { body: STEPS }),
  "the solution of somebody else's lab": labSessionOf(getLabSolution),
};
