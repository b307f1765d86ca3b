import { listPublicAlerts } from '@academy/contract/alerts';
import { listCourses } from '@academy/contract/courses';
import { setFavorite } from '@academy/contract/favorites';
import { searchAcademy } from '@academy/contract/search';
import { describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { aCourse } from '../testing/a-course.ts';
import { afterFile } from '../testing/after-file.ts';
import { startPrimaryAndStandby } from '../testing/standby.fixture.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { ReadReplicas } from './read-replicas.ts';

const all = process.env.ACADEMY_TEST_ALL === '1';

describe.runIf(all)('an academy with a streaming standby', () => {
  it('reads the catalogue there, never stale, also while the primary server is down', {
    timeout: 120_000,
  }, async () => {
    const { primary, standby, holdBack } = await startPrimaryAndStandby();
    const { connectionString } = primary;
    const connection = connect(connectionString, { connections: 8, acquireTimeoutMs: 1_000 });
    afterFile(() => connection.close());
    await migrate(connection.pool);
    const replicas = new ReadReplicas([standby.connectionString], { connections: 4, beatMs: 200, leaveOutMs: 300 });
    const metrics = createMetrics({ version: 'test', withProcess: false });
    metrics.watchReplicas(replicas);
    const app = await startApp({ database: { ...connection, connectionString }, replicas, metrics });
    afterFile(() => replicas.close());

    const course = (title: string) =>
      aCourse({ id: 'spring-copied', title, lessons: [{ id: 'spring-copied-1', content: `About ${title}.` }] });
    const titles = async () => {
      const { status, body } = await app.call(listCourses, { query: {} }, { tenant: 'spring' });
      expect(status).toBe(200);
      return (body.data as { courses: { title: string }[] }).courses.map(({ title }) => title);
    };
    // Results are cached by their text: each search has a text of its own.
    let searches = 0;
    const found = async (text: string) => {
      searches += 1;
      const q = `${text} ${'!'.repeat(searches)}`;
      const { body } = await app.call(searchAcademy, { query: { q } }, { tenant: 'spring' });
      return JSON.stringify(body.data);
    };

    await publishCourse(app, 'spring', course('Kestrel'));
    await vi.waitFor(async () => {
      const before = replicas.reads.replica;
      expect(await found('Kestrel')).toContain('spring-copied');
      expect(replicas.reads.replica).toBeGreaterThan(before);
    });
    expect(await titles()).toEqual(['Kestrel']);

    // Behind: what was published is read from the primary server, and nothing old is kept.
    await holdBack(true);
    await publishCourse(app, 'spring', course('Merlin'));
    const atReplica = replicas.reads.replica;
    expect(await titles()).toEqual(['Merlin']);
    expect(await found('Merlin')).toContain('spring-copied');
    expect(replicas.reads.replica).toBe(atReplica);
    await vi.waitFor(async () => {
      await connection.pool.query('select txid_current()');
      expect(replicas.states()[0]?.lagSeconds).toBeGreaterThan(0);
    });
    await holdBack(false);
    await vi.waitFor(async () => {
      await found('Merlin');
      expect(replicas.reads.replica).toBeGreaterThan(atReplica);
    });
    expect(await titles()).toEqual(['Merlin']);
    await vi.waitFor(() => expect(replicas.states()).toMatchObject([{ isUsed: true, lagSeconds: 0 }]));
    expect((await metrics.text()).text).toMatch(/academy_replica_used\{replica="[^"]+"\} 1/);

    const learner = await app.aPerson();
    await primary.stop();
    expect(await found('Merlin')).toContain('spring-copied');
    expect(await titles()).toEqual(['Merlin']);
    expect((await app.call(listPublicAlerts, {}, { tenant: 'spring' })).status).toBe(200);
    const health = async (path: string) =>
      (await app.request({ url: `/health/${path}`, headers: { host: 'spring.localhost:3000' } })).statusCode;
    expect([await health('readers'), await health('ready')]).toEqual([200, 503]);
    const bearer = await learner.bearer();
    const write = { body: { id: 'spring-copied', operationType: 'save' as const, likeableType: 'course' as const } };
    const { status, response } = await app.call(setFavorite, write, { tenant: 'spring', bearer });
    expect([status, response.headers['retry-after']]).toEqual([503, '5']);
  });
});
