import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ContactForm, sendContactMessage } from '@academy/contract/contact';
import { getCourse, listCourses } from '@academy/contract/courses';
import { describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { afterFile } from '../testing/after-file.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { publishCourse, startApp, type TestApp } from '../testing/start-app.ts';
import { connect } from './connect.ts';
import { freeBytes, MIN_FREE_BYTES, spaceIn } from './disk-space.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

const disk = smallDisk('400m', afterFile);

/** The academy with its own database on the small disk. */
async function startOnSmallDisk(folder: string) {
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder);
  const said: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataFolder, durable: false, log: (line) => said.push(line) });
  const { connectionString } = postgres;
  const connection = connect(connectionString, { connections: 8 });
  await migrate(connection.pool);
  afterFile(async () => {
    await connection.close();
    await postgres.stop();
  });
  const database = { ...connection, connectionString };
  const limits = { messagesPerTenMinutes: 1_000_000, anonymousPerMinute: 1_000_000 };
  return {
    /** Output of the launcher of the database. */
    said,
    careful: await startApp({ database, limits, hasSpace: spaceIn(postgres.home) }),
    /** A server without the check of free space: it learns from the database alone that the disk is full. */
    careless: await startApp({ database, limits }),
  };
}
const apps = disk === null ? null : await startOnSmallDisk(disk.folder);

async function write(app: TestApp, message = 'A course about disks, please.') {
  const form = { firstName: 'Ada', lastName: 'L', email: 'ada@example.org', subject: 'An idea for a new course' };
  const { status, body, response } = await app.call(sendContactMessage, { body: { ...form, message } as ContactForm });
  return { status, error: body.errors[0], retryAfter: response.headers['retry-after'] };
}
const read = async (app: TestApp, id: string) => (await app.call(getCourse, { query: { slug: id } })).status;

describe.skipIf(apps === null)('a disk that is full', () => {
  const { careful, careless, said } = apps as NonNullable<typeof apps>;
  const { folder, fill, free } = disk as NonNullable<typeof disk>;
  const noSpace = {
    status: 503,
    error: { code: 'no-space', errorMessage: expect.stringContaining('its disk is full') },
    retryAfter: '30',
  };

  // Shows security#one-failure
  it('refuses writes with an explanation, and recovers with free space', {
    timeout: 60_000,
  }, async () => {
    for (const id of ['spring-one', 'spring-two']) await publishCourse(careful, 'spring', aCourse({ id, lessons: [] }));
    expect((await write(careful)).status).toBe(200);
    // The database could still write: the rest is reserved for its write-ahead log.
    fill(MIN_FREE_BYTES / 2);
    await expect.poll(() => write(careful)).toEqual(noSpace);
    expect((await write(careless)).status).toBe(200);
    expect((await careful.call(listCourses, {})).status).toBe(200);
    expect([await read(careful, 'spring-one'), await read(careful, 'spring-two')]).toEqual([200, 200]);
    free();
    await expect.poll(async () => (await write(careful)).status).toBe(200);
  });

  it('is noticed by the database, too, without losing acknowledged data', { timeout: 120_000 }, async () => {
    const countRows = async () =>
      Number((await careless.database.pool.query('select count(*) from contact_message')).rows[0].count);
    expect(await read(careless, 'spring-one')).toBe(200);
    const before = await countRows();
    fill();
    let acknowledged = 0;
    let last = await write(careless);
    // As much as the database had reserved, and more.
    for (let tries = 0; tries < 20_000 && last.status === 200; tries += 1) {
      acknowledged += 1;
      last = await write(careless, crypto.randomUUID().repeat(130));
    }
    expect(last).toEqual(noSpace);
    expect(freeBytes(folder)).toBeLessThan(1024 * 1024);

    // Without room for its write-ahead log the database ends.
    const intoLog = "select pg_logical_emit_message(true, 'test', repeat('x', 1000000))";
    const isWritten = () =>
      careless.database.pool.query(intoLog).then(
        () => true,
        () => false,
      );
    let tries = 0;
    while (tries < 300 && (await isWritten())) tries += 1;
    await expect.poll(() => said.join(), { timeout: 60_000 }).toContain('There is no disk space left');
    expect(await write(careful)).toEqual(noSpace);
    // Cached content is still served.
    expect(await read(careless, 'spring-one')).toBe(200);

    free();
    await expect.poll(async () => (await write(careful)).status, { timeout: 60_000 }).toBe(200);
    expect(await countRows()).toBe(before + acknowledged + 1);
    expect(said.filter((line) => line.includes('no disk space'))).toHaveLength(1);
  });
});
