import { loadTenants } from '@academy/tenants';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { startMail } from './mail.service.ts';
import { outboxStore } from './outbox.store.ts';
import { startSmtp } from './smtp.fixture.ts';

const { db } = await testDatabase();
const tenants = await loadTenants();
const origins = { tenantOrigins: { kube: 'http://kube.localhost:3000' }, others: ['http://localhost:3000'] };
const log = pino({ level: 'silent' });
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const RESET = {
  kind: 'reset-password',
  tenantId: 'kube',
  to: 'lena@example.org',
  firstName: 'Lena',
  link: 'http://localhost:3000/idp/reset?token=abc',
  detail: null,
} as const;

test("a mail of the provider arrives at once, in its academy's name", async () => {
  const server = await startSmtp();
  ends.push(server.close);
  const smtpUrl = `smtp://127.0.0.1:${server.port}`;
  const settings = { smtpUrl, mailFrom: 'academy@example.org', environment: 'prod' } as const;
  const mail = startMail({ db, tenants, origins, settings, log });
  ends.push(mail.stop);
  await mail.sendIdentityMail({ ...RESET, key: 'one' });
  await mail.sendIdentityMail({ ...RESET, key: 'one' });
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 10_000 });
  expect(server.received[0]?.source).toContain('From: Kube Academy <academy@example.org>');
  expect(server.received[0]?.source).toContain('Subject: Choose a new password for Kube Academy');
});

test('without a mail server mail waits in the outbox', async () => {
  const settings = { smtpUrl: null, mailFrom: null, environment: 'local' } as const;
  const mail = startMail({ db, tenants, origins, settings, log });
  ends.push(mail.stop);
  await mail.sendIdentityMail({ ...RESET, key: 'two' });
  await expect(mail.sendIdentityMail({ ...RESET, key: 'three', link: 'https://evil.example.org/' })).rejects.toThrow();
  await expect(mail.sendIdentityMail({ ...RESET, key: 'four', to: 'a@b.org, c@d.org' })).rejects.toThrow();
  const [newest] = await outboxStore(db).newest('lena@example.org', 1);
  expect(newest).toMatchObject({ key: 'two', sentAt: null, attempts: 0 });
});
