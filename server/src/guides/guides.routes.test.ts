import { completeGuide, getGuide, listGuides } from '@academy/contract/guides';
import { getProgressOverlay } from '@academy/contract/progress';
import { getGuideWorkshop } from '@academy/contract/workshops';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { favorite, progressEvent } from '../db/tables.ts';
import { anItem, aWorkshop, someTags } from '../testing/an-item.ts';
import { publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

const guide = (id: string, more: Record<string, unknown> = {}, texts: Record<string, string> = {}) =>
  publishItem(
    app,
    'spring',
    anItem(
      'guide',
      { id: `spring-${id}`, slug: id, type: 'article', topics: ['testing'], level: 'beginner', ...more },
      {
        'description.md': `About ${id}.`,
        'summary.md': `**Summary** of ${id}.`,
        'content.md': `## Part of ${id}\n\nSecret text of ${id}.\n`,
        ...texts,
      },
    ),
  );

beforeAll(async () => {
  await guide('open');
  await guide('pro', { entitlements: ['pro'], topics: ['spring-boot'], level: 'advanced', duration: 600 });
  await guide('video', { type: 'video', entitlements: ['auth'], settings: { vimeo: 123456789 } });
  await guide('hidden', { status: 'unlisted' });
  await guide('draft', { status: 'draft' });
  await guide(
    'lab',
    { type: 'lab', entitlements: ['auth'], settings: { educates: 'lab-one' } },
    { 'preview.md': 'Start it.' },
  );
  await publishItem(app, 'spring', aWorkshop('lab-one'));
});

const slugsOf = (data: unknown) => (data as { guides: { slug: string }[] }).guides.map(({ slug }) => slug).sort();

describe('the list of guides', () => {
  it('contains live guides, for visitors and signed-in people alike', async () => {
    const bearer = await (await app.aPerson()).bearer();
    const all = ['lab', 'open', 'pro', 'video'];
    expect(slugsOf((await app.call(listGuides, {})).body.data)).toEqual(all);
    expect(slugsOf((await app.call(listGuides, {}, { bearer })).body.data)).toEqual(all);
  });

  it('has categories of type, level, topic and favorites, with published names', async () => {
    const before = await app.call(listGuides, {});
    expect(JSON.stringify(before.body.data)).not.toContain('Testing well');
    await publishItem(app, 'spring', someTags('spring', [{ slug: 'testing', name: 'Testing well' }]));
    const { categories } = (await app.call(listGuides, {})).body.data as { categories: unknown[] };
    expect(categories).toEqual([
      {
        categoryName: 'type',
        title: 'Type',
        options: [
          { name: 'article', title: 'Article', count: 2 },
          { name: 'lab', title: 'Lab', count: 1 },
          { name: 'video', title: 'Video', count: 1 },
        ],
      },
      expect.objectContaining({ categoryName: 'level' }),
      {
        categoryName: 'topic',
        title: 'Topic',
        options: [
          { name: 'spring-boot', title: 'Spring Boot', count: 1 },
          { name: 'testing', title: 'Testing well', count: 3 },
        ],
      },
      { categoryName: 'favorite', title: 'Favorites', count: 0 },
    ]);
  });

  it.each([
    [{ q: 'about OPEN' }, ['open']],
    [{ type: 'video' }, ['video']],
    [{ type: ['video', 'lab'] }, ['lab', 'video']],
    [{ level: 'advanced', topic: 'spring-boot' }, ['pro']],
    [{ topic: 'constructor' }, []],
  ])('is filtered by %j', async (query, slugs) => {
    const { body } = await app.call(listGuides, { query });
    expect(slugsOf(body.data)).toEqual(slugs);
    expect(body.data).toMatchObject({ totalElements: slugs.length });
  });

  it('is paged', async () => {
    const { body } = await app.call(listGuides, { query: { pageSize: '3', pageNumber: '1' } });
    expect(slugsOf(body.data)).toHaveLength(1);
    expect(body.data).toMatchObject({ totalElements: 4 });
  });
});

describe('a guide', () => {
  const details = async (slug: string, bearer?: string) =>
    app.call(getGuide, { query: { slug } }, bearer === undefined ? {} : { bearer });

  it('is read by a visitor when it is open', async () => {
    expect((await details('open')).body.data).toMatchObject({
      lessonId: 'spring-open',
      locked: null,
      summary: expect.stringContaining('<strong>Summary</strong>'),
      html: expect.stringContaining('Secret text'),
      headings: [{ text: 'Part of open' }],
      readingMinutes: 1,
    });
  });

  it('shows a visitor its title and a lock, and never its body', async () => {
    const { status, body, response } = await details('pro');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: 'Title of spring-pro', locked: 'pro', html: null, headings: [] });
    expect(response.body).not.toContain('Secret');
    expect((await details('video')).body.data).toMatchObject({ locked: 'auth', video: null });
  });

  it('opens for entitled people: a learner, a Pro member', async () => {
    const learner = await (await app.aPerson()).bearer();
    const pro = await (await app.aPerson({ pro: true })).bearer();
    expect((await details('pro', learner)).body.data).toMatchObject({ locked: 'pro', html: null });
    expect((await details('pro', pro)).body.data).toMatchObject({
      locked: null,
      html: expect.stringContaining('Secret'),
    });
    expect((await details('video', learner)).body.data).toMatchObject({ locked: null, video: { provider: 'vimeo' } });
  });

  it('is reached by address when it is unlisted, not as a draft', async () => {
    expect((await details('hidden')).status).toBe(200);
    expect((await details('draft')).status).toBe(404);
    expect((await app.call(getGuide, { query: { slug: 'open' } }, { tenant: 'kube' })).status).toBe(404);
  });

  it('carries the learner’s own state, in details, lists and overlay', async () => {
    const person = await app.aPerson();
    const bearer = await person.bearer();
    const { personId } = person;
    const about = { personId, tenantId: 'spring' };
    await app.database.db.insert(favorite).values({ ...about, kind: 'guide', id: 'spring-pro' });
    await app.database.db.insert(progressEvent).values({
      ...about,
      key: 'guide-done',
      itemKind: 'guide',
      itemId: 'spring-open',
      kind: 'completed',
      at: new Date(),
    });
    expect((await details('open', bearer)).body.data).toMatchObject({ progressStatus: 'Completed', isFavorite: false });
    const list = (await app.call(listGuides, {}, { bearer })).body.data as {
      guides: { slug: string; isFavorite: boolean }[];
      categories: unknown[];
    };
    expect(list.guides.filter(({ isFavorite }) => isFavorite)).toMatchObject([{ slug: 'pro' }]);
    expect(list.categories).toContainEqual({ categoryName: 'favorite', title: 'Favorites', count: 1 });
    const overlay = await app.call(getProgressOverlay, { query: { kind: 'guides' } }, { bearer });
    expect(overlay.body.data).toEqual({
      items: {
        'spring-open': {
          completedLesson: 1,
          lessonsCount: 1,
          progressStatus: 'Completed',
          isFavorite: false,
          locked: null,
          secondsLeft: 0,
        },
        'spring-pro': {
          completedLesson: 0,
          lessonsCount: 1,
          progressStatus: 'Not Started',
          isFavorite: true,
          locked: 'pro',
          secondsLeft: 600,
        },
      },
      favoriteCount: 1,
    });
  });
});

