import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aPng } from '@academy/content/testing/content';
import { getCourse } from '@academy/contract/courses';
import { getGuide } from '@academy/contract/guides';
import { getAttempt, getKnowledgeCheck, openAttempt, submitAttempt } from '@academy/contract/knowledge-checks';
import { getGuideLab, getLessonLab } from '@academy/contract/labs';
import { getLesson, listLessons } from '@academy/contract/lessons';
import { answerReview, listReviewQuestions } from '@academy/contract/reviews';
import { getGuideWorkshop, getLessonWorkshop } from '@academy/contract/workshops';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../db/migrate.ts';
import { aCourse, type CourseSketch } from '../testing/a-course.ts';
import { anItem, aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';
import { endOf, signedAddress } from './signed-address.ts';

const app = await startApp();
let pro = '';
let learner = '';

/** Images of different sizes, so that each is a file of its own. */
const picture = (width: number) => aPng(width, 10);
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(5_000, 7)]);
const QUIZ =
  '```quizdown\n---\nshowAnswers: at-once\n---\n## Which?\n\n![Q](/question.png)\n\n- [x] This ![O](/option.png)\n- [ ] That\n\nBecause ![W](/why.png)\n```\n';

const sketch = (more: Partial<CourseSketch> = {}): CourseSketch => ({
  id: 'spring-paid',
  slug: 'paid',
  entitlements: ['pro'],
  lessons: [
    { id: 'spring-free', slug: 'free', entitlements: [], content: '![Shared](/shared.png)' },
    { id: 'spring-auth', slug: 'auth', entitlements: ['auth'], content: '![Auth](/auth.png)' },
    { id: 'spring-slides', slug: 'slides', content: '[The slides](/slides.pdf)' },
    { id: 'spring-pro', slug: 'pro', content: '![Pro](/pro.png) ![Shared](/shared.png) [The drawing](/drawing.png)' },
    { id: 'spring-film', slug: 'film', type: 'video', settings: { video: '/film.mp4' } },
    { id: 'spring-check', slug: 'check', type: 'knowledge-check', content: QUIZ },
    { id: 'spring-lab', slug: 'lab', type: 'lab', settings: { educates: 'lab-paid' } },
  ],
  files: {
    'conclusion.md': '![Conclusion](conclusion.png)',
    'conclusion.png': picture(31),
    'shared.png': picture(32),
    'auth.png': picture(33),
    'pro.png': picture(34),
    'drawing.png': picture(35),
    'question.png': picture(36),
    'option.png': picture(37),
    'why.png': picture(39),
    'film.mp4': MP4,
    'slides.pdf': Buffer.from('%PDF-1.7'),
  },
  ...more,
});

function workshop() {
  const item = aWorkshop('lab-paid', 'The lab');
  const files = new Map(item.files);
  files.set('workshop/content/01-start.md', Buffer.from('![Lab](lab.png)\n'));
  files.set('workshop/content/lab.png', picture(38));
  return { ...item, files };
}

beforeAll(async () => {
  pro = await (await app.aPerson({ pro: true })).bearer();
  learner = await (await app.aPerson()).bearer();
  await publishCourse(app, 'spring', aCourse(sketch()));
  await publishItem(app, 'spring', workshop());
});

