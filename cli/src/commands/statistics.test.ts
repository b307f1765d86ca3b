import { tmpdir } from 'node:os';
import { questionProgress, statisticProgress } from '@academy/server/db/statistic-tables';
import { keepStatistics } from '@academy/server/stats/kept-statistics';
import { testDatabase } from '@academy/server/testing/database';
import { expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

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
