import { createHash, randomBytes } from 'node:crypto';
import { aPng } from '@academy/content/testing/content';
import { API_BASE_PATH } from '@academy/contract/constants';
import { getCourse } from '@academy/contract/courses';
import { getLesson } from '@academy/contract/lessons';
import { getContentVersion } from '@academy/contract/publishing-history';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { aCourse, type CourseSketch, packed } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestApp } from '../testing/start-app.ts';
import { hasSwift, startSwift, type TestStore } from '../testing/swift.fixture.ts';
import { cleanStore } from './clean-store.ts';
import { databaseStore } from './database-store.ts';
import { allOf, collected } from './file-store.ts';
import { missingFiles, moveToDatabase, moveToStore } from './move-files.ts';
import { piecesOf, type S3Store, s3Store } from './s3-store.ts';
import { reportStore } from './start-file-store.ts';

/** The rest takes half a minute: under ACADEMY_TEST_ALL only. */
const isWhole = process.env.ACADEMY_TEST_ALL === '1';

const picture = (width: number) => aPng(width, 10);
const film = (bytes: number) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), randomBytes(bytes)]);
const FILM = film(isWhole ? 2_500_000 : 1_300_000);
const OPEN_FILM = film(1_200_000);

const sketch = (id: string, more: Partial<CourseSketch> = {}): CourseSketch => ({
  id: `spring-${id}`,
  slug: id,
  lessons: [
    { id: `${id}-free`, slug: 'free', content: '![One](/one.png)' },
    { id: `${id}-film`, slug: 'film', type: 'video', settings: { video: '/film.mp4' }, entitlements: ['pro'] },
    { id: `${id}-open`, slug: 'open', type: 'video', settings: { video: '/open.mp4' } },
  ],
  files: { 'one.png': picture(31), 'film.mp4': FILM, 'open.mp4': OPEN_FILM },
  ...more,
});
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasSwift)('content files in an S3-compatible store', () => {
  let swift: TestStore;
  let store: S3Store;
  let app: TestApp;
  let pro: string;
  let author: string;

  beforeAll(async () => {
    swift = await startSwift();
    store = s3Store(swift.settings);
    app = await startApp({ fileStore: { store, writesToStore: true, redirects: null } });
    pro = await (await app.aPerson({ pro: true })).bearer();
    author = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']);
    await publishCourse(app, 'spring', aCourse(sketch('films')));
  });

  const rows = async <T>(query: ReturnType<typeof sql>) =>
    (await app.database.db.execute<T & Record<string, unknown>>(query)).rows;
  const listed = async (of: S3Store = store) => (await allOf(of.list())).map(({ hash }) => hash);
  const get = (url: string, headers: Record<string, string> = {}, from: TestApp = app) =>
    from.request({ url, headers: { host: 'spring.localhost:3000', ...headers } });
  const addressesIn = (data: unknown) => JSON.stringify(data).match(/\/assets\/content\/[^"\\ ,)]+/g) ?? [];
  const addressOf = async (courseSlug: string, lessonSlug: string, bearer?: string, from: TestApp = app) => {
    const reply = await from.call(getLesson, { params: { courseSlug, lessonSlug } }, bearer ? { bearer } : {});
    return addressesIn(reply.body.data).at(-1) ?? '';
  };
  const push = async ({ id, files, options }: ReturnType<typeof aCourse>) =>
    app.request({
      method: 'PUT',
      url: `${API_BASE_PATH}/content/course/${id}`,
      headers: {
        ...{ host: 'spring.localhost:3000', authorization: `Bearer ${author}` },
        ...{ 'content-type': 'application/gzip' },
      },
      payload: Buffer.from(await packed({ id, files, options })),
    });

  it('rows name the files, and their bytes lie in the store under their hashes', async () => {
    const assets = await rows<{ hash: string }>(sql`select hash from asset where bytes is null`);
    const [version] = await rows<{ packed_hash: string; packed: null }>(
      sql`select packed_hash, packed from content_version where id = 'spring-films'`,
    );
    expect(assets).toHaveLength(3);
    expect(version?.packed).toBeNull();
    expect(await listed()).toEqual([...assets.map(({ hash }) => hash), version?.packed_hash].sort());
    expect(await rows(sql`select from asset where bytes is not null`)).toEqual([]);
  });

  it('a visitor gets a picture and ranges of a video as before', async () => {
    const shown = await get(await addressOf('films', 'free'));
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    const address = await addressOf('films', 'open');
    const all = await get(address);
    expect(all.rawPayload.equals(OPEN_FILM)).toBe(true);
    expect(all.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(OPEN_FILM.length),
      'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
      etag: `"${sha(OPEN_FILM)}"`,
    });
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=1100000-1150000', 1_100_000, 1_150_001],
      ['bytes=-5', OPEN_FILM.length - 5, OPEN_FILM.length],
    ] as const) {
      const part = await get(address, { range });
      expect(part.statusCode).toBe(206);
      expect(part.rawPayload.equals(OPEN_FILM.subarray(from, to))).toBe(true);
    }
    expect((await get(address, { 'if-none-match': `"${sha(OPEN_FILM)}"` })).statusCode).toBe(304);
  });

  it('a locked file needs a signed address that has not expired', async () => {
    const address = await addressOf('films', 'film', pro);
    expect(address).toContain('/until/');
    expect((await get(address)).rawPayload.equals(FILM)).toBe(true);
    const file = address.split('/').at(-1);
    expect((await get(`/assets/content/${file}`)).statusCode).toBe(404);
    const past = address.replace(/until\/\d+/, `until/${Math.floor(Date.now() / 1000) - 1}`);
    expect((await get(past)).statusCode).toBe(404);
  });

  it.runIf(isWhole)('a file that two courses use is stored once', async () => {
    const before = await listed();
    await publishCourse(app, 'spring', aCourse(sketch('again')));
    // The archive alone is new.
    expect(await listed()).toHaveLength(before.length + 1);
    expect((await get(await addressOf('again', 'open'))).rawPayload.equals(OPEN_FILM)).toBe(true);
  });

  it.runIf(isWhole)('an author sees and restores an earlier version out of the store', async () => {
    await publishCourse(app, 'spring', aCourse(sketch('films', { title: 'Another title' })));
    const params = { kind: 'course', id: 'spring-films', version: '1' } as const;
    const version = await app.call(getContentVersion, { params }, { bearer: author });
    expect(JSON.stringify(version.body.data)).toContain('film.mp4');
    const terms = { tenantId: 'spring' as never, kind: 'course', id: 'spring-films', by: null } as const;
    const back = await app.publishing.rollBack({ ...terms, dryRun: false, strict: false }, 1);
    expect(back).toMatchObject({ outcome: 'updated', version: 3 });
  });

  it('files of unpublished courses stay, and files without rows go after a day', async () => {
    const { db } = app.database;
    const orphan = randomBytes(100);
    await store.put({ hash: sha(orphan), size: orphan.length }, () => piecesOf(orphan));
    const item = { tenantId: 'spring' as never, kind: 'course', id: 'spring-films', by: null } as const;
    await app.publishing.setStatus(item, 'draft');
    const before = await listed();
    expect(await cleanStore(db, store)).toBe(0);
    expect(await listed()).toEqual(before);
    expect(await rows(sql`select hash from unnamed_file`)).toEqual([{ hash: sha(orphan) }]);

    const aDayPasses = () => db.execute(sql`update unnamed_file set since = since - interval '25 hours'`);
    await aDayPasses();
    // A publish that needs it in the meantime starts its day again.
    await app.files.keep([{ hash: sha(orphan), bytes: orphan }]);
    expect(await cleanStore(db, store)).toBe(0);
    expect(await listed()).toEqual(before);
    await aDayPasses();
    expect(await cleanStore(db, store)).toBe(1);
    expect(await listed()).toEqual(before.filter((hash) => hash !== sha(orphan)));
    expect(await allOf(missingFiles(databaseStore(db), store))).toEqual([]);
    await app.publishing.setStatus(item, 'in-files');
    expect((await get(await addressOf('films', 'open'))).statusCode).toBe(200);
  });

  it.runIf(isWhole)('a store that other rows name keeps its files', async () => {
    const { db } = app.database;
    const others = Array.from({ length: 150 }, () => randomBytes(20));
    const keep = (bytes: Buffer) => store.put({ hash: sha(bytes), size: bytes.length }, () => piecesOf(bytes));
    await Promise.all(others.map(keep));
    await cleanStore(db, store);
    await db.execute(sql`update unnamed_file set since = since - interval '25 hours'`);
    await expect(cleanStore(db, store)).rejects.toThrow('Does another academy use this bucket?');
    expect(await listed()).toEqual(expect.arrayContaining(others.map(sha)));
    for (const bytes of others) await store.remove(sha(bytes));
    await db.execute(sql`delete from unnamed_file`);
  });

  it('a publish while the store is away changes nothing and says so', async () => {
    const state = () =>
      rows(sql`select (select count(*) from asset) as assets, (select count(*) from content_version) as
      versions, (select max(version) from catalogue_version) as catalogue`);
    const before = await state();
    const course = aCourse(
      sketch('later', { files: { 'one.png': picture(51), 'film.mp4': FILM, 'open.mp4': OPEN_FILM } }),
    );
    await swift.away();
    const refused = await push(course);
    await swift.back();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.json().errors[0].errorMessage).toMatch(/^The content store does not answer\. Nothing was changed/);
    expect(await state()).toEqual(before);
    expect((await push(course)).statusCode).toBe(200);
  });

  it('a reader gets 503 while the store is away, until it comes back', async () => {
    const address = await addressOf('films', 'open');
    await swift.away();
    const refused = await get(address);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect((await app.call(getCourse, { query: { slug: 'films' } })).status).toBe(200);
    expect((await get(address, { 'if-none-match': `"${sha(OPEN_FILM)}"` })).statusCode).toBe(304);
    await swift.back();
    expect((await get(address)).rawPayload.equals(OPEN_FILM)).toBe(true);
  });

  it('a connection that breaks in the middle of a video is taken up again', async () => {
    const pieces = (await store.read(sha(FILM), { from: 0, length: FILM.length }))[Symbol.asyncIterator]();
    const first = await pieces.next();
    await swift.back();
    const rest = { [Symbol.asyncIterator]: () => pieces };
    const begun = first.value as Uint8Array;
    const others = await collected(rest, FILM.length - begun.length);
    expect(Buffer.concat([begun, others]).equals(FILM)).toBe(true);
  });

  it('damaged bytes are not stored under a hash that they do not have', async () => {
    const hash = sha(Buffer.from('what was meant'));
    const damaged = Buffer.from('what was sent.');
    await expect(store.put({ hash, size: damaged.length }, () => piecesOf(damaged))).rejects.toThrow(/refused PUT/);
    expect(await listed()).not.toContain(hash);
  });

  it.runIf(isWhole)('all files move to the database and back under a running server', async () => {
    const { db } = app.database;
    const database = databaseStore(db);
    const addresses = [
      await addressOf('films', 'free'),
      await addressOf('films', 'open'),
      await addressOf('films', 'film', pro),
    ];
    const seen = async () => Promise.all(addresses.map(async (one) => sha((await get(one)).rawPayload)));
    const before = await seen();
    const elsewhere = await allOf(database.elsewhere());
    const [reading] = await Promise.all([get(addresses[1] ?? ''), moveToDatabase(database, store)]);
    expect(sha(reading.rawPayload)).toBe(before[1]);
    expect(await allOf(database.elsewhere())).toEqual([]);
    expect(await allOf(database.list())).toEqual(elsewhere);
    expect(await seen()).toEqual(before);

    const other = s3Store(await swift.addBucket('other'));
    const stop = new AbortController();
    const half = await moveToStore(database, other, {
      signal: stop.signal,
      onFile: ({ files }) => files === 2 && stop.abort(),
    });
    expect(half.files).toBeLessThan(elsewhere.length);
    expect(await listed(other)).toHaveLength(half.files);
    expect(await allOf(database.list())).toHaveLength(elsewhere.length - half.files);
    const rest = await moveToStore(database, other);
    expect(half.files + rest.files).toBe(elsewhere.length);
    expect(await listed(other)).toEqual(elsewhere.map(({ hash }) => hash));
    expect(await allOf(missingFiles(database, other))).toEqual([]);
    other.close();
    expect(await seen()).toEqual(before);
  });

  it('readers of large files are sent to addresses of the store that expire', async () => {
    const redirected = await startApp({
      database: app.database,
      fileStore: { store, writesToStore: true, redirects: { publicUrl: null } },
    });
    const open = await get(await addressOf('films', 'open', undefined, redirected), {}, redirected);
    expect([open.statusCode, open.headers['cache-control']]).toEqual([302, 'public, max-age=3600']);
    const location = String(open.headers.location);
    expect(location.startsWith(`${swift.settings.endpoint}/academy/files/${sha(OPEN_FILM)}?`)).toBe(true);
    const part = await fetch(location, { headers: { range: 'bytes=5-9' } });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(Buffer.from(await part.arrayBuffer()).equals(OPEN_FILM.subarray(5, 10))).toBe(true);
    // The address without its signature opens nothing.
    expect((await fetch(location.split('?')[0] ?? '')).status).toBeGreaterThanOrEqual(400);

    const member = await (await redirected.aPerson({ pro: true })).bearer();
    const locked = await get(await addressOf('films', 'film', member, redirected), {}, redirected);
    const url = new URL(String(locked.headers.location));
    expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
    expect((await fetch(url)).status).toBe(200);
    // Small files come from the server.
    expect((await get(await addressOf('films', 'free', undefined, redirected), {}, redirected)).statusCode).toBe(200);
  });

  it('a start names a wrong key, and a store that is not set', async () => {
    const told = async (of: S3Store | null) => {
      const lines: string[] = [];
      await reportStore(app.database.db, of, { log: pino({ level: 'silent' }), progress: (line) => lines.push(line) });
      return lines;
    };
    const other = s3Store({ ...swift.settings, secretKey: 'another one' });
    const lines = await told(other);
    await vi.waitFor(() => expect(lines.join()).toMatch(/SignatureDoesNotMatch\. Check ACADEMY_S3_ACCESS_KEY/));
    other.close();
    expect((await told(null)).join()).toMatch(/the settings name none.* Set ACADEMY_S3_ENDPOINT/);
    expect(await told(store)).toEqual([]);
  });

  it.runIf(isWhole)('a store that accepts connections and says nothing is given up', { timeout: 30_000 }, async () => {
    await swift.silent();
    const address = await addressOf('films', 'film', pro);
    const began = performance.now();
    expect((await get(address)).statusCode).toBe(503);
    expect(performance.now() - began).toBeLessThan(17_000);
    await swift.back();
    await vi.waitFor(async () => expect((await get(address)).statusCode).toBe(200));
  });
});
