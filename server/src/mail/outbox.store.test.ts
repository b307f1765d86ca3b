import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { outboxMail } from '../db/tables.ts';
import { makeTestDatabase } from '../testing/database.ts';
import { startMailer, waitAfter } from './mailer.ts';
import { log, MAIL, mailing, until } from './mailing.fixture.ts';
import { enqueueMail, outboxStore } from './outbox.store.ts';
import { startSmtp } from './smtp.fixture.ts';
import { smtpTransport } from './smtp.ts';

const { db, outbox, smtp, mailer, rowOf, untilSent, waitingForLocks, dueAgain } = await mailing();

describe('the outbox', () => {
  test('retries after 1, 5, 15 and then 60 minutes', () => {
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

  test('gives each mail to one of two concurrent servers', async () => {
    for (let number = 0; number < 20; number += 1) await enqueueMail(db, { ...MAIL, key: `many:${number}` });
    let answered = false;
    // The first server has its mails and has not finished when the second one queries.
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

  test('leases a mail to one server, and again when that server died', async () => {
    await enqueueMail(db, MAIL);
    const [mine] = await outbox.claim(10, 60_000);
    expect(await outbox.claim(10, 60_000)).toEqual([]);
    await dueAgain();
    const [theirs] = await outbox.claim(10, 60_000);
    expect(theirs?.attempts).toBe(2);
    // The first server still runs after its lease: it must not undo what the second one does.
    if (mine !== undefined) await outbox.giveUp(mine, 'late');
    expect(await rowOf()).toMatchObject({ failedAt: null });
  });

  test('is polled again after the database was unreachable', async () => {
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
      running.trigger();
    }
    await until(() => enqueueMail(other.db, MAIL));
    running.trigger();
    await until(() => expect(server.received).toHaveLength(1));
    await running.stop();
    await other.close();
  });

  test('accepts one address and one line, whatever people type', async () => {
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