describe('completing a guide', () => {
  const complete = (lessonId: string, bearer: string, tenant = 'spring') =>
    app.call(completeGuide, { body: { lessonId, operationType: 'COMPLETE_LESSON' } }, { bearer, tenant });
  const events = async (personId: string) => {
    const rows = await app.database.db.select().from(progressEvent).where(eq(progressEvent.personId, personId));
    return rows.map(({ itemKind, itemId, kind }) => ({ itemKind, itemId, kind }));
  };

  it('is written to the ledger once and counts everywhere', async () => {
    const person = await app.aPerson();
    const bearer = await person.bearer();
    for (let n = 0; n < 3; n += 1) {
      const { status, body } = await complete('spring-open', bearer);
      expect([status, body.data]).toEqual([200, { progressStatus: 'Completed' }]);
    }
    expect(await events(person.personId)).toEqual([{ itemKind: 'guide', itemId: 'spring-open', kind: 'completed' }]);
    expect((await app.call(getGuide, { query: { slug: 'open' } }, { bearer })).body.data).toMatchObject({
      progressStatus: 'Completed',
    });
    const overlay = await app.call(getProgressOverlay, { query: { kind: 'guides' } }, { bearer });
    expect(overlay.body.data).toMatchObject({ items: { 'spring-open': { progressStatus: 'Completed' } } });
    const others = await (await app.aPerson()).bearer();
    expect((await app.call(getGuide, { query: { slug: 'open' } }, { bearer: others })).body.data).toMatchObject({
      progressStatus: 'Not Started',
    });
  });

  it('is refused for what is locked, and accepted as soon as it is open', async () => {
    const learner = await app.aPerson();
    expect((await complete('spring-pro', await learner.bearer())).status).toBe(403);
    expect(await events(learner.personId)).toEqual([]);
    expect((await complete('spring-pro', await (await app.aPerson({ pro: true })).bearer())).status).toBe(200);
  });

  it.each([
    ['spring-draft', 'spring'],
    ['spring-open', 'kube'],
    ['constructor', 'spring'],
  ])('is not found: %s in %s', async (id, tenant) => {
    expect((await complete(id, await (await app.aPerson()).bearer(), tenant)).status).toBe(404);
  });

  it('reaches an unlisted guide, which can be read by address', async () => {
    expect((await complete('spring-hidden', await (await app.aPerson()).bearer())).status).toBe(200);
  });
});

describe('the lab of a guide', () => {
  it('is read page by page once it is open', async () => {
    const bearer = await (await app.aPerson()).bearer();
    const lab = { params: { guideSlug: 'lab' } };
    const closed = await app.call(getGuideWorkshop, lab);
    expect(closed.body.data).toMatchObject({ locked: 'auth', workshopId: null, pages: [] });
    expect(closed.response.body).not.toContain('Secret');
    expect((await app.call(getGuideWorkshop, lab, { bearer })).body.data).toMatchObject({
      locked: null,
      available: true,
      workshopId: 'lab-one',
      labType: 'educates',
      pages: [
        { name: '01-start', title: 'Start here', exitSign: 'Go on', html: expect.stringContaining('Secret words') },
        { name: '02-go-on' },
      ],
    });
    expect((await app.call(getGuideWorkshop, { params: { guideSlug: 'open' } }, { bearer })).status).toBe(404);
  });
});
