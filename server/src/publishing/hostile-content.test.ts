import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ArchiveEntry, archive } from '@academy/content/testing/archives';
import { aPng } from '@academy/content/testing/content';
import { getLesson } from '@academy/contract/lessons';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse, packed } from '../testing/a-course.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp();
const tokens = { spring: '', kube: '' };
let port = 0;

beforeAll(async () => {
  const admin = await app.aPerson({ admin: true });
  for (const tenant of ['spring', 'kube'] as const) tokens[tenant] = await app.aToken(admin, tenant, ['content:write']);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.server.address() as AddressInfo);
});

interface Reply {
  status: number;
  body: { errors: { errorMessage: string }[]; data: { findings?: { severity: string; code: string }[] } };
}

/** Publishes the bytes as a course, over HTTP. */
function push(payload: Uint8Array, id = 'spring-x', tenant: 'spring' | 'kube' = 'spring'): Promise<Reply> {
  return new Promise((settle, reject) => {
    const headers = {
      host: `${tenant}.localhost:3000`,
      tenantid: tenant,
      'content-type': 'application/gzip',
      'content-length': payload.byteLength,
      authorization: `Bearer ${tokens[tenant]}`,
    };
    const path = `/api/v1/content/course/${id}`;
    const outgoing = request({ host: '127.0.0.1', port, method: 'PUT', path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        settle({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** Number of rows in the content tables. */
async function rows(): Promise<unknown> {
  const { rows: found } = await app.database.db.execute(
    sql`select (select count(*) from content_item) as items, (select count(*) from lesson) as lessons,
      (select count(*) from asset) as assets, (select count(*) from content_version) as versions,
      (select count(*) from search_entry) as entries`,
  );
  return found[0];
}

const JSON_OF_COURSE = JSON.stringify({ id: 'spring-x', slug: 'x', title: 'X', status: 'live', settings: {} });
const course: ArchiveEntry = { name: 'files/course.json', bytes: Buffer.from(JSON_OF_COURSE) };
const file = (name: string, content: string | Uint8Array): ArchiveEntry => ({
  name: `files/${name}`,
  bytes: Buffer.from(content),
});
const LESSON = JSON.stringify({ id: 'spring-x-1', slug: 'one', title: 'One', status: 'live', type: 'article' });
const withText = (text: string | Uint8Array, ...more: ArchiveEntry[]) => [
  course,
  file('01-a/lesson.json', LESSON),
  file('01-a/content.md', text),
  ...more,
];
const DEEP = 200;

const REFUSED: readonly [name: string, entries: ArchiveEntry[], manifest?: string][] = [
  ['a path out of the folder', [course, { name: 'files/../../x.md' }]],
  ['an absolute path', [course, { name: '/etc/x.md' }]],
  ['a symbolic link', [course, { name: 'files/a.md', type: 'symlink', linkname: '/etc/hostname' }]],
  ['a hard link', [course, { name: 'files/a.md', type: 'link', linkname: '/etc/hostname' }]],
  ['a name with control characters', [course, { name: 'files/a\u001b[2J.md' }]],
  ['a name with a change of direction', [course, { name: 'files/a\u202egnp.md' }]],
  ['a name with half a surrogate', [course, { name: 'files/a\ud800.md' }]],
  ['the same file twice', [course, course]],
  ['10,000 files', [course, ...Array.from({ length: 10_000 }, (_one, at) => file(`${at}.md`, 'x'))]],
  [
    'more than 100 MB unpacked',
    [course, ...Array.from({ length: 11 }, (_one, at) => file(`${at}.png`, Buffer.alloc(10 * 1024 * 1024)))],
  ],
  ['a picture of 30,000 x 30,000 pixels', withText('![A](a.png)', file('01-a/a.png', aPng(30_000, 30_000)))],
  ['a picture outside of the folder', withText('![A](../../secret.png)')],
  ['JSON of 200 levels', [file('course.json', `{"id":"spring-x","a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)]],
  ['JSON that is none', [file('course.json', '{')]],
  ['a manifest of 200 levels', [course], `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
  ['the course of somebody else', [file('course.json', JSON_OF_COURSE.replace('spring-x', 'spring-y'))]],
];

describe('a push that is refused', { timeout: 60_000 }, () => {
  // Shows security#whole-pushes
  it.each(REFUSED)('names the reason and leaves nothing behind: %s', async (_name, entries, manifest) => {
    const before = await rows();
    const { status, body } = await push(await archive(entries, manifest));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.errors[0]?.errorMessage).toMatch(/.{10}/);
    expect(JSON.stringify(body)).not.toMatch(/\\u001b|at .*\.ts:|select /);
    expect(await rows()).toEqual(before);
  });

  // Shows security#whole-pushes
  it('is one that is cut off, followed by more, or no archive', async () => {
    const good = await archive(withText('Text'));
    const before = await rows();
    for (const bytes of [good.subarray(0, good.length / 2), Buffer.concat([good, good]), Buffer.alloc(5_000, 7)]) {
      expect((await push(bytes)).status).toBe(422);
    }
    expect(await rows()).toEqual(before);
  });
});

describe('a refused archive of one academy', () => {
  it('does not fail a course that another academy publishes meanwhile', async () => {
    const pictures = Array.from({ length: 7 }, (_one, at) => file(`${at}.png`, randomBytes(1024 * 1024)));
    const refused = await archive([course, file('.DS_Store', 'junk'), ...pictures]);
    for (let round = 1; round <= 3; round += 1) {
      const good = await packed(
        aCourse({ id: 'kube-good', title: `Round ${round}`, lessons: [{ id: 'kube-good-1' }] }),
      );
      const [bad, other] = await Promise.all([push(refused), push(good, 'kube-good', 'kube')]);
      expect(bad.status).toBe(422);
      expect(bad.body.errors[0]?.errorMessage).toContain('.DS_Store');
      expect(other).toMatchObject({ status: 200, body: { data: { version: round } } });
    }
  });
});

describe('a push with broken or hostile texts', () => {
  it('is sanitised, reported and published', async () => {
    const latin = Buffer.from('Caf\u00e9 <b onclick="x()">b</b>\r\n\r\n<script>x()</script>', 'latin1');
    const { status, body } = await push(await archive(withText(latin)));
    expect(status).toBe(200);
    expect(body.data.findings?.map(({ severity, code }) => `${severity} ${code}`)).toEqual(
      expect.arrayContaining(['error text-not-utf8', 'error script-removed']),
    );
    const lesson = await app.call(getLesson, { params: { courseSlug: 'x', lessonSlug: 'one' } });
    expect(JSON.stringify(lesson.body)).not.toMatch(/onclick|<script/);
  });
});

/**
 * Longest time that the main thread was blocked, ms of CPU time, while something is done: time that other programs take
 * is not counted.
 */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const timer = setInterval(look, 5);
  await work();
  clearInterval(timer);
  look();
  return longest;
}

describe('the server stays responsive', () => {
  it('while hostile and large content is pushed', {
    timeout: 120_000,
  }, async () => {
    const quotes = `${'> '.repeat(DEEP)}x\n\n`.repeat(20);
    const heavy = withText(
      `${'Some *text* with [a link](https://example.com), `code`.\n\n```java\nclass A {}\n```\n\n'.repeat(1_500)}${quotes}`,
    );
    const many = aCourse({
      id: 'spring-many',
      lessons: Array.from({ length: 200 }, (_one, at) => ({ id: `spring-many-${at}`, content: '## A\n\nText\n' })),
    });
    // Made before the measurement: the test shares its event loop with the server.
    const payloads: [Uint8Array, string][] = [[await packed(many), 'spring-many']];
    for (const [, entries, manifest] of REFUSED) payloads.push([await archive(entries, manifest), 'spring-x']);
    payloads.push([await archive(heavy), 'spring-x']);
    const longest = await longestStretch(async () => {
      for (const [payload, id] of payloads) await push(payload, id);
      await Promise.all(payloads.map(([payload, id]) => push(payload, id)));
    });
    expect(longest).toBeLessThan(50);
  });
});
