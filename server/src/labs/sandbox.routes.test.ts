import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { LAB_CHANNEL_CODES, LAB_CHANNEL_PROTOCOL } from '@academy/contract/lab-channel';
import {
  extendLabSession,
  getLabSession,
  getLessonLab,
  type Lab,
  type LabSession,
  type LabSnapshot,
  openLabChannel,
  recordLabSteps,
  saveLabSnapshot,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import { endLabSession, listLabEngines } from '@academy/contract/labs-admin';
import { endLocalSession } from '@academy/contract/sign-in';
import type { LabHost } from '@academy/lab-host/lab-host';
import { aLabHost } from '@academy/lab-host/testing/a-lab-host';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labSession } from '../db/lab-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestApp } from '../testing/start-app.ts';
import { Channel, listen, openChannel, serve, type TestQuestion } from './lab-page.fixture.ts';

const ORIGIN = 'http://spring.localhost:3000';
const at = (lessonId: string) => ({ url: `${ORIGIN}/courses/l/lessons/${lessonId}`, lessonId });
const MINUTE = 60_000;
const SIZE = { columns: 80, rows: 24 };

describe.skipIf(!hasSandboxes)('a lab in a sandbox', () => {
  let app: TestApp;
  /** How far the clock of labs is ahead, ms. */
  let ahead = 0;
  let host: LabHost;
  let server: Server;
  let port = 0;

  beforeAll(async () => {
    host = await aLabHost({ sessions: 4, now: () => Date.now() + ahead });
    app = await startApp({
      labs: { engines: { spring: 'sandbox' }, portals: [], statusEveryMs: 0, hosts: () => [host.place] },
    });
    const lab = (id: string) => ({ id, type: 'lab' as const, settings: { educates: 'lab-here' } });
    await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons: [lab('here'), lab('other')] }));
    await publishItem(app, 'spring', aWorkshop('lab-here', 'The lab'));
    ({ server, port } = await listen());
    serve(server, app);
  });
  afterAll(async () => {
    server?.close();
    await host?.close();
  });

  const dial = (path: string, protocols: string[], origin = ORIGIN) => openChannel(port, path, protocols, origin);

  async function aLearner() {
    const who = await app.aPerson();
    const as = { bearer: await who.bearer({ grantId: `grant-${who.personId}` }) };
    const ticket = async ({ id }: LabSession) => {
      const { body } = await app.call(openLabChannel, { params: { id } }, as);
      return { code: body.errors[0]?.code, ...(body.data as { channel: { path: string; ticket: string } }) };
    };
    return {
      ...who,
      as,
      ticket,
      async start(lessonId = 'here') {
        const { status, body } = await app.call(startLabSession, { headers: {}, body: at(lessonId) }, as);
        return { status, code: body.errors[0]?.code, session: body.data as LabSession };
      },
      async channel(session: LabSession): Promise<Channel> {
        const { channel } = await ticket(session);
        const made = await dial(channel.path, [LAB_CHANNEL_PROTOCOL, channel.ticket]);
        if (typeof made === 'number') throw new Error(`the channel was refused with ${made}`);
        return made;
      },
      read: async ({ id }: LabSession) =>
        (await app.call(getLabSession, { params: { id } }, as)).body.data as LabSession & {
          snapshot: LabSnapshot | null;
        },
      end: async ({ id }: LabSession) => (await app.call(terminateLabSession, { params: { id } }, as)).body.data,
    };
  }

  it('is run by the page with its own pages and files', async () => {
    const ada = await aLearner();
    const { body } = await app.call(getLessonLab, { query: at('here') }, ada.as);
    expect(body.data as Lab).toMatchObject({ provider: 'sandbox', kind: 'native', content: { title: 'The lab' } });
    const { session } = await ada.start();
    expect(session).toMatchObject({ provider: 'sandbox', state: 'running', secondsLeft: 240, extendable: true });
    const extended = await app.call(extendLabSession, { params: { id: session.id } }, ada.as);
    expect(extended.body.data).toMatchObject({ extended: true, secondsLeft: 480, extendable: false });
    await ada.end(session);
  });

  it('is worked in over a channel: terminals, files and checks', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const channel = await ada.channel(session);
    channel.send({ kind: 'show', terminal: '1', ...SIZE });
    channel.send({ kind: 'input', terminal: '1', text: 'echo "typed" $((6 * 7)) | tee ~/answer.txt\n' });
    await channel.said('typed 42');
    await channel.until((news) =>
      news.find((one) => one.kind === 'files' && one.files.some(({ text }) => text === 'typed 42\n')),
    );
    expect(await channel.ask({ kind: 'write', path: 'exercises/a.txt', text: 'by hand' })).not.toHaveProperty(
      'problem',
    );
    const check: TestQuestion = { kind: 'test', script: 'cat "$1"; exit 3', words: ['exercises/a.txt'], seconds: 5 };
    expect(await channel.ask(check)).toMatchObject({ exitCode: 3, output: 'by hand' });
    const read: TestQuestion = { kind: 'test', script: 'cat', words: [], seconds: 5, input: '{"an":"answer"}' };
    expect(await channel.ask(read)).toMatchObject({ exitCode: 0, output: '{"an":"answer"}' });
    channel.close();
    await channel.closed;
    const again = await ada.channel(session);
    again.send({ kind: 'show', terminal: '1', ...SIZE });
    await again.said('typed 42');
    await ada.end(session);
    expect(await again.closed).toBe(LAB_CHANNEL_CODES.ended);
  });

  it('types what a page sends again once', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const page = randomUUID();
    const type = (channel: Channel, text: string, from: number) =>
      channel.send({ kind: 'input', terminal: '1', text, sent: { page, from } });
    const received = (channel: Channel, upTo: number) =>
      channel.until((news) => news.find((one) => one.kind === 'received' && one.upTo === upTo));
    const before = await ada.channel(session);
    before.send({ kind: 'show', terminal: '1', ...SIZE });
    type(before, 'echo "one', 0);
    await received(before, 9);
    const after = await ada.channel(session);
    after.send({ kind: 'show', terminal: '1', ...SIZE });
    type(after, 'echo "one', 0);
    type(after, '" word\n', 9);
    await received(after, 16);
    type(before, '" word\n', 9);
    type(after, 'echo "the" end\n', 16);
    await after.said('the end');
    const said = after.news.flatMap((one) => (one.kind === 'output' ? [one.text] : [])).join('');
    expect(said.match(/one word/g)).toHaveLength(1);
    await ada.end(session);
  });

  it('copies, moves and deletes files of the learner, and says when it cannot', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const channel = await ada.channel(session);
    await channel.ask({ kind: 'write', path: 'a', text: 'text' });
    expect(await channel.ask({ kind: 'copy', from: 'a', path: 'deep/b' })).not.toHaveProperty('problem');
    expect(await channel.ask({ kind: 'move', from: 'deep/b', path: 'c' })).not.toHaveProperty('problem');
    expect(await channel.ask({ kind: 'remove', path: 'a' })).not.toHaveProperty('problem');
    await channel.until((news) => {
      const last = news.findLast((one) => one.kind === 'files');
      return last?.kind === 'files' && last.files.some(({ path }) => path === 'c') ? last : undefined;
    });
    expect(await channel.ask({ kind: 'copy', from: 'none', path: 'x' })).toMatchObject({
      problem: 'x cannot be created.',
    });
    expect(await channel.ask({ kind: 'remove', path: 'none' })).toMatchObject({ problem: 'none cannot be deleted.' });
    await ada.end(session);
  });

  it('shows two pages the same', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const [left, right] = [await ada.channel(session), await ada.channel(session)];
    for (const one of [left, right]) one.send({ kind: 'show', terminal: '1', ...SIZE });
    left.send({ kind: 'input', terminal: '1', text: 'echo "to" both\n' });
    await Promise.all([left.said('to both'), right.said('to both')]);
    await right.ask({ kind: 'restart' });
    await left.until((news) => news.find(({ kind }) => kind === 'restarted'));
    await ada.end(session);
  });

  it('keeps its files when it ends, and begins with them the next time', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const channel = await ada.channel(session);
    await channel.ask({ kind: 'write', path: 'exercises/mine.txt', text: 'kept' });
    const snapshot = { files: [], page: '02-go-on', done: ['01-start#0'], at: '2099-01-01T00:00:00.000Z' };
    await app.call(saveLabSnapshot, { params: { id: session.id }, body: snapshot }, ada.as);
    await ada.end(session);
    const { session: next } = await ada.start();
    expect(next.id).not.toBe(session.id);
    expect(await ada.read(next)).toMatchObject({
      snapshot: { files: [{ path: 'exercises/mine.txt', text: 'kept' }], page: '02-go-on', done: ['01-start#0'] },
    });
    const cat: TestQuestion = { kind: 'test', script: 'cat exercises/mine.txt', words: [], seconds: 5 };
    expect(await (await ada.channel(next)).ask(cat)).toMatchObject({ output: 'kept' });
    await ada.end(next);
    // The session belongs to this learner and this lab.
    const other = (await ada.start('other')).session;
    expect(await ada.read(other)).toMatchObject({ snapshot: null });
    await ada.end(other);
  });

  it('is limited in number', async () => {
    const learners = await Promise.all(Array.from({ length: 5 }, () => aLearner()));
    const started = await Promise.all(learners.map((one) => one.start()));
    expect(started.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 503]);
    expect(started.find(({ status }) => status === 503)?.code).toBe('lab-no-capacity');
    const admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
    const { body } = await app.call(listLabEngines, {}, admin);
    expect(body.data).toMatchObject({ engines: [{ provider: 'sandbox', problem: null, sessions: 4, maximum: 4 }] });
    for (const [index, { status, session }] of started.entries())
      if (status === 200) await learners[index]?.end(session);
  });

  it('ends when an administrator ends it', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const channel = await ada.channel(session);
    const admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
    await app.call(endLabSession, { params: { id: session.id } }, admin);
    expect(await channel.closed).toBe(LAB_CHANNEL_CODES.ended);
    expect(await ada.ticket(session)).toMatchObject({ code: 'lab-ended' });
  });

  it('ends when its time is up, with its files', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const channel = await ada.channel(session);
    ahead += 3 * MINUTE;
    channel.send({ kind: 'beat', hidden: false });
    await channel.ask({ kind: 'write', path: 'note', text: 'kept' });
    const event = {
      step: '01-start#a',
      result: 'done' as const,
      tries: 1,
      at: new Date().toISOString(),
      exitStatus: 0,
    };
    await app.call(recordLabSteps, { params: { id: session.id }, body: { events: [event] } }, ada.as);
    expect(await ada.read(session)).toMatchObject({ state: 'running' });
    ahead += MINUTE;
    expect(await ada.read(session)).toMatchObject({
      ...{ state: 'ended', endReason: 'expired', problem: null },
      snapshot: { files: [{ path: 'note', text: 'kept' }], done: ['01-start#a'] },
    });
    expect(await channel.closed).toBe(LAB_CHANNEL_CODES.ended);
  });

  it('ends when no page was open for five minutes', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    await app.call(extendLabSession, { params: { id: session.id } }, ada.as);
    ahead += 4 * MINUTE;
    expect(await ada.read(session)).toMatchObject({ state: 'running' });
    ahead += MINUTE;
    expect(await ada.read(session)).toMatchObject({ state: 'ended', endReason: 'orphaned', problem: null });
  });

  it('of an earlier server process has ended, and says so', async () => {
    const ada = await aLearner();
    const { session } = await ada.start();
    const { db } = app.database;
    const [row] = await db.select().from(labSession).where(eq(labSession.sessionId, session.id));
    const gone = row?.providerReference?.replace(/[^/]*$/, 'gone') ?? null;
    await db.update(labSession).set({ providerReference: gone }).where(eq(labSession.sessionId, session.id));
    expect(await ada.read(session)).toMatchObject({ state: 'ended', endReason: 'failed', problem: 'unavailable' });
  });

  describe('has a channel', () => {
    // Shows security#header-authority
    it('that one ticket opens, once', async () => {
      const ada = await aLearner();
      const { session } = await ada.start();
      const { channel } = await ada.ticket(session);
      const knock = (...protocols: string[]) => dial(channel.path, protocols);
      expect(await knock(LAB_CHANNEL_PROTOCOL)).toBe(401);
      expect(await knock(LAB_CHANNEL_PROTOCOL, 'guessed')).toBe(401);
      expect(await knock(LAB_CHANNEL_PROTOCOL, channel.ticket)).toBeInstanceOf(Channel);
      expect(await knock(LAB_CHANNEL_PROTOCOL, channel.ticket)).toBe(401);
      await ada.end(session);
    });

    it('that tickets of another or an ended lab do not open', async () => {
      const [ada, eve] = [await aLearner(), await aLearner()];
      const [hers, his] = [(await ada.start()).session, (await eve.start()).session];
      const { path } = (await ada.ticket(hers)).channel;
      const ofEve = (await eve.ticket(his)).channel;
      expect(await dial(path, [LAB_CHANNEL_PROTOCOL, ofEve.ticket])).toBe(403);
      // The failed attempt used it up.
      expect(await dial(ofEve.path, [LAB_CHANNEL_PROTOCOL, ofEve.ticket])).toBe(401);
      const late = (await eve.ticket(his)).channel;
      await eve.end(his);
      const channel = await dial(late.path, [LAB_CHANNEL_PROTOCOL, late.ticket]);
      expect(channel instanceof Channel && (await channel.closed)).toBe(LAB_CHANNEL_CODES.ended);
      await ada.end(hers);
    });

    it('for which other people get no ticket', async () => {
      const [ada, eve] = [await aLearner(), await aLearner()];
      const { session } = await ada.start();
      expect(await eve.ticket(session)).toMatchObject({ code: 'not-found' });
      const stranger = await app.call(openLabChannel, { params: { id: session.id } }, {});
      expect(stranger.status).toBe(401);
      await ada.end(session);
    });

    it('that pages of other sites do not open', async () => {
      const ada = await aLearner();
      const { session } = await ada.start();
      for (const origin of ['https://evil.example.org', 'http://kube.localhost:3000', 'null']) {
        const { channel } = await ada.ticket(session);
        expect(await dial(channel.path, [LAB_CHANNEL_PROTOCOL, channel.ticket], origin)).toBe(403);
      }
      expect(await dial('/api/v1/labs/hosts/00000001/sessions/elsewhere/channel', [LAB_CHANNEL_PROTOCOL])).toBe(404);
      await ada.end(session);
    });

    it('that closes when its learner logs out', async () => {
      const ada = await aLearner();
      const { session } = await ada.start();
      const channel = await ada.channel(session);
      const unused = (await ada.ticket(session)).channel;
      await app.call(endLocalSession, {}, ada.as);
      expect(await channel.closed).toBe(LAB_CHANNEL_CODES.left);
      expect(await dial(unused.path, [LAB_CHANNEL_PROTOCOL, unused.ticket])).toBe(401);
    });

    it('that accepts no message that is too large, too frequent or invalid', async () => {
      const ada = await aLearner();
      const { session } = await ada.start();
      const input = (text: string) => JSON.stringify({ kind: 'input', terminal: '1', text });
      const bad: [string, number][] = [
        ['x'.repeat(1_000_001), 1009],
        ['no JSON', 1008],
        [input('x'.repeat(20_000)), 1008],
        [JSON.stringify({ kind: 'show', terminal: '4', ...SIZE }), 1008],
        [JSON.stringify({ kind: 'resize', terminal: '1', columns: 1e9, rows: 1 }), 1008],
        [JSON.stringify({ kind: 'write', id: 1, path: '../../etc/passwd', text: '' }), 1008],
        [JSON.stringify({ kind: 'beat', hidden: false, more: true }), 1008],
      ];
      for (const [message, code] of bad) {
        const channel = await ada.channel(session);
        channel.send(message);
        expect(await channel.closed).toBe(code);
      }
      const hasty = await ada.channel(session);
      for (let i = 0; i < 1_000; i += 1) hasty.send(input(''));
      expect(await hasty.closed).toBe(1008);
      await ada.end(session);
    });
  });
});
