import { randomBytes } from 'node:crypto';
import { getCourse } from '@academy/contract/courses';
import { getContentVersion, rollBackContent } from '@academy/contract/publishing-history';
import { expect, it } from 'vitest';
import { aCourse, type CourseFiles, packed } from '../testing/a-course.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp({ limits: { contentPushBytes: 40_000_000 } });
const admin = await app.aPerson({ admin: true });
const token = await app.aToken(admin, 'spring', ['content:write']);
const port = await listening();

async function listening(): Promise<number> {
  const address = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }));
  return Number(address.port);
}

/** The whole size takes half a minute of a processor: under ACADEMY_TEST_ALL only. */
const [FILM_BYTES, LESSONS] = process.env.ACADEMY_TEST_ALL === '1' ? [9_500_000, 20] : [2_000_000, 5];

/** A course of 20 MB (4 MB in the usual run): videos that do not compress, and long texts. */
function aLargeCourse(edition: number): CourseFiles {
  const paragraph = 'A paragraph with *some* words, `code` and [a link](https://example.com) in it.\n\n';
  const lessons = Array.from({ length: LESSONS }, (_none, at) => ({
    id: `spring-large-${at}`,
    slug: `lesson-${at}`,
    content: `## Edition ${edition}\n\n${paragraph.repeat(800)}`,
  }));
  const film = () => {
    const bytes = randomBytes(FILM_BYTES);
    bytes.write('ftyp', 4);
    return bytes;
  };
  return aCourse({
    id: 'spring-large',
    slug: 'large',
    lessons,
    files: { 'films/a.mp4': film(), 'films/b.mp4': film() },
  });
}

/**
 * The longest time that this thread was blocked, ms of its own CPU time, so that other work on the machine does not
 * count.
 */
function watchMainLoop(): () => number {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let before = spent();
  const timer = setInterval(() => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return Math.max(longest, spent() - before);
  };
}

/** Sends bytes in chunks without a length, as over a slow line. */
async function push(bytes: Uint8Array, to = port): Promise<{ status: number; body: { data: unknown } }> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536));
      controller.close();
    },
  });
  const response = await fetch(`http://127.0.0.1:${to}/api/v1/content/course/spring-large`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, tenantid: 'spring', 'content-type': 'application/gzip' },
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as { data: unknown } };
}

// Shows security#linear-parsers
it('a large item is published while readers are served', { timeout: 300_000 }, async () => {
  const first = await packed(aLargeCourse(1));
  const second = await packed(aLargeCourse(2));
  expect(first.byteLength).toBeGreaterThan(2 * FILM_BYTES);
  const blocked: Record<string, number> = {};
  const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const longest = watchMainLoop();
    const result = await work();
    blocked[what] = Math.round(longest());
    return result;
  };
  const params = { kind: 'course' as const, id: 'spring-large' };
  const as = { bearer: token };
  expect(await measured('create', () => push(first))).toMatchObject({ status: 200, body: { data: { version: 1 } } });
  expect(await measured('update', () => push(second))).toMatchObject({ status: 200, body: { data: { version: 2 } } });
  expect(await measured('same', () => push(second))).toMatchObject({ body: { data: { outcome: 'unchanged' } } });
  const listed = await measured('list', () => app.call(getContentVersion, { params: { ...params, version: '1' } }, as));
  expect(listed.status).toBe(200);
  const back = await measured('back', () => app.call(rollBackContent, { params, body: { version: 1 } }, as));
  expect(back.body.data).toMatchObject({ outcome: 'updated', version: 3 });
  expect((await app.call(getCourse, { query: { slug: 'large' } })).body.data).toMatchObject({ lessonsCount: LESSONS });
  console.info('longest block of the main loop, ms:', JSON.stringify(blocked));
  expect(Math.max(...Object.values(blocked))).toBeLessThan(100);
});

it('a push without a length is ended at the limit', async () => {
  const { status, body } = await push(randomBytes(40_000_001));
  expect(status).toBe(413);
  expect(body).toMatchObject({ errors: [{ code: 'too-large' }] });
});
