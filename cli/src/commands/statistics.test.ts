import { tmpdir } from 'node:os';
import { questionProgress, statisticProgress } from '@academy/server/db/statistic-tables';
import { catalogueVersion, knowledgeCheckAttempt, person } from '@academy/server/db/tables';
import { keepQuestions } from '@academy/server/stats/kept-questions';
import { keepStatistics } from '@academy/server/stats/kept-statistics';
import { testDatabase } from '@academy/server/testing/database';
import { expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const HOUR_MS = 3_600_000;
const { db, connectionString } = await testDatabase();
const run = (...args: string[]) =>
  runCommand(tmpdir(), ['statistics', ...args], { env: { DATABASE_URL: connectionString } });

test('an operator sees how far the sums are, and has them made anew', async () => {
  expect((await run()).out).toContain('There are no sums');
  await keepStatistics(db, -1);
  expect((await run()).out).toContain('being made: 0 %');
  while (await keepStatistics(db, -1));
  expect((await run()).out).toMatch(/all events until \d{4}-/);
  await db.insert(questionProgress).values({ tenantId: 'spring', readUntil: new Date() });
  expect((await run('--rebuild')).out).toContain('forgotten');
  for (const table of [statisticProgress, questionProgress]) expect(await db.$count(table)).toBe(0);
});

test('an operator sees how many attempts the sums of questions lack', async () => {
  const ada = {
    issuer: 'https://id.example.org/',
    subject: 'ada',
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'Byron',
  };
  const [{ personId = null } = {}] = await db.insert(person).values(ada).returning();
  await db.insert(catalogueVersion).values({ tenantId: 'spring', version: 1 });
  const attempt = { tenantId: 'spring', lessonId: 'check', asked: { questions: [] }, total: 0 };
  const submitted = [3, 2, 0].map((hours) => new Date(Date.now() - hours * HOUR_MS));
  const visitors = { ...attempt, personId: null, submittedAt: submitted[0] };
  const open = { ...attempt, personId, submittedAt: null };
  await db
    .insert(knowledgeCheckAttempt)
    .values([...submitted.map((submittedAt) => ({ ...attempt, personId, submittedAt })), visitors, open]);
  expect((await run()).out).toContain('3 attempts are still to be added');
  while (await keepQuestions(db));
  expect((await run()).out).toContain('1 attempt is still to be added');
  await db.delete(knowledgeCheckAttempt);
  expect((await run()).out).toContain('The sums of questions have all attempts.');
});
