import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { outboxMail } from '../db/tables.ts';
import { MAIL, mailing, until } from './mailing.fixture.ts';
import { enqueueMail } from './outbox.store.ts';
import { startSmtp } from './smtp.fixture.ts';
import { smtpServerOf } from './smtp.ts';

const { db, outbox, smtp, mailer, rowOf, untilSent, dueAgain, endLater } = await mailing();

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

  test('gets TLS from the first byte on for an smtps address', async () => {
    const server = await smtp({ ...withAuth, secure: true });
    await enqueueMail(db, MAIL);
    mailer({ port: server.port, implicitTls: true, auth }, { ca: server.ca });
    await untilSent();
    expect(server.received).toMatchObject([{ secure: true }]);
  });

  test('gets neither password nor mail without TLS and a trusted certificate', async () => {
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
    running.trigger();
    await dueAgain();
    running.trigger();
    await untilSent();
    expect(server.received).toHaveLength(1);
    expect(await rowOf()).toMatchObject({ attempts: 2, lastError: null });
  });

  test.each(['RCPT TO', 'DATA'])('that refuses a mail for good at %s is not retried', async (step) => {
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
    running.trigger();
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
    running.trigger();
    await untilSent();
    expect(received).toHaveLength(1);
  });

  test('may be unreachable for a while: everything is sent later', async () => {
    const { port, close } = await startSmtp();
    await close();
    await enqueueMail(db, MAIL);
    await enqueueMail(db, { ...MAIL, key: 'second' });
    const running = mailer({ port });
    await until(async () => expect((await rowOf('second'))?.lastError).toContain('ECONNREFUSED'));
    expect((await rowOf())?.failedAt).toBeNull();
    const back = await smtp({ port });
    await dueAgain();
    running.trigger();
    await untilSent();
    await untilSent('second');
    expect(back.received).toHaveLength(2);
  });

  test('that hangs up after a mail gets it twice, with one id', async () => {
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
    running.trigger();
    await untilSent();
    const names = sources.map((source) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(names).toHaveLength(2);
    expect(names[0]).toBe(names[1]);
  });

  // Shows security#one-failure
  test('may be down for an hour: the queue waits and is reported', async () => {
    const { port, close } = await startSmtp();
    await close();
    const running = mailer({ port });
    for (let number = 0; number < 25; number += 1)
      await enqueueMail(db, { ...MAIL, key: `down:${number}`, recipient: `person-${number}@example.org` });
    running.trigger();
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
      running.trigger();
      expect(await outbox.summary()).toMatchObject({ waiting: 0, problem: null });
    });
    expect(back.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 25 }, (_, number) => `person-${number}@example.org`).sort(),
    );
  });

  test('that never replies does not delay the stop, and the mail stays', async () => {
    const silent = createServer((socket) => void sockets.add(socket));
    const sockets = new Set<Socket>();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    endLater(async () => {
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

test('a server’s address contains host, port, user and TLS mode', () => {
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
/** A TCP relay that can be cut. */
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
  endLater(() => new Promise((resolve) => relay.close(resolve)));
  return {
    port: (relay.address() as AddressInfo).port,
    hangUp: (port: number) => {
      for (const socket of pairs.get(port) ?? []) socket.destroy();
    },
  };
}
