import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outboxMail } from '../db/tables.ts';
import { makeTestDatabase, testDatabase } from '../testing/database.ts';
import type { From } from './from-of.ts';
import { type Mailer, startMailer, startOutboxCleaning, waitAfter } from './mailer.ts';
import { enqueueMail, type NewMail, type OutboxStore, outboxStore } from './outbox.store.ts';
import { startSmtp, type TestSmtp } from './smtp.fixture.ts';
import { type SmtpServer, smtpServerOf, smtpTransport } from './smtp.ts';

const { db } = await testDatabase();
const outbox = outboxStore(db);
const log = pino({ level: 'silent' });
const ends: (() => Promise<unknown>)[] = [];

beforeEach(() => db.delete(outboxMail));
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function smtp(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> {
  const server = await startSmtp(options);
  ends.push(server.close);
  return server;
}

function mailer(
  server: Partial<SmtpServer> & { port: number },
  more: { ca?: string; keepText?: boolean; outbox?: OutboxStore; from?: From } = {},
): Mailer {
  const whole = { host: '127.0.0.1', implicitTls: false, requireTls: false, auth: null, ...server };
  const one = startMailer({
    outbox: more.outbox ?? outbox,
    transport: smtpTransport(whole, more.ca),
    fromOf: async () => more.from ?? { address: 'academy@example.org', replyTo: null },
    nameOf: (tenantId) => `${tenantId} Academy`,
    keepText: more.keepText ?? false,
    log,
  });
  ends.push(one.stop);
  return one;
}

const MAIL: NewMail = {
  key: 'verify:1',
  tenantId: 'spring',
  kind: 'verify-email',
  recipient: 'lena@example.org',
  subject: 'Confirm your address',
  plain: 'Your code is 123456.',
  html: '<p>Your code is 123456.</p>',
};

const rowOf = async (key = MAIL.key) => (await db.select().from(outboxMail).where(eq(outboxMail.key, key)))[0];
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const untilSent = (key?: string) => until(async () => expect((await rowOf(key))?.sentAt).toBeInstanceOf(Date));
/** Statements of this database that wait for somebody else's transaction. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
/** Lets the wait after a failed attempt pass. */
const dueAgain = () => db.update(outboxMail).set({ nextAttemptAt: sql`now()` });

describe('mail', () => {
  test('is sent under the academy’s name, and what it said is forgotten', async () => {
    const server = await smtp();
    await enqueueMail(db, { ...MAIL, replyTo: 'otto@example.org' });
    mailer(server);
    await untilSent();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'academy@example.org', to: ['lena@example.org'] });
    expect(mail?.source).toMatch(/^From: spring Academy <academy@example\.org>\r\n/m);
    expect(mail?.source).toMatch(/^To: lena@example\.org\r\n/m);
    expect(mail?.source).toMatch(/^Reply-To: otto@example\.org\r\n/m);
    expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r\n/m);
    expect(mail?.source).toContain(`Message-ID: <${(await rowOf())?.mailId}@example.org>`);
    expect(mail?.source).toContain('multipart/alternative');
    expect(await rowOf()).toMatchObject({ plain: '', html: '', attempts: 1, lastError: null });
  });

  test('comes from the academy’s own sender, and answers that the mail sends nowhere go to it', async () => {
    const server = await smtp();
    await enqueueMail(db, MAIL);
    await enqueueMail(db, { ...MAIL, key: 'contact:1', replyTo: 'otto@example.org' });
    mailer(server, { from: { address: 'spring@example.org', replyTo: 'team@example.com' } });
    await untilSent();
    await untilSent('contact:1');
    const sources = server.received.map(({ source }) => source).join('\n');
    expect(server.received.map(({ from }) => from)).toEqual(['spring@example.org', 'spring@example.org']);
    expect(sources.match(/^From: spring Academy <spring@example\.org>\r$/gm)).toHaveLength(2);
    expect(sources.match(/^Reply-To: .*\r$/gm)?.sort()).toEqual([
      'Reply-To: otto@example.org\r',
      'Reply-To: team@example.com\r',
    ]);
  });

  test('can still be read in the local mailbox after it was sent', async () => {
    await enqueueMail(db, MAIL);
    mailer(await smtp(), { keepText: true });
    await untilSent();
    expect(await rowOf()).toMatchObject({ plain: MAIL.plain, html: MAIL.html });
  });

  test('that comes while nothing is to be done is sent at once', async () => {
    const server = await smtp();
    const running = mailer(server);
    await enqueueMail(db, MAIL);
    running.wake();
    await untilSent();
    await enqueueMail(db, { ...MAIL, key: 'verify:2' });
    await untilSent('verify:2');
    expect(server.received).toHaveLength(2);
  });

  test('with the same key is written once, whatever is tried again', async () => {
    await enqueueMail(db, MAIL);
    await enqueueMail(db, { ...MAIL, subject: 'Another' });
    expect(await outbox.newest('lena@example.org', 10)).toMatchObject([{ subject: MAIL.subject }]);
  });

  test('of a transaction that fails is never sent', async () => {
    const failing = db.transaction(async (tx) => {
      await enqueueMail(tx, MAIL);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rowOf()).toBeUndefined();
  });

  test('to many people goes out once each, though two servers send at the same time', async () => {
    const server = await smtp();
    for (let number = 0; number < 60; number += 1)
      await enqueueMail(db, { ...MAIL, key: `many:${number}`, recipient: `person-${number}@example.org` });
    let answered = 0;
    const counting = {
      ...outbox,
      async claim(most: number, leaseMs: number) {
        const mails = await outbox.claim(most, leaseMs);
        answered += 1;
        return mails;
      },
    };
    // Somebody holds all mails, so that both servers have asked before either of them gets one.
    const servers = await db.transaction(async (tx) => {
      await tx.select().from(outboxMail).for('update');
      const both = [mailer(server, { outbox: counting }), mailer(server, { outbox: counting })];
      await until(async () => expect(answered + (await waitingForLocks())).toBeGreaterThanOrEqual(2));
      return both;
    });
    for (const one of servers) one.wake();
    await until(async () => expect(await db.$count(outboxMail, sql`sent_at is null`)).toBe(0));
    for (const one of servers) await one.stop();
    expect(server.received).toHaveLength(60);
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(60);
  });
});