const at = (lessonSlug: string) => ({ params: { courseSlug: 'paid', lessonSlug } });
const addressesIn = (reply: { body: { data: unknown } }): string[] => [
  ...new Set(JSON.stringify(reply.body.data).match(/\/assets\/content\/[^"\\ ,)]+/g) ?? []),
];
const get = (url: string, tenant = 'spring', headers: Record<string, string> = {}) =>
  app.request({ url, headers: { host: `${tenant}.localhost:3000`, ...headers } });
const plain = (address: string) => address.replace(/until\/\d+\/[^/]+\//, '');
const isSigned = (address: string) => address.includes('/until/');

/** The only address in a reply, which must be signed and work, while the plain one does not. */
async function onlySigned(reply: { body: { data: unknown } }): Promise<string> {
  const [address = '', ...others] = addressesIn(reply);
  expect(others).toEqual([]);
  expect(isSigned(address), address).toBe(true);
  expect((await get(address)).statusCode).toBe(200);
  expect((await get(plain(address))).statusCode).toBe(404);
  return address;
}

describe('a file that only locked lessons name', () => {
  it.each(['auth', 'pro', 'slides'])('of the locked lesson %s needs an address that expires', async (slug) => {
    const address = (await app.call(getLesson, at(slug), { bearer: pro })).body;
    for (const one of addressesIn({ body: address }).filter((found) => !found.includes('until')))
      expect((await get(one)).statusCode).toBe(200);
    const signed = addressesIn({ body: address }).filter(isSigned);
    expect(signed.length).toBeGreaterThan(0);
    for (const one of signed) {
      const { statusCode, headers } = await get(one);
      expect(statusCode).toBe(200);
      const seconds = Number(/^public, max-age=(\d+)$/.exec(String(headers['cache-control']))?.[1]);
      expect(seconds).toBeGreaterThan(49 * 60);
      expect(seconds).toBeLessThanOrEqual(3_600);
      expect((await get(plain(one))).statusCode).toBe(404);
    }
  });

  it('has the same address for all learners of the same minutes', async () => {
    const [one, other] = await Promise.all([learner, pro].map((bearer) => app.call(getLesson, at('auth'), { bearer })));
    expect(one && addressesIn(one)).toEqual(other && addressesIn(other));
  });

  it('has a plain address where a public lesson uses it, too', async () => {
    const [shared = ''] = addressesIn(await app.call(getLesson, at('free')));
    expect(isSigned(shared)).toBe(false);
    expect((await get(shared)).statusCode).toBe(200);
    expect(addressesIn(await app.call(getLesson, at('pro'), { bearer: pro }))).toContain(shared);
    // It is not published in the other academy.
    expect((await get(shared, 'kube')).statusCode).toBe(404);
  });

  // Shows security#records-of-others
  it('is refused like one that does not exist', async () => {
    const [address = ''] = addressesIn(await app.call(getLesson, at('auth'), { bearer: learner }));
    const [, , , , endsAt = '', signature = '', file = ''] = address.split('/');
    const { rows } = await app.database.db.execute<{ secret: Buffer }>(sql`select secret from installation_secret`);
    const secret = rows[0]?.secret ?? Buffer.alloc(0);
    expect(signedAddress(secret, { tenantId: 'spring', file, endsAt: Number(endsAt) })).toBe(address);
    const past = Math.floor(Date.now() / 1000) - 1;
    const nothing = await get(`/assets/content/${'0'.repeat(64)}.png`);
    for (const one of [
      plain(address),
      `/assets/content/until/${Number(endsAt) + 600}/${signature}/${file}`,
      `/assets/content/until/${endsAt}/${signature}x/${file}`,
      `/assets/content/until/${endsAt}/${signature}/${'0'.repeat(64)}.png`,
      `/assets/content/until/x/${signature}/${file}`,
      signedAddress(secret, { tenantId: 'spring', file, endsAt: past }),
      signedAddress(Buffer.alloc(32), { tenantId: 'spring', file, endsAt: endOf(Date.now()) }),
    ]) {
      const reply = await get(one);
      expect([one, reply.statusCode, reply.headers['cache-control']]).toEqual([one, 404, 'no-store']);
      expect(reply.headers['content-type']).toBe(nothing.headers['content-type']);
      expect((await get(one, 'spring', { 'if-none-match': `"${file.slice(0, 64)}"` })).statusCode).toBe(404);
    }
    expect((await get(address, 'kube')).statusCode).toBe(404);
  });

  it('sends people whose link has expired back to the lesson', async () => {
    const lesson = 'http://spring.localhost:3000/courses/paid/lessons/pro';
    const headers = { 'sec-fetch-dest': 'document', referer: lesson };
    const page = await get(`/assets/content/until/1/x/${'0'.repeat(64)}.png`, 'spring', headers);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('<a href="/courses/paid/lessons/pro">Back to the lesson</a>');
    const elsewhere = await get(`/assets/content/${'0'.repeat(64)}.png`, 'spring', {
      ...headers,
      referer: 'http://other.example/x',
    });
    expect(elsewhere.body).not.toContain('other.example');
  });

  it('may be a video, in ranges', async () => {
    const address = await onlySigned(await app.call(getLesson, at('film'), { bearer: pro }));
    const part = await get(address, 'spring', { range: 'bytes=100-199' });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100]);
  });

  it('may be of a lab, a knowledge check, a review or a conclusion', async () => {
    await onlySigned(await app.call(getLessonWorkshop, at('lab'), { bearer: pro }));
    const url = 'http://spring.localhost:3000/courses/paid/lessons/lab';
    await onlySigned(await app.call(getLessonLab, { query: { url, lessonId: 'spring-lab' } }, { bearer: pro }));
    await onlySigned(await app.call(listLessons, { query: { slug: 'paid' } }, { bearer: pro }));

    const check = addressesIn(await app.call(getKnowledgeCheck, at('check'), { bearer: pro }));
    const opened = await app.call(openAttempt, { body: { lessonId: 'spring-check' } }, { bearer: pro });
    for (const addresses of [check, addressesIn(opened)]) {
      expect(addresses).toHaveLength(2);
      for (const one of addresses) expect([isSigned(one), (await get(one)).statusCode]).toEqual([true, 200]);
    }
    // An attempt stores the plain address, not one that expires.
    const { rows } = await app.database.db.execute(sql`select asked from knowledge_check_attempt`);
    expect(JSON.stringify(rows)).toContain('/assets/content/');
    expect(JSON.stringify(rows)).not.toContain('/until/');

    const { attemptId } = opened.body.data as { attemptId: string };
    await onlySigned(await app.call(submitAttempt, { params: { attemptId } }, { bearer: pro }));
    const inTwoDays = new Date(Date.now() + 47 * 3_600_000).toISOString();
    const review = await app.call(listReviewQuestions, { query: { dayEndsAt: inTwoDays } }, { bearer: pro });
    const submitted = await app.call(getAttempt, { params: { attemptId } }, { bearer: pro });
    expect([addressesIn(review).length, addressesIn(submitted).length]).toEqual([2, 3]);
    expect([review, submitted].flatMap(addressesIn).every(isSigned)).toBe(true);
    const [asked] = (review.body.data as { questions: { reviewId: string }[] }).questions;
    const answer = { reviewId: asked?.reviewId ?? '', selected: [], dayEndsAt: inTwoDays };
    await onlySigned(await app.call(answerReview, { body: answer }, { bearer: pro }));
  });

  it('may be of the lab of a guide', async () => {
    const fields = { id: 'spring-guide-lab', type: 'lab', entitlements: ['auth'], settings: { educates: 'lab-paid' } };
    await publishItem(app, 'spring', anItem('guide', fields));
    await onlySigned(await app.call(getGuideWorkshop, { params: { guideSlug: fields.id } }, { bearer: learner }));
    const url = `http://spring.localhost:3000/guides/${fields.id}`;
    await onlySigned(await app.call(getGuideLab, { query: { url, lessonId: fields.id } }, { bearer: learner }));
  });

  // Shows security#locks
  it('is not revealed to people who may not read the lesson', async () => {
    const replies = await Promise.all([
      app.call(getLesson, at('pro'), { bearer: learner }),
      app.call(getLesson, at('pro')),
      app.call(listLessons, { query: { slug: 'paid' } }),
      app.call(getCourse, { query: { slug: 'paid' } }, { bearer: learner }),
      app.call(getLessonWorkshop, at('lab'), { bearer: learner }),
    ]);
    expect(replies.flatMap(addressesIn)).toEqual([]);
  });
});

describe('which files are locked', () => {
  it('follows the entitlements of each publish', async () => {
    const moving = (entitlements: ('auth' | 'pro')[]) =>
      aCourse({
        id: 'spring-moving-files',
        slug: 'moving-files',
        lessons: [{ id: 'spring-moving-1', slug: 'one', entitlements, content: '![M](/m.png)' }],
        files: { 'm.png': picture(41) },
      });
    const lesson = { params: { courseSlug: 'moving-files', lessonSlug: 'one' } };
    await publishCourse(app, 'spring', moving([]));
    const [address = ''] = addressesIn(await app.call(getLesson, lesson));
    expect((await get(address)).statusCode).toBe(200);
    await publishCourse(app, 'spring', moving(['pro']));
    expect((await get(address)).statusCode).toBe(404);
    await publishCourse(app, 'spring', moving([]));
    expect((await get(address)).statusCode).toBe(200);
    await app.publishing.setStatus(
      { tenantId: 'spring' as never, kind: 'course', id: 'spring-moving-files', by: null },
      'draft',
    );
    expect((await get(address)).statusCode).toBe(404);
    await app.publishing.setStatus(
      { tenantId: 'spring' as never, kind: 'course', id: 'spring-moving-files', by: null },
      'unlisted',
    );
    expect((await get(address)).statusCode).toBe(200);
    await app.publishing.remove({ tenantId: 'spring' as never, kind: 'course', id: 'spring-moving-files', by: null });
    expect((await get(address)).statusCode).toBe(404);
  });

  it('follows the entitlements of a guide, and pages are public', async () => {
    const guide = (entitlements: string[]) => {
      const fields = { id: 'spring-g', slug: 'g', type: 'article', entitlements };
      const item = anItem('guide', fields, { 'content.md': '![G](g.png)', 'summary.md': '![S](s.png)' });
      return { ...item, files: new Map([...item.files, ['g.png', picture(42)], ['s.png', picture(43)]]) };
    };
    await publishItem(app, 'spring', guide(['auth']));
    const [summary = '', body = ''] = addressesIn(
      await app.call(getGuide, { query: { slug: 'g' } }, { bearer: learner }),
    ).sort((a, b) => Number(isSigned(a)) - Number(isSigned(b)));
    expect([isSigned(summary), isSigned(body)]).toEqual([false, true]);
    expect([(await get(summary)).statusCode, (await get(plain(body))).statusCode]).toEqual([200, 404]);
    const page = anItem('page', { id: 'spring-p' }, { 'content.md': '![G](g.png)' });
    await publishItem(app, 'spring', { ...page, files: new Map([...page.files, ['g.png', picture(42)]]) });
    expect((await get(plain(body))).statusCode).toBe(200);
  });

  it('opens the files of a lab once one public lesson uses it', async () => {
    const [locked = ''] = addressesIn(await app.call(getLessonWorkshop, at('lab'), { bearer: pro }));
    expect((await get(plain(locked))).statusCode).toBe(404);
    const settings = { educates: 'lab-paid' };
    const lessons = [{ id: 'spring-open-lab', slug: 'lab', type: 'lab' as const, entitlements: [], settings }];
    await publishCourse(app, 'spring', aCourse({ id: 'spring-open', slug: 'open', lessons }));
    const reply = await app.call(getLessonWorkshop, { params: { courseSlug: 'open', lessonSlug: 'lab' } });
    expect(addressesIn(reply)).toEqual([plain(locked)]);
    expect((await get(plain(locked))).statusCode).toBe(200);
  });

  it('also applies to content published before uses were recorded', async () => {
    const uses = async () => (await app.database.db.execute(sql`select * from asset_use order by 1, 2, 3, 4`)).rows;
    const written = await uses();
    expect(written.length).toBeGreaterThan(10);
    await app.database.db.execute(sql`delete from asset_use`);
    const migration = await readFile(join(MIGRATIONS_FOLDER, '0022_asset_uses.sql'), 'utf8');
    await app.database.pool.query(migration.slice(migration.indexOf('INSERT INTO "asset_use"')));
    expect(await uses()).toEqual(written);
  });
});
