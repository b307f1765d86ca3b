import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { connect, createServer as createRelay, type Socket } from 'node:net';
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
import type { LabHost } from '@academy/lab-host/lab-host';
import { aLabHost } from '@academy/lab-host/testing/a-lab-host';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import type { LabHostPlace } from '@academy/labs/lab-hosts/host-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aDirectory } from '../scim/scim.fixture.ts';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestApp } from '../testing/start-app.ts';
import { Channel, listen, openChannel, sendBrokenFrame, serve, type TestQuestion } from './lab-page.fixture.ts';

const ORIGIN = 'http://spring.localhost:3000';
const LAB = { url: `${ORIGIN}/courses/l/lessons/here`, lessonId: 'here' };

interface Place {
  app: TestApp;
  server: Server;
  port: number;
}

/** A lab host behind a line that can be cut: it does not answer any more, and knows nothing of it. */
async function aLine(to: LabHost): Promise<{ place: LabHostPlace; cut(): void; mend(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const relay = createRelay((client) => {
    const host = connect(Number(new URL(to.place.address).port), '127.0.0.1');
    for (const [one, other] of [
      [client, host],
      [host, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  });
  const { server, port } = await listen();
  server.close();
  const mend = () => new Promise<void>((listening) => relay.listen(port, '127.0.0.1', listening));
  await mend();
  return {
    place: { ...to.place, address: `http://127.0.0.1:${port}` },
    cut() {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
    mend,
  };
}

describe.skipIf(!hasSandboxes)('with several servers', () => {
  const places: Place[] = [];
  const made: LabHost[] = [];
  /** Those that both servers know. */
  let hosts: LabHostPlace[] = [];
  let here: Place;
  let there: Place;
  let one: LabHost;

  async function place(beside?: TestApp): Promise<Place> {
    const { server, port } = await listen();
    const app = await startApp({
      keepsAccounts: true,
      ...(beside === undefined ? {} : { beside }),
      labs: {
        ...{ engines: { spring: 'sandbox' }, portals: [], statusEveryMs: 0, hosts: () => hosts },
        servers: { beatMs: 100, silentMs: 1_000, hostSilentMs: 1_000 },
      },
    });
    serve(server, app);
    const started = { app, server, port };
    places.push(started);
    return started;
  }

  /** Another lab host. */
  async function aHost(...options: Parameters<typeof aLabHost>): Promise<LabHost> {
    const host = await aLabHost(...options);
    made.push(host);
    return host;
  }

  /** Has both servers know these lab hosts, and waits until they do. */
  async function use(...now: LabHostPlace[]): Promise<void> {
    hosts = now;
    for (const at of [here, there]) await expect.poll(() => enginesOf(at)).toHaveLength(now.length);
  }

  beforeAll(async () => {
    one = await aHost();
    hosts = [one.place];
    here = await place();
    there = await place(here.app);
    const lab = { id: 'here', type: 'lab' as const, settings: { educates: 'lab-here' } };
    await publishCourse(here.app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons: [lab] }));
    await publishItem(here.app, 'spring', aWorkshop('lab-here', 'The lab'));
  });
  afterEach(() => use(one.place));
  afterAll(async () => {
    for (const { server } of places) {
      server.close();
      server.closeAllConnections();
    }
    for (const host of made) await host.close();
  });

  async function aLearner() {
    const who = await here.app.aPerson();
    const as = { bearer: await who.bearer({ grantId: `grant-${who.personId}` }) };
    const ticket = async ({ app }: Place, { id }: LabSession) => {
      const { body } = await app.call(openLabChannel, { params: { id } }, as);
      return { code: body.errors[0]?.code, ...(body.data as { channel: { path: string; ticket: string } } | null) };
    };
    return {
      email: who.email,
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

  async function enginesOf({ app }: Place) {
    const admin = { bearer: await (await here.app.aPerson({ admin: true })).bearer() };
    const { body } = await app.call(listLabEngines, {}, admin);
    return (body.data as { engines: { name: string | null; problem: string | null; sessions: number }[] }).engines;
  }

  it('a learner works in a lab through any server', async () => {
    const ada = await aLearner();
    const session = await ada.start(here);
    expect(one.sessions()).toBe(1);
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
    expect(one.sessions()).toBe(0);
    // Its files are there for the next time, wherever that is.
    const next = await ada.start(there);
    expect(await (await ada.channel(here, next)).ask(check)).toMatchObject({ output: 'by hand' });
    await ada.end(here, next);
  });

  // Shows security#leavers
  it('a lab ends within a second when its learner has left, at whichever server', async () => {
    const ada = await aLearner();
    const session = await ada.start(here);
    const page = await ada.channel(here, session);
    const company = await aDirectory(there.app, 'example.org');
    const id = await company.person(ada.email);
    const began = performance.now();
    await company.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(await page.closed).toBe(LAB_CHANNEL_CODES.ended);
    await expect.poll(async () => (await ada.ticket(here, session)).code, { interval: 20 }).toBe('invalid-token');
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(one.sessions()).toBe(0);
  });

  it('a learner who starts at two servers at once gets one lab', async () => {
    const ada = await aLearner();
    const other = await aHost({ name: 'two' });
    await use(one.place, other.place);
    const [first, second] = await Promise.all([ada.start(here), ada.start(there)]);
    expect(second).toMatchObject({ id: first.id, state: 'running' });
    expect(one.sessions() + other.sessions()).toBe(1);
    await ada.end(there, first);
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

  it('a ticket opens a channel straight at its lab host, once', async () => {
    const ada = await aLearner();
    const numbered = await aHost({ name: 'two', number: 21 });
    await use(numbered.place);
    const session = await ada.start(here);
    const straight = { app: here.app, server: here.server, port: Number(new URL(numbered.place.address).port) };
    const { channel } = await ada.ticket(there, session);
    // By which a proxy knows the host.
    expect(channel?.path).toMatch(/^\/api\/v1\/labs\/hosts\/00000021\//);
    expect(await dial(straight, channel, 'https://evil.example.org')).toBe(403);
    const { channel: another } = await ada.ticket(there, session);
    expect(await dial(straight, another)).toBeInstanceOf(Channel);
    expect(await dial(straight, another)).toBe(401);
    expect(await dial(here, another)).toBe(401);
    await ada.end(here, session);
  });

  it('a broken page does no harm after its lab has ended', async () => {
    const ada = await aLearner();
    const session = await ada.start(here);
    const { channel } = await ada.ticket(here, session);
    await ada.end(here, session);
    const protocols = [LAB_CHANNEL_PROTOCOL, channel?.ticket ?? ''];
    await sendBrokenFrame(here.port, channel?.path ?? '', protocols, ORIGIN);
    expect(one.sessions()).toBe(0);
  });

  it('a learner who logs out at one server leaves the lab at all', async () => {
    const ada = await aLearner();
    const session = await ada.start(here);
    const page = await ada.channel(here, session);
    await there.app.call(endLocalSession, {}, ada.as);
    expect(await page.closed).toBe(LAB_CHANNEL_CODES.left);
  });

  it('a learner whose lab host is silent starts again, with files', async () => {
    const ada = await aLearner();
    const silent = await aHost({ name: 'two' });
    const line = await aLine(silent);
    await use(line.place);
    const session = await ada.start(here);
    const page = await ada.channel(there, session);
    await page.ask({ kind: 'write', path: 'exercises/a.txt', text: 'by hand' });
    const kept = () => ada.read(there, session) as Promise<LabSession & { snapshot: { files: unknown[] } | null }>;
    await expect
      .poll(async () => (await kept()).snapshot?.files)
      .toContainEqual({ path: 'exercises/a.txt', text: 'by hand' });
    line.cut();
    expect(await page.closed).toBe(1006);
    await expect
      .poll(() => ada.read(there, session), { timeout: 10_000 })
      .toMatchObject({ state: 'ended', endReason: 'failed', problem: 'unavailable' });
    expect(await ada.ticket(there, session)).toMatchObject({ code: 'lab-ended' });
    await use(one.place);
    const next = await ada.start(there);
    expect(next.id).not.toBe(session.id);
    const check: TestQuestion = { kind: 'test', script: 'cat exercises/a.txt', words: [], seconds: 5 };
    expect(await (await ada.channel(here, next)).ask(check)).toMatchObject({ output: 'by hand' });
    await ada.end(there, next);
  });

  it('a lab host that comes back ends its labs', async () => {
    const ada = await aLearner();
    const hung = await aHost({ name: 'two' });
    const line = await aLine(hung);
    // With one host before and after, a server that has not looked yet would not be waited for.
    await use(one.place, line.place);
    await use(line.place);
    const session = await ada.start(here);
    line.cut();
    await expect.poll(() => ada.read(there, session), { timeout: 10_000 }).toMatchObject({ state: 'ended' });
    expect(hung.sessions()).toBe(1);
    await line.mend();
    await expect.poll(() => hung.sessions(), { timeout: 10_000 }).toBe(0);
  });

  it('the labs of a lab host end when another takes its address', async () => {
    const ada = await aLearner();
    const before = await aHost({ name: 'two' });
    await use(before.place);
    const session = await ada.start(here);
    const after = await aHost({ name: 'two', secret: before.place.secret });
    await use(after.place);
    await expect.poll(() => ada.read(there, session)).toMatchObject({ state: 'ended', problem: 'unavailable' });
  });

  it('labs are shared by lab hosts, and a full one takes none', async () => {
    const small = await aHost({ name: 'two', sessions: 1 });
    const large = await aHost({ name: 'three', sessions: 3 });
    await use(small.place, large.place);
    const learners = await Promise.all(Array.from({ length: 4 }, aLearner));
    const sessions = await Promise.all(learners.map((learner, at) => learner.start(at % 2 === 0 ? here : there)));
    expect([small.sessions(), large.sessions()]).toEqual([1, 3]);
    expect((await enginesOf(here)).map(({ name }) => name)).toEqual(['two', 'three']);
    await Promise.all(learners.map((learner, at) => learner.end(there, sessions[at] as LabSession)));
    expect([small.sessions(), large.sessions()]).toEqual([0, 0]);
  });

  it('a lab host that drains keeps its labs and takes no more', async () => {
    const ada = await aLearner();
    const old = await aHost({ name: 'two' });
    await use(old.place);
    const session = await ada.start(here);
    old.drain();
    const fresh = await aHost({ name: 'three' });
    await use(old.place, fresh.place);
    const bob = await aLearner();
    const another = await bob.start(there);
    expect([old.sessions(), fresh.sessions()]).toEqual([1, 1]);
    expect(await ada.read(there, session)).toMatchObject({ state: 'running' });
    await ada.end(here, session);
    await bob.end(here, another);
  });
});
