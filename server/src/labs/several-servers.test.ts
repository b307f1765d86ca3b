import { createHmac, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { LAB_CHANNEL_CODES, LAB_CHANNEL_PROTOCOL } from '@academy/contract/lab-channel';
import {
  extendLabSession,
  getLabSession,
  type LabSession,
  openLabChannel,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import { listLabEngines } from '@academy/contract/labs-admin';
import { endLocalSession } from '@academy/contract/sign-in';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { academyServer } from '../db/server-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestApp } from '../testing/start-app.ts';
import {
  Channel,
  listen,
  NO_REPLY,
  openChannel,
  sendBrokenFrame,
  serve,
  type TestQuestion,
} from './lab-page.fixture.ts';

const ORIGIN = 'http://spring.localhost:3000';
const LAB = { url: `${ORIGIN}/courses/l/lessons/here`, lessonId: 'here' };

interface Place {
  app: TestApp;
  server: Server;
  port: number;
}

describe.skipIf(!hasSandboxes)('labs in sandboxes of several servers', () => {
  const places: Place[] = [];
  let here: Place;
  let there: Place;

  /**
   * @param beatMs how often it says that it lives
   * @param address where others reach it; its own when left out
   */
  async function place(beatMs: number, beside?: TestApp, address?: string): Promise<Place> {
    const { server, port } = await listen();
    const app = await startApp({
      ...(beside === undefined ? {} : { beside }),
      labs: {
        ...{ engines: { spring: 'sandbox' }, portals: [], statusEveryMs: 0 },
        sandbox: { sessions: 8, minutes: 4, memoryMegabytes: 128 },
        servers: { address: address ?? `http://127.0.0.1:${port}`, beatMs, silentMs: 1_000 },
      },
    });
    serve(server, app);
    const made = { app, server, port };
    places.push(made);
    return made;
  }

  beforeAll(async () => {
    here = await place(100);
    there = await place(100, here.app);
    const lab = { id: 'here', type: 'lab' as const, settings: { educates: 'lab-here' } };
    await publishCourse(here.app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons: [lab] }));
    await publishItem(here.app, 'spring', aWorkshop('lab-here', 'The lab'));
  });
  afterAll(() => {
    for (const { server } of places) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function aLearner() {
    const who = await here.app.aPerson();
    const as = { bearer: await who.bearer({ grantId: `grant-${who.personId}` }) };
    const ticket = async ({ app }: Place, { id }: LabSession) => {
      const { body } = await app.call(openLabChannel, { params: { id } }, as);
      return { code: body.errors[0]?.code, ...(body.data as { channel: { path: string; ticket: string } } | null) };
    };
    return {
      as,
      ticket,
      async start({ app }: Place): Promise<LabSession> {
        const { body } = await app.call(startLabSession, { headers: {}, body: LAB }, as);
        expect(body.errors).toEqual([]);
        return body.data as LabSession;
      },
      /** @param dialled the server that the proxy sends the WebSocket to */
      async channel(asked: Place, session: LabSession, dialled = asked): Promise<Channel> {
        const { channel } = await ticket(asked, session);
        const made = await dial(dialled, channel);
        if (typeof made === 'number') throw new Error(`the channel was refused with ${made}`);
        return made;
      },
      read: async ({ app }: Place, { id }: LabSession) =>
        (await app.call(getLabSession, { params: { id } }, as)).body.data as LabSession,
      end: async ({ app }: Place, { id }: LabSession) =>
        (await app.call(terminateLabSession, { params: { id } }, as)).body.data,
    };
  }

  const dial = ({ port }: Place, channel: { path: string; ticket: string } | undefined, origin = ORIGIN) =>
    openChannel(port, channel?.path ?? '', [LAB_CHANNEL_PROTOCOL, channel?.ticket ?? ''], origin);

  async function runningAt({ app }: Place): Promise<number> {
    const admin = { bearer: await (await here.app.aPerson({ admin: true })).bearer() };
    const { engines } = (await app.call(listLabEngines, {}, admin)).body.data as { engines: { sessions: number }[] };
    return engines[0]?.sessions ?? 0;
  }

  it('a learner works in a lab through any server', async () => {
    const ada = await aLearner();
    const session = await ada.start(here);
    expect([await runningAt(here), await runningAt(there)]).toEqual([1, 0]);
    expect(await ada.read(there, session)).toMatchObject({ state: 'running' });
    const { body } = await there.app.call(extendLabSession, { params: { id: session.id } }, ada.as);
    expect(body.data).toMatchObject({ extended: true });

    // Ticket and WebSocket by the same server or by different ones.
    const pages = [
      await ada.channel(there, session),
      await ada.channel(here, session, there),
      await ada.channel(there, session, here),
    ];
    const write = { kind: 'write', path: 'exercises/a.txt', text: 'by hand' } as const;
    for (const page of pages) expect(await page.ask(write)).not.toHaveProperty('problem');
    const check: TestQuestion = { kind: 'test', script: 'cat exercises/a.txt', words: [], seconds: 5 };
    expect(await pages[0]?.ask(check)).toMatchObject({ output: 'by hand' });

    await ada.end(there, session);
    for (const page of pages) expect(await page.closed).toBe(LAB_CHANNEL_CODES.ended);
    expect(await runningAt(here)).toBe(0);
    // Its files are there for the next time, wherever that is.
    const next = await ada.start(there);
    expect(await (await ada.channel(here, next)).ask(check)).toMatchObject({ output: 'by hand' });
    await ada.end(here, next);
  });

  it('a learner who starts at two servers at once gets one lab', async () => {
    const ada = await aLearner();
    const [one, two] = await Promise.all([ada.start(here), ada.start(there)]);
    expect(two).toMatchObject({ id: one.id, state: 'running' });
    expect((await runningAt(here)) + (await runningAt(there))).toBe(1);
    await ada.end(there, one);
  });

  it('a ticket opens one channel, from pages of its academy, at any server', async () => {
    const ada = await aLearner();
    const session = await ada.start(here);
    const { channel } = await ada.ticket(there, session);
    expect(await dial(there, channel)).toBeInstanceOf(Channel);
    expect(await dial(there, channel)).toBe(401);
    expect(await dial(here, channel)).toBe(401);
    const other = await ada.ticket(there, session);
    expect(await dial(there, other.channel, 'https://evil.example.org')).toBe(403);
    const guessed = other.channel?.ticket.replace(/^[^.]+/, randomUUID()) ?? '';
    expect(await dial(there, { path: other.channel?.path ?? '', ticket: guessed })).toBe(401);
    await ada.end(here, session);
  });

  it('a broken page does no harm after its lab has ended', async () => {
    const ada = await aLearner();
    const session = await ada.start(here);
    const { channel } = await ada.ticket(here, session);
    await ada.end(here, session);
    const protocols = [LAB_CHANNEL_PROTOCOL, channel?.ticket ?? ''];
    await sendBrokenFrame(here.port, channel?.path ?? '', protocols, ORIGIN);
    expect(await runningAt(here)).toBe(0);
  });

  it('a learner who logs out at one server leaves the lab at all', async () => {
    const ada = await aLearner();
    const session = await ada.start(here);
    const page = await ada.channel(here, session);
    await there.app.call(endLocalSession, {}, ada.as);
    expect(await page.closed).toBe(LAB_CHANNEL_CODES.left);
  });

  it('a learner whose server is gone is told so and starts anew', async () => {
    const ada = await aLearner();
    // It says once that it lives, and never again.
    const silent = await place(3_600_000, here.app);
    const session = await ada.start(silent);
    expect(await ada.read(there, session)).toMatchObject({ state: 'running' });
    await expect
      .poll(() => ada.read(there, session), { timeout: 10_000 })
      .toMatchObject({ state: 'ended', endReason: 'failed', problem: 'unavailable' });
    expect(await ada.ticket(there, session)).toMatchObject({ code: 'lab-ended' });
    const next = await ada.start(there);
    expect(next.id).not.toBe(session.id);
    await ada.end(there, next);
  });

  it('a server that starts at an address ends the labs of the one before', async () => {
    const ada = await aLearner();
    const killed = await place(3_600_000, here.app);
    const session = await ada.start(killed);
    const next = await place(100, here.app, `http://127.0.0.1:${killed.port}`);
    expect(await ada.read(next, session)).toMatchObject({ state: 'ended', problem: 'unavailable' });
  });

  it('a server that was taken for gone ends its labs when it is back', async () => {
    const ada = await aLearner();
    const hung = await place(100, here.app);
    const session = await ada.start(hung);
    const page = await ada.channel(there, session);
    const { db } = here.app.database;
    await db.delete(academyServer).where(eq(academyServer.address, `http://127.0.0.1:${hung.port}`));
    expect(await page.closed).toBe(LAB_CHANNEL_CODES.ended);
    expect(await runningAt(hung)).toBe(0);
    expect(await ada.read(there, session)).toMatchObject({ state: 'ended', problem: 'unavailable' });
  });

  it('nobody but a server is answered about labs', async () => {
    const rows = await here.app.database.db.select().from(academyServer);
    const [own, other] = [here, there].map(({ port }) => rows.find(({ address }) => address?.endsWith(`:${port}`)));
    const question = { kind: 'endGrant', grantId: 'nobody' };
    const ask = async (letter: object, secret = '') => {
      const payload = JSON.stringify(letter);
      const signature = createHmac('sha256', secret).update(payload).digest('base64url');
      const headers = { 'content-type': 'application/json', 'x-academy-signature': signature };
      return (await here.app.request({ method: 'POST', url: '/servers/labs', headers, payload })).statusCode;
    };
    const letter = { to: own?.serverId, at: Date.now(), question };
    expect(await ask(letter, own?.secret)).toBe(200);
    expect(await ask(letter)).toBe(404);
    expect(await ask(letter, other?.secret)).toBe(404);
    expect(await ask({ ...letter, to: other?.serverId }, own?.secret)).toBe(404);
    expect(await ask({ ...letter, at: Date.now() - 120_000 }, own?.secret)).toBe(404);
    expect(await ask({ ...letter, question: { kind: 'anything' } }, own?.secret)).toBe(404);
  });

  it('an address that no setting would accept is never asked', async () => {
    const { server, port } = await listen();
    let connections = 0;
    server.on('connection', (socket) => {
      connections += 1;
      socket.destroy();
    });
    const { db } = here.app.database;
    const seenAt = new Date(Date.now() + 60_000);
    const path = `/api/v1/labs/sessions/${randomUUID()}/channel`;
    const added = async (address: string) => {
      const serverId = randomUUID();
      await db.insert(academyServer).values({ serverId, address, secret: 'x', seenAt });
      return () => dial(there, { path, ticket: `${serverId}.${'x'.repeat(43)}` });
    };
    const [withPath, secure, real] = [
      await added(`http://127.0.0.1:${port}/elsewhere`),
      await added(`https://127.0.0.1:${port}`),
      await added(`http://127.0.0.1:${port}`),
    ];
    // Read after the others.
    await expect.poll(real).toBe(NO_REPLY);
    const before = connections;
    expect(before).toBeGreaterThan(0);
    expect([await withPath(), await secure()]).toEqual([401, 401]);
    expect(connections).toBe(before);
    await db.delete(academyServer).where(eq(academyServer.seenAt, seenAt));
    server.close();
  });
});
