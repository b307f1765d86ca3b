import { deleteContent, setContentStatus } from '@academy/contract/publishing';
import { type SearchResult, searchAcademy } from '@academy/contract/search';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';
import type { TenantScope } from '../values/scope.ts';
import { searchStore } from './search.store.ts';
import { termsOf } from './search-terms.ts';

const app = await startApp();

beforeAll(async () => {
  await publishCourse(
    app,
    'spring',
    aCourse({
      id: 'spring-boot-basics',
      title: 'Spring Boot basics',
      lessons: [
        {
          id: 'beans',
          title: 'Beans',
          content: '## Wiring\n\nThe container wires `@RestController` classes with Spring Boot.',
        },
        {
          id: 'certificates',
          title: 'Trust',
          content: 'Read an X.509 certificate, then C++ code and application.yml. Über Straßen: Café.',
        },
        {
          id: 'secret',
          title: 'Behind the desk',
          entitlements: ['auth'],
          content: '## Hidden heading\n\nThe marmalade stands here.',
        },
        {
          id: 'members',
          title: 'For members',
          entitlements: ['pro'],
          content: 'The chocolate stands here.',
        },
        { id: 'quiet', title: 'Unlisted lesson', status: 'unlisted', content: 'The marmalade is unlisted.' },
      ],
    }),
  );
  await publishItem(
    app,
    'spring',
    anItem(
      'guide',
      { id: 'spring-kubernetes', slug: 'on-kubernetes', title: 'Boot on Kubernetes', type: 'article' },
      { 'content.md': 'Microservices, コンテナを学ぶ. שלום עולם.' },
    ),
  );
  await publishItem(
    app,
    'spring',
    anItem(
      'guide',
      { id: 'spring-draft', slug: 'draft', title: 'Kubernetes draft', type: 'article', status: 'draft' },
      { 'content.md': 'x' },
    ),
  );
  await publishItem(
    app,
    'spring',
    anItem('instructor', { id: 'spring-ada', name: 'Ada Teacher' }, { 'bio.md': 'Teaches containers.' }),
  );
  await publishItem(
    app,
    'spring',
    anItem('page', { id: 'spring-faq', title: 'Questions' }, { 'content.md': 'How do containers work?' }),
  );
  await publishItem(
    app,
    'kube',
    anItem(
      'guide',
      { id: 'kube-own', slug: 'own', title: 'Kumquat on Kubernetes', type: 'article' },
      { 'content.md': 'x' },
    ),
  );
  await publishItem(
    app,
    'tanzu',
    anItem(
      'guide',
      { id: 'tanzu-pro', slug: 'pro', title: 'For members', type: 'article', entitlements: ['pro'] },
      { 'content.md': 'The chocolate stands here.' },
    ),
  );
});

const search = async (q: string, as: Parameters<typeof app.call>[2] = {}, more: object = {}) => {
  const { status, body } = await app.call(searchAcademy, { query: { q, ...more } }, as);
  expect(status).toBe(200);
  return body.data as SearchResult;
};
const hitsOf = ({ groups }: SearchResult) => groups.flatMap(({ hits }) => hits);
const idsOf = (result: SearchResult) => hitsOf(result).map(({ id }) => id);
const found = async (...given: Parameters<typeof search>) => idsOf(await search(...given)).sort();
const plain = (parts: { text: string; hit: boolean }[] = []) =>
  parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

