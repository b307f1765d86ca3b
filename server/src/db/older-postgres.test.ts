import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportAccount } from '@academy/contract/account';
import { listPublicAlerts } from '@academy/contract/alerts';
import { createAlert } from '@academy/contract/alerts-admin';
import { listCourses } from '@academy/contract/courses';
import { listFavorites, setFavorite } from '@academy/contract/favorites';
import { completeLesson, getLesson } from '@academy/contract/lessons';
import { searchPeople } from '@academy/contract/people-admin';
import { getProgressOverlay } from '@academy/contract/progress';
import { type SearchResult, searchAcademy } from '@academy/contract/search';
import { describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { afterFile } from '../testing/after-file.ts';
import { publishCourse, startApp, type TestApp } from '../testing/start-app.ts';
import { connect } from './connect.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { findPostgres } from './postgres-binaries.ts';

/** The version of this machine's own PostgreSQL when it is older than the embedded one, else null. */
function olderMajor(): number | null {
  try {
    const { major } = findPostgres('system');
    return major < findPostgres('embedded').major ? major : null;
  } catch {
    return null;
  }
}

const older = olderMajor();
if (older === null) console.warn('This machine has no PostgreSQL older than the embedded one: none is tested.');

const app = older === null ? null : await startOnOlder();

async function startOnOlder(): Promise<TestApp> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'academy-older-'));
  const postgres = await startEmbeddedPostgres({ dataFolder, durable: false, source: 'system' });
  const { connectionString } = postgres;
  const connection = connect(connectionString, { connections: 8 });
  // The academy, which is created later, is closed before.
  afterFile(async () => {
    await connection.close();
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  await migrate(connection.pool);
  return startApp({ database: { ...connection, connectionString } });
}

describe.skipIf(app === null)(`an academy on the PostgreSQL of this machine (${older ?? 'none'})`, () => {
  it('publishes, is read and searched, and keeps what learners do', async () => {
    if (app === null) throw new Error('There is no older PostgreSQL');
    const lessons = [
      { id: 'beans', title: 'Beans', content: 'The container wires the beans.' },
      { id: 'tests', title: 'Tests', content: 'Slices of the container.' },
    ];
    await publishCourse(app, 'spring', aCourse({ id: 'basics', title: 'Spring basics', lessons }));
    expect((await app.call(listCourses, {})).body.data).toMatchObject({ courses: [{ title: 'Spring basics' }] });
    const params = { courseSlug: 'basics', lessonSlug: 'beans' };
    expect((await app.call(getLesson, { params })).status).toBe(200);
    const search = async (q: string) => (await app.call(searchAcademy, { query: { q } })).body.data as SearchResult;
    expect(await search('container')).toMatchObject({ total: 2, groups: [{ kind: 'lesson', total: 2 }] });
    expect(await search('contianer')).toMatchObject({ total: 2, corrected: 'container' });

    const bearer = await (await app.aPerson()).bearer();
    const saved = { id: 'basics', operationType: 'save', likeableType: 'course' } as const;
    expect((await app.call(setFavorite, { body: saved }, { bearer })).status).toBe(200);
    const done = {
      courseId: 'basics',
      lessonId: 'beans',
      isLastLesson: false,
      operationType: 'COMPLETE_LESSON',
    } as const;
    expect((await app.call(completeLesson, { body: done }, { bearer })).status).toBe(200);
    const overlay = await app.call(getProgressOverlay, { query: { kind: 'home' } }, { bearer });
    expect(overlay.body.data).toMatchObject({ items: { basics: { isFavorite: true, completedLesson: 1 } } });
    expect((await app.call(listFavorites, {}, { bearer })).body.data).toMatchObject({ courses: [{ slug: 'basics' }] });
    expect((await app.call(exportAccount, {}, { bearer })).status).toBe(200);

    const admin = await (await app.aPerson({ admin: true })).bearer();
    const body = { message: 'Hello', level: 'info' } as const;
    expect((await app.call(createAlert, { body, headers: {} }, { bearer: admin })).status).toBe(200);
    expect((await app.call(listPublicAlerts, {})).body.data).toMatchObject({ result: [{ message: 'Hello' }] });
    const found = await app.call(searchPeople, { body: { searchValue: 'person' } }, { bearer: admin });
    expect(found.body.data).toMatchObject({ result: { totalElements: 2 } });
  });
});
