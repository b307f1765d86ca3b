import { describe, expect, it, vi } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { testDatabase } from '../testing/database.ts';
import { startPgbouncer } from '../testing/pgbouncer.fixture.ts';
import { findProgram } from '../testing/program.fixture.ts';
import { startTwoServers } from '../testing/two-servers.fixture.ts';
import { connect, inTransaction, prepared } from './connect.ts';
import { checkServerVersion, explainDatabaseError } from './database-problem.ts';
import { poolerProblem } from './pooler.ts';

const all = process.env.ACADEMY_TEST_ALL === '1';
const SLOW = { timeout: 90_000 };
const program = findProgram('pgbouncer');
const database = await testDatabase();

describe.skipIf(program === null)('pgbouncer in transaction mode', () => {
  const start = (settings?: Readonly<Record<string, string>>) =>
    startPgbouncer(program ?? '', database.connectionString, settings);

  it.runIf(all)('two servers sign people in, store, publish and end sessions through it', SLOW, async () => {
    const { connectionString } = await start({ default_pool_size: '3' });
    const { here, there, ...servers } = await startTwoServers(database.db, {
      DATABASE_URL: connectionString,
      DATABASE_DIRECT_URL: database.connectionString,
    });
    const course = { id: 'spring-pooled', lessons: [{ id: 'spring-pooled-1' }] };
    expect((await servers.publish(here, aCourse({ ...course, title: 'Through a pooler' }))).status).toBe(200);
    const list = () => there.ask('/api/v1/courses/list?tenantId=spring', { headers: { tenantid: 'spring' } });
    await vi.waitFor(async () => expect(await (await list()).text()).toContain('Through a pooler'));
    await servers.publish(here, aCourse({ ...course, title: 'Published again' }));
    // Notified, not found by the reading of versions every few seconds.
    await vi.waitFor(async () => expect(await (await list()).text()).toContain('Published again'), { timeout: 2_000 });

    const headers = await servers.signIn();
    const completed = await here.ask('/api/v1/lessons/mark-complete', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ lessonId: 'spring-pooled-1', courseId: 'spring-pooled' },
        ...{ isLastLesson: true, operationType: 'COMPLETE_LESSON' },
      }),
    });
    expect(await completed.json()).toMatchObject({ success: true });
    const lessons = await there.ask('/api/v1/lessons/list?slug=spring-pooled&tenantId=spring', { headers });
    expect(await lessons.text()).toContain('"isComplete":true');

    // Many at once, on sessions that change with each transaction.
    const access = (server: typeof here) => server.ask('/api/v1/user/verifyUserAccess', { headers });
    const many = await Promise.all(Array.from({ length: 60 }, (_, at) => access(at % 2 === 0 ? here : there)));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));

    expect((await here.ask('/api/v1/session', { method: 'DELETE', headers })).status).toBe(200);
    await vi.waitFor(async () => expect((await access(there)).status).toBe(401), { timeout: 2_000 });
    const logged = [...here.logged, ...there.logged].filter(({ level }) => Number(level) >= 50);
    expect(logged).toEqual([]);
  });

  it('statements keep their limit, which is the role’s', async () => {
    const { connectionString } = await start();
    const pooled = connect(connectionString, { connections: 2, isPooled: true });
    try {
      expect(await poolerProblem(pooled.pool, true)).toMatchObject({
        problem: expect.stringContaining('no time limit'),
      });
      const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
      const limited = `alter role academy in database ${rows[0]?.name} set statement_timeout =`;
      await database.pool.query(`${limited} '300ms'`);
      const limitedOne = await start();
      const limitedPool = connect(limitedOne.connectionString, { connections: 2, isPooled: true });
      try {
        expect(await poolerProblem(limitedPool.pool, true)).toBeNull();
        await expect(limitedPool.pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
        // A transaction with a longer limit sets its own, for itself alone.
        await inTransaction(limitedPool.pool, (tx) => tx.execute('select pg_sleep(0.5)'), undefined, 5_000);
        await expect(limitedPool.pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
      } finally {
        await limitedPool.close();
      }
    } finally {
      await pooled.close();
    }
  });

  it('statements with a name work on every session', async () => {
    const { connectionString } = await start();
    const { pool, close } = connect(connectionString, { connections: 10, isPooled: true });
    const statement = { name: 'sum', text: 'select $1::int + $2::int as sum, pg_sleep(0.01)' };
    const sums = Array.from({ length: 40 }, (_, at) => prepared<{ sum: number }>(pool, statement, [at, 1]));
    expect((await Promise.all(sums)).map(([row]) => row?.sum)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    await close();
  });

  it('a start without a direct address explains what is missing', async () => {
    const { connectionString } = await start();
    const { pool, close } = connect(connectionString, { connections: 1 });
    const error = await checkServerVersion(pool).catch((one: unknown) => explainDatabaseError(one, connectionString));
    expect(error).toMatchObject({
      message: expect.stringContaining('a connection pooler answers'),
      nextStep: expect.stringContaining('DATABASE_DIRECT_URL'),
    });
    await close();
    const lenient = await start({
      ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout,options',
    });
    const silent = connect(lenient.connectionString, { connections: 1 });
    expect(await poolerProblem(silent.pool, false)).toMatchObject({
      problem: expect.stringContaining('leads to a connection pooler'),
    });
    await silent.close();
  });
});