describe('what is found', () => {
  it('is grouped by kind, with totals, the best hit first', async () => {
    const result = await search('boot');
    expect(result.groups.map(({ kind, total }) => [kind, total])).toEqual([
      ['course', 1],
      ['guide', 1],
      ['lesson', 1],
    ]);
    const [course, , lesson] = hitsOf(result);
    expect(course).toMatchObject({ path: '/courses/spring-boot-basics', parent: null, locked: null });
    expect(plain(course?.title)).toBe('Spring [Boot] basics');
    expect(lesson).toMatchObject({ path: '/courses/spring-boot-basics/lessons/beans', parent: 'Spring Boot basics' });
    expect(plain(lesson?.excerpt)).toContain('classes with Spring [Boot].');
  });

  it('has the words in title before headings before text', async () => {
    await publishItem(app, 'spring', anItem('page', { id: 'rank-text', title: 'One' }, { 'content.md': 'quokka' }));
    await publishItem(
      app,
      'spring',
      anItem('page', { id: 'rank-heading', title: 'Two' }, { 'content.md': '## Quokka\n\nx' }),
    );
    await publishItem(app, 'spring', anItem('page', { id: 'rank-title', title: 'The quokka' }, { 'content.md': 'x' }));
    expect(idsOf(await search('quokka'))).toEqual(['rank-title', 'rank-heading', 'rank-text']);
  });

  it.each([
    ['the beginning of a word', 'kube', ['spring-kubernetes']],
    ['another form of a word', 'containers wired', ['beans']],
    ['the beginning behind a whole word', 'spring bo', ['beans', 'spring-boot-basics']],
    ['an annotation', '@RestController', ['beans']],
    ['a name with a dot', 'x.509', ['certificates']],
    ['a name with signs', 'c++', ['certificates']],
    ['a file', 'application.yml', ['certificates']],
    ['a part of a file name', 'application', ['certificates']],
    ['words with a dash between', 'spring-boot', ['beans', 'spring-boot-basics']],
    ['a phrase', '"wires RestController classes"', ['beans']],
    ['letters without their accents', 'uber strassen cafe', ['certificates']],
    ['other case', 'KUBERNETES', ['spring-kubernetes']],
    ['a script without spaces', 'コンテナ', ['spring-kubernetes']],
    ['a script from right to left', 'שלום', ['spring-kubernetes']],
    ['a person', 'ada', ['spring-ada']],
    ['filler words', 'what is a restcontroller', ['beans']],
  ])('is what has %s: %s', async (_what, q, ids) => {
    const result = await search(q);
    expect(idsOf(result).sort()).toEqual(ids);
    expect([result.corrected, result.allWords]).toEqual([null, true]);
  });

  it("is not a text with a phrase's words in another order", async () => {
    expect((await search('"classes wires"')).total).toBe(0);
  });

  it.each([
    ['sprnig boot', 'spring boot', 'spring-boot-basics'],
    ['kuberntes', 'kubernetes', 'spring-kubernetes'],
    ['micorservices', 'microservices', 'spring-kubernetes'],
    ['certifcate x.509', 'certificate x 509', 'certificates'],
    ['kubrnets', 'kubernetes', 'spring-kubernetes'],
    ['kubrne', 'kubernetes', 'spring-kubernetes'],
  ])('is searched by what was meant: %s', async (typed, meant, id) => {
    const result = await search(typed);
    expect(result.corrected).toBe(meant);
    expect(idsOf(result)).toContain(id);
  });

  it('has some of the words when nothing has all of them', async () => {
    const result = await search('kubernetes xylophone');
    expect([result.allWords, result.corrected, idsOf(result)]).toEqual([false, null, ['spring-kubernetes']]);
  });

  it.each(['zzqxv', '!!!', '*', '" "', "'", '\\', ':* & |', '😀', 'whom', '<->', '💥 <script>'])(
    'is nothing for %s',
    async (q) => {
      expect(await search(q)).toEqual({ total: 0, groups: [], corrected: null, allWords: true });
    },
  );

  it('is paged for one kind, with the totals of the others', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7])
      await publishItem(
        app,
        'spring',
        anItem('page', { id: `many-${number}`, title: `Wombat ${number}` }, { 'content.md': 'x' }),
      );
    const [group] = (await search('wombat')).groups;
    expect([group?.total, group?.hits.length]).toEqual([7, 5]);
    const of = (pageNumber: number) => found('wombat', {}, { kind: 'page', pageNumber, pageSize: 4 });
    expect((await of(0)).concat(await of(1)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `many-${number}`));
    expect(await of(Number.MAX_SAFE_INTEGER)).toEqual([]);
    const other = await search('boot', {}, { kind: 'guide' });
    expect(other.groups.map(({ kind, total, hits }) => [kind, total, hits.length])).toEqual([
      ['course', 1, 0],
      ['guide', 1, 1],
      ['lesson', 1, 0],
    ]);
    expect(other.total).toBe(3);
  });
});