describe('the mail server', () => {
  const auth = { user: 'academy', pass: 'right' };
  const withAuth: Parameters<typeof startSmtp>[0] = {
    disabledCommands: [],
    authOptional: false,
    onAuth({ username, password }, session, callback) {
      if (!session.secure) return callback(new Error('not in the open'));
      if (username === auth.user && password === auth.pass) return callback(null, { user: username });
      return callback(new Error('wrong'));
    },
  };

  test('gets user and password after STARTTLS', async () => {
    const server = await smtp(withAuth);
    await enqueueMail(db, MAIL);
    mailer({ port: server.port, requireTls: true, auth }, { ca: server.ca });
    await untilSent();
    expect(server.received).toMatchObject([{ secure: true, user: 'academy' }]);
  });

  test('is spoken to with TLS from the first byte on where its address says smtps', async () => {
    const server = await smtp({ ...withAuth, secure: true });
    await enqueueMail(db, MAIL);
    mailer({ port: server.port, implicitTls: true, auth }, { ca: server.ca });
    await untilSent();
    expect(server.received).toMatchObject([{ secure: true }]);
  });

  test('gets neither password nor mail when it offers no TLS, or a certificate that nobody vouches for', async () => {
    let asked = 0;
    const onAuth: NonNullable<typeof withAuth>['onAuth'] = (_auth, _session, callback) => {
      asked += 1;
      callback(null, { user: 'x' });
    };
    const open = await smtp({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, onAuth });
    const unknown = await smtp({ ...withAuth, onAuth });
    for (const { port } of [open, unknown]) {
      await db.delete(outboxMail);
      await enqueueMail(db, MAIL);
      const one = mailer({ port, requireTls: true, auth });
      await until(async () => expect((await rowOf())?.lastError).toBeTruthy());
      await one.stop();
      expect(await rowOf()).toMatchObject({ sentAt: null, failedAt: null });
    }
    expect([asked, open.received.length, unknown.received.length]).toEqual([0, 0, 0]);
  });

  test('that refuses the password keeps mail waiting until the password is right', async () => {
    const server = await smtp(withAuth);
    await enqueueMail(db, MAIL);
    const wrong = mailer({ port: server.port, auth: { user: 'academy', pass: 'wr0ng-secret' } }, { ca: server.ca });
    await until(async () => expect((await rowOf())?.lastError).toContain('535'));
    await wrong.stop();
    const row = await rowOf();
    expect(row).toMatchObject({ failedAt: null, sentAt: null });
    expect(row?.lastError).not.toContain('wr0ng-secret');
    await dueAgain();
    mailer({ port: server.port, auth }, { ca: server.ca });
    await untilSent();
    expect(server.received).toHaveLength(1);
  });

  test('that says "not now" gets the mail a minute later', async () => {
    let tries = 0;
    const server = await smtp({
      onRcptTo(_address, _session, callback) {
        tries += 1;
        if (tries === 1) return callback(Object.assign(new Error('greylisted'), { responseCode: 450 }));
        return callback();
      },
    });
    await enqueueMail(db, MAIL);
    const running = mailer(server);
    await until(async () => expect((await rowOf())?.lastError).toContain('greylisted'));
    const row = await rowOf();
    const wait = (row?.nextAttemptAt.getTime() ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThan(61_000);
    running.wake();
    await dueAgain();
    running.wake();
    await untilSent();
    expect(server.received).toHaveLength(1);
    expect(await rowOf()).toMatchObject({ attempts: 2, lastError: null });
  });

  test.each(['RCPT TO', 'DATA'])('that refuses a mail for good at %s is not asked again', async (step) => {
    const refusal = Object.assign(new Error('no such person'), { responseCode: 550 });
    let asked = 0;
    const server = await smtp(
      step === 'RCPT TO'
        ? {
            onRcptTo(_address, _session, callback) {
              asked += 1;
              callback(refusal);
            },
          }
        : {
            onData(stream, _session, callback) {
              asked += 1;
              stream.on('end', () => callback(refusal)).resume();
            },
          },
    );
    await enqueueMail(db, MAIL);
    const running = mailer(server);
    await until(async () => expect((await rowOf())?.failedAt).toBeInstanceOf(Date));
    expect((await rowOf())?.lastError).toContain('no such person');
    await dueAgain();
    await enqueueMail(db, { ...MAIL, key: 'another' });
    running.wake();
    await until(async () => expect((await rowOf('another'))?.failedAt).toBeInstanceOf(Date));
    expect(asked).toBe(2);
  });

  test('that refuses one person does not keep the others from their mail', async () => {
    const server = await smtp({
      onRcptTo({ address }, _session, callback) {
        if (address.startsWith('gone')) callback(Object.assign(new Error('gone'), { responseCode: 550 }));
        else callback();
      },
    });
    await enqueueMail(db, { ...MAIL, key: 'gone', recipient: 'gone@example.org' });
    await enqueueMail(db, MAIL);
    mailer(server);
    await untilSent();
    await until(async () => expect((await rowOf('gone'))?.failedAt).toBeInstanceOf(Date));
  });

  test('that hangs up in the middle of a mail gets it again', async () => {
    let tries = 0;
    const received: string[] = [];
    const server = await smtp({
      onData(stream, session, callback) {
        tries += 1;
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        if (tries === 1) return stream.once('data', () => hangUp(session.remotePort)) && undefined;
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString());
          callback();
        });
      },
    });
    const relay = await hangingRelay(server.port);
    const hangUp = (port: number) => relay.hangUp(port);
    await enqueueMail(db, MAIL);
    const running = mailer({ port: relay.port });
    await until(async () => expect((await rowOf())?.lastError).toBeTruthy());
    expect(await rowOf()).toMatchObject({ failedAt: null, sentAt: null });
    await dueAgain();
    running.wake();
    await untilSent();
    expect(received).toHaveLength(1);
  });

  test('may be away for a while: everything is sent when it is back', async () => {
    const { port, close } = await startSmtp();
    await close();
    await enqueueMail(db, MAIL);
    await enqueueMail(db, { ...MAIL, key: 'second' });
    const running = mailer({ port });
    await until(async () => expect((await rowOf('second'))?.lastError).toContain('ECONNREFUSED'));
    expect((await rowOf())?.failedAt).toBeNull();
    const back = await smtp({ port });
    await dueAgain();
    running.wake();
    await untilSent();
    await untilSent('second');
    expect(back.received).toHaveLength(2);
  });

  test('that takes a mail and drops the line before it says so may have it twice, under one name', async () => {
    let tries = 0;
    const sources: string[] = [];
    const server = await smtp({
      onData(stream, session, callback) {
        tries += 1;
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          sources.push(Buffer.concat(chunks).toString());
          if (tries === 1) relay.hangUp(session.remotePort);
          else callback();
        });
      },
    });
    const relay = await hangingRelay(server.port);
    await enqueueMail(db, MAIL);
    const running = mailer({ port: relay.port });
    await until(async () => expect((await rowOf())?.lastError).toBeTruthy());
    await dueAgain();
    running.wake();
    await untilSent();
    const names = sources.map((source) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(names).toHaveLength(2);
    expect(names[0]).toBe(names[1]);
  });

  test('may be down for an hour: the queue grows, is told to administrators, and drains once', async () => {
    const { port, close } = await startSmtp();
    await close();
    const running = mailer({ port });
    for (let number = 0; number < 25; number += 1)
      await enqueueMail(db, { ...MAIL, key: `down:${number}`, recipient: `person-${number}@example.org` });
    running.wake();
    await until(async () => expect(await db.$count(outboxMail, sql`last_error is not null`)).toBeGreaterThan(0));
    await db.update(outboxMail).set({ createdAt: sql`now() - interval '1 hour'` });
    const down = await outbox.summary();
    expect(down).toMatchObject({ waiting: 25, givenUp: 0, problem: expect.stringContaining('ECONNREFUSED') });
    expect(Date.now() - (down.oldest?.getTime() ?? 0)).toBeGreaterThan(3_500_000);
    const back = await smtp({ port });
    await until(async () => {
      await db
        .update(outboxMail)
        .set({ nextAttemptAt: sql`now()` })
        .where(sql`sent_at is null and last_error is not null`);
      running.wake();
      expect(await outbox.summary()).toMatchObject({ waiting: 0, problem: null });
    });
    expect(back.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 25 }, (_, number) => `person-${number}@example.org`).sort(),
    );
  });

  test('that never answers does not hold up the stop, and the mail stays', async () => {
    const silent = createServer((socket) => void sockets.add(socket));
    const sockets = new Set<Socket>();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    ends.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    });
    await enqueueMail(db, MAIL);
    const running = mailer({ port: (silent.address() as AddressInfo).port });
    await until(() => expect(sockets.size).toBe(1));
    await running.stop();
    expect(await rowOf()).toMatchObject({ sentAt: null, failedAt: null, attempts: 1 });
  });
});

