import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { outboxMail } from '../db/tables.ts';
import { MAIL, mailing, until } from './mailing.fixture.ts';
import { enqueueMail } from './outbox.store.ts';

const { db, outbox, smtp, mailer, rowOf, untilSent, waitingForLocks } = await mailing();

describe('mail', () => {
  test('is sent under the academy’s name, and its text deleted', async () => {
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

  test('comes from the academy’s own sender, which gets the replies', async () => {
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

  test('that arrives while the mailer is idle is sent at once', async () => {
    const server = await smtp();
    const running = mailer(server);
    await enqueueMail(db, MAIL);
    running.trigger();
    await untilSent();
    await enqueueMail(db, { ...MAIL, key: 'verify:2' });
    await untilSent('verify:2');
    expect(server.received).toHaveLength(2);
  });

  test('with the same key is written once', async () => {
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

  test('to many people is sent once each by two servers', async () => {
    const server = await smtp();
    for (let number = 0; number < 60; number += 1)
      await enqueueMail(db, { ...MAIL, key: `many:${number}`, recipient: `person-${number}@example.org` });
    let answered = 0;
    const counting = {
      ...outbox,
      async claim(max: number, leaseMs: number) {
        const mails = await outbox.claim(max, leaseMs);
        answered += 1;
        return mails;
      },
    };
    // A transaction locks all mails, so that both servers have queried before either of them gets one.
    const servers = await db.transaction(async (tx) => {
      await tx.select().from(outboxMail).for('update');
      const both = [mailer(server, { outbox: counting }), mailer(server, { outbox: counting })];
      await until(async () => expect(answered + (await waitingForLocks())).toBeGreaterThanOrEqual(2));
      return both;
    });
    for (const one of servers) one.trigger();
    await until(async () => expect(await db.$count(outboxMail, sql`sent_at is null`)).toBe(0));
    for (const one of servers) await one.stop();
    expect(server.received).toHaveLength(60);
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(60);
  });
});
