import { tmpdir } from 'node:os';
import { auditEvent, feedback } from '@academy/server/db/tables';
import { testDatabase } from '@academy/server/testing/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const { db, connectionString } = await testDatabase();
const run = (args: readonly string[], retention = '') =>
  runCommand(tmpdir(), ['retention', ...args], {
    env: { DATABASE_URL: connectionString, ACADEMY_RETENTION: retention },
  });
const lineOf = (out: string, name: string) => out.split('\n').find((line) => line.startsWith(`${name} `)) ?? '';

test('an operator sees how long records are kept, and deletes what is over', async () => {
  const createdAt = new Date(Date.now() - 100 * 86_400_000);
  await db.insert(feedback).values([{ tenantId: 'spring', schema: 'general', createdAt }]);
  const usual = await run([]);
  expect(lineOf(usual.out, 'feedback')).toMatch(/^feedback +forever +Feedback$/);
  expect(lineOf(usual.out, 'mail')).toMatch(/^mail +30d +0 +Mails/);
  expect(lineOf(usual.out, 'limits')).toMatch(/^limits +to its end \(fixed\) +0 /);

  const chosen = await run(['--dry-run'], 'feedback=90d');
  expect(lineOf(chosen.out, 'feedback')).toMatch(/^feedback +90d \(chosen\) +1 +Feedback$/);
  expect(await db.$count(feedback)).toBe(1);
  const applied = await run(['--apply'], 'feedback=90d');
  expect(lineOf(applied.out, 'feedback')).toMatch(/ 1 +Feedback$/);
  expect(await db.$count(feedback)).toBe(0);
  const audited = await db.select().from(auditEvent).where(eq(auditEvent.action, 'retention.apply'));
  expect(audited).toMatchObject([{ actorName: 'command line', details: { feedback: 1 } }]);
  const json = JSON.parse((await run(['--json'])).out) as { name: string }[];
  expect(json.map(({ name }) => name)).toContain('audit');
  expect((await run(['--apply', '--dry-run'])).code).toBe(2);
});
