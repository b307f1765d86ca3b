import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startPolling } from '../background/polling.ts';
import { testDatabase } from '../testing/database.ts';
import { leftBehind } from '../testing/left-behind.ts';
import { connect } from './connect.ts';
import { type EndedStatement, STATEMENT_CHANNEL } from './statements.ts';

const { connectionString } = await testDatabase();

it('ascribes a statement that waited for a connection to what sent it', async () => {
  const { pool, close } = connect(connectionString, { connections: 1 });
  const ended: EndedStatement[] = [];
  const note = (statement: unknown) => void ended.push(statement as EndedStatement);
  subscribe(STATEMENT_CHANNEL, note);
  onTestFinished(async () => {
    unsubscribe(STATEMENT_CHANNEL, note);
    await close();
  });
  const works = ['first', 'second', 'third'].map((work) =>
    startPolling({
      ...{ work, everyMs: 60_000, log: pino({ level: 'silent' }) },
      run: async () => {
        await pool.query(`select pg_sleep(0.02) as ${work}`);
        return undefined;
      },
    }),
  );
  await Promise.all(works.map(({ firstRun }) => firstRun));
  await Promise.all(works.map(({ stop }) => stop()));
  const found = ended.flatMap(({ text, activity }) => {
    const [, work] = /as (\w+)$/.exec(text) ?? [];
    return work === undefined ? [] : [[work, activity?.name]];
  });
  expect(found).toEqual([
    ['first', 'first'],
    ['second', 'second'],
    ['third', 'third'],
  ]);
});

it('a statement that has ended does not wait for a full collection of garbage', () => {
  const bytes = leftBehind({
    file: join(import.meta.dirname, 'connect.ts'),
    prepare: `const { pool } = code.connect('${connectionString}');`,
    round: "await pool.query('select 1');",
    rounds: 5_000,
  });
  expect(bytes).toBeLessThan(200);
});