it('has few hits of each kind without a kind', async () => {
  for (let number = 0; number < 12; number += 1)
    await publishItem(
      app,
      'tanzu',
      anItem('page', { id: `numbat-${number}`, title: `Numbat ${number}` }, { 'content.md': 'x' }),
    );
  const hits = async (more: object) => {
    const [group] = (await search('numbat', { tenant: 'tanzu' }, { pageSize: 100, ...more })).groups;
    return [group?.total, group?.hits.length];
  };
  expect(await hits({})).toEqual([12, 10]);
  expect(await hits({ kind: 'page' })).toEqual([12, 12]);
});

it('the more hits there are, the shorter the searched excerpts', async () => {
  const content = `The axolotl swims. ${'And it goes on and on. '.repeat(1_000)}`;
  const lessons = Array.from({ length: 40 }, (_, number) => ({ id: `lake-${number}`, content }));
  await publishCourse(app, 'kube', aCourse({ id: 'kube-lake', title: 'The lake', lessons }));
  const lengths = async (count: number) => {
    const question = {
      ...{ terms: termsOf('axolotl'), allWords: true, opened: [], kind: 'lesson' as const },
      ...{ from: 0, count },
    };
    const { kinds } = await searchStore(app.database.db).together((reads) =>
      reads.find('kube' as TenantScope, question),
    );
    return kinds.flatMap(({ hits }) => hits.map(({ text }) => text.length));
  };
  expect(await lengths(2)).toEqual([20_000, 20_000]);
  const many = await lengths(40);
  expect(many).toHaveLength(40);
  expect(many.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(300_000);
  const [hit] = hitsOf(await search('axolotl', { tenant: 'kube' }, { kind: 'lesson', pageSize: 40 }));
  expect(plain(hit?.excerpt)).toContain('The [axolotl] swims.');
});

it('hits in texts alone occur once each', async () => {
  const lessons = Array.from({ length: 130 }, (_, index) => ({
    id: `narwhal-${index}`,
    title: `Lesson ${index}`,
    content: 'A narwhal swims by.',
  }));
  await publishCourse(app, 'kube', aCourse({ id: 'kube-sea', title: 'The sea', lessons }));
  const pages: string[] = [];
  for (const pageNumber of [0, 1, 2])
    pages.push(...idsOf(await search('narwhal', { tenant: 'kube' }, { kind: 'lesson', pageNumber, pageSize: 50 })));
  expect(pages).toHaveLength(130);
  expect(new Set(pages).size).toBe(130);
  expect((await search('narwhal', { tenant: 'kube' })).groups).toMatchObject([{ kind: 'lesson', total: 130 }]);
});

describe('what is locked', () => {
  it('is found by title and summary, and shows no more than these', async () => {
    const [hit] = hitsOf(await search('behind the desk'));
    expect(hit).toMatchObject({ id: 'secret', locked: 'auth' });
    expect(plain(hit?.excerpt)).toBe('About secret. Summary of secret.');
    expect(await found('"summary of secret"')).toEqual(['secret']);
  });

  it('is not found or suggested by locked words', async () => {
    for (const q of [
      'marmalade',
      'marmal',
      'marmelade',
      'hidden heading',
      '"marmalade stands"',
      'chocolate',
      'chocolat',
      'chocloate',
    ])
      expect(await search(q), q).toEqual({ total: 0, groups: [], corrected: null, allWords: true });
    // One word of the title and one of the text.
    expect(await search('desk marmalade')).toMatchObject({ allWords: false, corrected: null });
  });

  it('opens to entitled viewers', async () => {
    const user = { bearer: await (await app.aPerson()).bearer() };
    const pro = { bearer: await (await app.aPerson({ pro: true })).bearer() };
    const former = { bearer: await (await app.aPerson({ expiredPro: true })).bearer() };
    const [hit] = hitsOf(await search('marmelade', user));
    expect(hit).toMatchObject({ id: 'secret', locked: null });
    expect(plain(hit?.excerpt)).toBe('Hidden heading The [marmalade] stands here.');
    for (const as of [user, former]) expect(await found('chocolate', as)).toEqual([]);
    expect(await found('chocolate', pro)).toEqual(['members']);
  });

  it('opens to everybody with an account where the brand says so', async () => {
    const user = { bearer: await (await app.aPerson()).bearer(), tenant: 'tanzu' };
    expect(await found('chocolate', { tenant: 'tanzu' })).toEqual([]);
    expect(hitsOf(await search('for members', { tenant: 'tanzu' }))[0]).toMatchObject({ locked: 'auth' });
    expect(await found('chocolate', user)).toEqual(['tanzu-pro']);
  });
});

describe('what is never found', () => {
  it("is unlisted, draft or another academy's content", async () => {
    expect(await found('unlisted')).toEqual([]);
    expect(await found('draft')).toEqual([]);
    expect(await found('kumquat')).toEqual([]);
    expect((await search('kunquat')).corrected).toBeNull();
    expect(await found('kumquat', { tenant: 'kube' })).toEqual(['kube-own']);
  });

  it('is removed or hidden content, from the next search on', async () => {
    const as = {
      tenant: 'spring',
      bearer: await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']),
    };
    const params = { kind: 'page', id: 'spring-gone' } as const;
    await publishItem(app, 'spring', anItem('page', { id: 'spring-gone', title: 'Platypus' }, { 'content.md': 'x' }));
    expect(await found('platypus')).toEqual(['spring-gone']);
    await app.call(setContentStatus, { params, body: { status: 'unlisted' } }, as);
    expect(await found('platypus')).toEqual([]);
    await app.call(setContentStatus, { params, body: { status: 'live' } }, as);
    expect(await found('platypus')).toEqual(['spring-gone']);
    await app.call(deleteContent, { params }, as);
    expect(await found('platypus')).toEqual([]);
  });
});

describe('odd input', () => {
  it.each([
    ['an empty text', { q: '' }],
    ['spaces', { q: '   ' }],
    ['too long a text', { q: 'x'.repeat(201) }],
    ['an unknown kind', { q: 'x', kind: 'test' }],
    ['a page before the first', { q: 'x', kind: 'page', pageNumber: -1 }],
    ['too large a page', { q: 'x', pageSize: 101 }],
    ['an unknown key', { q: 'x', order: 'title' }],
    ['NUL', { q: 'a\0b' }],
  ])('%s is refused', async (_what, query) => {
    expect((await app.call(searchAcademy, { query: query as never })).status).toBe(400);
  });

  it('is accepted up to the limit', async () => {
    for (const q of [
      'x '.repeat(100).trim(),
      '漢'.repeat(200),
      `"${'a b '.repeat(49)}`,
      '(('.repeat(100),
      "'a' & ".repeat(33),
    ])
      await search(q);
  });
});

it('a personal reply is not cached, a public one is revalidated', async () => {
  const bearer = await (await app.aPerson()).bearer();
  const own = await app.call(searchAcademy, { query: { q: 'boot' } }, { bearer });
  expect(own.response.headers['cache-control']).toBe('no-store');
  const { response } = await app.call(searchAcademy, { query: { q: 'boot' } });
  expect(response.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(response.headers.vary).toContain('authorization');
});