describe('the outbox', () => {
  test('waits 1, 5, 15 and then 60 minutes, and 5 at most while no mail can be sent at all', () => {
    const minutes = (fate: 'later' | 'unreachable') => [1, 2, 3, 4, 50].map((n) => waitAfter(n, fate) / 60_000);
    expect(minutes('later')).toEqual([1, 5, 15, 60, 60]);
    expect(minutes('unreachable')).toEqual([1, 5, 5, 5, 5]);
  });

  test('gives up mail that is two days old', async () => {
    const { port, close } = await startSmtp();
    await close();
    await enqueueMail(db, MAIL);
    await enqueueMail(db, { ...MAIL, key: 'younger' });
    await db
      .update(outboxMail)
      .set({ createdAt: sql`now() - interval '49 hours'` })
      .where(eq(outboxMail.key, MAIL.key));
    await db
      .update(outboxMail)
      .set({ createdAt: sql`now() - interval '47 hours'` })
      .where(eq(outboxMail.key, 'younger'));
    mailer({ port });
    await until(async () => expect((await rowOf())?.failedAt).toBeInstanceOf(Date));
    await until(async () => expect((await rowOf('younger'))?.lastError).toBeTruthy());
    expect((await rowOf('younger'))?.failedAt).toBeNull();
  });

  test('gives no mail to two servers that ask at the same time', async () => {
    for (let number = 0; number < 20; number += 1) await enqueueMail(db, { ...MAIL, key: `many:${number}` });
    let answered = false;
    // The first one has its mails and has not finished when the second one asks.
    const { mine, asking } = await db.transaction(async (tx) => {
      const mine = await outboxStore(tx).claim(10, 60_000);
      const asking = outbox.claim(10, 60_000).finally(() => {
        answered = true;
      });
      await until(async () => expect(answered || (await waitingForLocks()) > 0).toBe(true));
      return { mine, asking: { asking } };
    });
    const ids = [...mine, ...(await asking.asking)].map(({ mailId }) => mailId);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('gives a mail to nobody else while one server has it, and back when that server died', async () => {
    await enqueueMail(db, MAIL);
    const [mine] = await outbox.claim(10, 60_000);
    expect(await outbox.claim(10, 60_000)).toEqual([]);
    await dueAgain();
    const [theirs] = await outbox.claim(10, 60_000);
    expect(theirs?.attempts).toBe(2);
    // The first one lives after all: it may not undo what the second one does.
    if (mine !== undefined) await outbox.giveUp(mine, 'late');
    expect(await rowOf()).toMatchObject({ failedAt: null });
  });

  test('forgets mail after 30 days, sent or not', async () => {
    await enqueueMail(db, MAIL);
    await enqueueMail(db, { ...MAIL, key: 'younger' });
    await db.update(outboxMail).set({ createdAt: sql`now() - interval '31 days'` }).where(eq(outboxMail.key, MAIL.key));
    await db
      .update(outboxMail)
      .set({ createdAt: sql`now() - interval '29 days'` })
      .where(eq(outboxMail.key, 'younger'));
    const stop = startOutboxCleaning(outbox, log);
    await until(async () => expect(await rowOf()).toBeUndefined());
    expect(await rowOf('younger')).toBeDefined();
    stop();
  });

  test('is read again after the database was away', async () => {
    const other = await makeTestDatabase();
    const server = await smtp();
    const running = startMailer({
      outbox: outboxStore(other.db),
      transport: smtpTransport({
        host: '127.0.0.1',
        port: server.port,
        implicitTls: false,
        requireTls: false,
        auth: null,
      }),
      fromOf: async () => ({ address: 'academy@example.org', replyTo: null }),
      nameOf: () => 'Academy',
      keepText: false,
      log,
    });
    other.pool.on('error', () => {});
    for (let round = 0; round < 3; round += 1) {
      await db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(other.connectionString).pathname.slice(1)}`,
      );
      running.wake();
    }
    await until(() => enqueueMail(other.db, MAIL));
    running.wake();
    await until(() => expect(server.received).toHaveLength(1));
    await running.stop();
    await other.close();
  });

  test('takes one address and one line, whatever people type', async () => {
    for (const recipient of [
      'lena@example.org, otto@example.org',
      'lena@example.org\r\nBcc: otto@example.org',
      'Lena <lena@example.org>',
      '',
    ]) {
      await expect(enqueueMail(db, { ...MAIL, recipient })).rejects.toThrow();
      await expect(enqueueMail(db, { ...MAIL, replyTo: recipient })).rejects.toThrow();
    }
    const server = await smtp();
    await enqueueMail(db, {
      ...MAIL,
      recipient: ' Lena@Example.org ',
      subject: 'A question\r\nBcc: otto@example.org\r\n\r\n<script>\u2028 of Lena',
    });
    mailer(server);
    await untilSent();
    const [mail] = server.received;
    expect(mail?.to).toEqual(['lena@example.org']);
    const [head = ''] = mail?.source.split('\r\n\r\n') ?? [];
    expect(head).not.toMatch(/^bcc:/im);
    expect((await rowOf())?.subject).toBe('A question Bcc: otto@example.org <script> of Lena');
  });
});

test('a server’s address tells host, port, user and whether TLS is demanded', () => {
  expect(smtpServerOf('smtp://user:p%40ss@mail.example.org')).toEqual({
    host: 'mail.example.org',
    port: 587,
    implicitTls: false,
    requireTls: true,
    auth: { user: 'user', pass: 'p@ss' },
  });
  expect(smtpServerOf('smtps://mail.example.org')).toMatchObject({ port: 465, implicitTls: true, auth: null });
  expect(smtpServerOf('smtp://localhost:1025')).toMatchObject({ port: 1025, requireTls: false });
  expect(smtpServerOf('smtp://mail:25?starttls=optional')).toMatchObject({ port: 25, requireTls: false });
  expect(smtpServerOf('smtp://[::1]:25')).toMatchObject({ host: '::1', requireTls: false });
});

/** A line in between that can be cut. */
async function hangingRelay(to: number) {
  const pairs = new Map<number, Socket[]>();
  const { connect } = await import('node:net');
  const relay = createServer((inner) => {
    const outer = connect(to, '127.0.0.1');
    for (const socket of [inner, outer]) socket.on('error', () => {});
    outer.on('connect', () => pairs.set(outer.localPort ?? 0, [inner, outer]));
    inner.pipe(outer).pipe(inner);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => relay.close(resolve)));
  return {
    port: (relay.address() as AddressInfo).port,
    hangUp: (port: number) => {
      for (const socket of pairs.get(port) ?? []) socket.destroy();
    },
  };
}
