import type { ContentKind } from '@academy/contract/publishing';
import { describe, expect, test } from 'vitest';
import { buildItem } from '../../build.ts';
import { externalLinks } from '../../found-links.ts';
import type { SourceFiles } from '../../source-files.ts';
import { aCourse, brief, filesOf } from '../../testing/content.ts';
import type { CheckedItem } from './checked-item.ts';
import { checkCatalogue } from './index.ts';

async function checked(kind: ContentKind, file: string, files: SourceFiles): Promise<CheckedItem> {
  const tenantId = 'spring';
  const result = await buildItem(kind, files, { file, tenantId, variables: {} });
  if (result.refused) throw new Error(JSON.stringify(result.findings));
  return { tenantId, item: result.item, links: result.links, files, file };
}

const aPage = (slug: string, content: string, changes: object = {}) =>
  checked(
    'page',
    'page.json',
    filesOf({
      'page.json': { id: `spring-${slug}`, slug, title: slug, status: 'live', ...changes },
      'content.md': content,
    }),
  );
const anInstructor = (slug: string) =>
  checked(
    'instructor',
    'instructor.json',
    filesOf({ 'instructor.json': { id: `spring-${slug}`, name: slug, slug, status: 'live', settings: {} } }),
  );
const course = (changes: Parameters<typeof aCourse>[0] = {}) => checked('course', 'course.json', aCourse(changes));

async function findingsOf(...items: (CheckedItem | Promise<CheckedItem>)[]): Promise<string[]> {
  return checkCatalogue(await Promise.all(items)).flatMap(brief);
}

describe('links between items', () => {
  const FAQ = '## Prices\n\nText\n\n<a name="old"></a>\n\nMore';

  test('to a course, a lesson, a heading and screens of the academy are valid', async () => {
    const text = [
      '[a](/courses/x) [b](/courses/x/lessons/hello) [c](/courses/x/lessons/hello#hello) [d](/courses/x/lessons/lab/lab)',
      '[e](./faq#prices) [f](/faq/#old) [g](/courses) [h](/contact) [i](/) [j](https://example.com/courses/nope)',
    ].join('\n');
    expect(await findingsOf(course(), aPage('about', text), aPage('faq', FAQ))).toEqual([]);
  });

  test('that lead to nothing are reported with file and line', async () => {
    const text = 'Text\n\n[a](/courses/none)\n\n[b](/courses/x/lessons/none)\n\n[c](./none)\n';
    expect(await findingsOf(course(), aPage('about', text), aPage('faq', FAQ))).toEqual([
      'content.md:3 warning link-broken',
      'content.md:5 warning link-broken',
      'content.md:7 warning link-broken',
    ]);
  });

  test('to a missing lesson of the same course are always reported', async () => {
    const changes = { '01-start/01-hello/content.md': '[a](/courses/x/lessons/none) [b](./none) [c](./lab#x)\n' };
    const told = checkCatalogue([await course(changes)]).flat();
    expect(told.map(({ message }) => message.split(';')[0])).toEqual([
      'the link "/courses/x/lessons/none" leads to no lesson of this content',
      'the link "./none" leads to no lesson of this content',
      'the page /courses/x/lessons/lab has no heading or anchor "x"',
    ]);
    expect(told.every(({ message }) => !message.includes('another folder'))).toBe(true);
  });

  test('to a file of another renderer are reported, with the place for it', async () => {
    const told = checkCatalogue([await aPage('about', '[a](/files/guide.pdf) [b](/guides/a/x.zip)')]).flat();
    expect(told.map(({ message }) => message.split('; ')[1])).toEqual([
      'put the file into the folder of the text, and write "./guide.pdf"',
      'put the file into the folder of the text, and write "./x.zip"',
    ]);
  });

  test('by the address of another tool are reported, with the page of that name', async () => {
    const told = checkCatalogue([await course(), await aPage('about', '[a](/docs/basics/hello)')]).flat();
    expect(told.map(({ message }) => message.split('; ')[1])).toEqual(['did you mean "/courses/x/lessons/hello"?']);
  });

  test('to a missing heading are reported', async () => {
    expect(await findingsOf(aPage('about', '[a](/faq#price)'), aPage('faq', FAQ))).toEqual([
      'content.md:1 warning anchor-missing',
    ]);
  });

  test('lead to the heading in the page, whose ids carry our prefix', async () => {
    const { item } = await aPage('about', '[a](/faq#prices)');
    expect(JSON.stringify(item)).toContain('/faq#c-prices');
  });

  test('to a draft are reported, except from a draft', async () => {
    const draft = aPage('faq', FAQ, { status: 'draft' });
    expect(await findingsOf(aPage('about', '[a](/faq)'), draft)).toEqual(['content.md:1 warning link-to-draft']);
    expect(await findingsOf(aPage('about', '[a](/faq)', { status: 'draft' }), draft)).toEqual([]);
  });

  test('to content that another folder may publish are reported as possible', async () => {
    const page = await aPage('about', '[a](/courses/other) [b](/guides/other) [c](/paths/other)');
    const told = checkCatalogue([page]).flat();
    expect(told.map(({ code }) => code)).toEqual(['link-broken', 'link-broken', 'link-broken']);
    expect(told.every(({ message }) => message.endsWith('If another folder publishes it, all is well'))).toBe(true);
  });

  test("to the academy's content are valid, and others are reported as broken", async () => {
    const page = await aPage('about', '[a](/courses/other/lessons/any#x)\n\n[b](/guides/other)\n\n[c](/guides/none)');
    const elsewhere = [
      { tenantId: 'spring', kind: 'course' as const, id: 'spring-other', slug: 'other', status: 'live' as const },
      { tenantId: 'spring', kind: 'guide' as const, id: 'spring-g', slug: 'other', status: 'draft' as const },
      { tenantId: 'kube', kind: 'guide' as const, id: 'kube-none', slug: 'none', status: 'live' as const },
    ];
    const told = checkCatalogue([page], elsewhere).flat();
    expect(brief(told)).toEqual(['content.md:3 warning link-to-draft', 'content.md:5 warning link-broken']);
    expect(told[1]?.message).not.toContain('another folder');
  });

  test('in the references of a lesson and in buttons count, too', async () => {
    const lesson = {
      id: 'spring-x-hello',
      slug: 'hello',
      title: 'H',
      status: 'live',
      type: 'article',
      settings: { links: [{ text: 'a', url: '/guide-that-was' }] },
    };
    const button =
      '@@@conditional-cta\n{ "text": "Go", "icon": "", "attrGuest": "href=\\"/gone\\"", "attrAuth": "", "attrPro": "" }\n@@@\n';
    const changes = { '01-start/01-hello/lesson.json': lesson, '01-start/01-hello/content.md': button };
    expect(await findingsOf(course(changes), aPage('faq', FAQ))).toEqual([
      '01-start/01-hello/content.md:1 warning link-broken',
      expect.stringMatching(/^01-start\/01-hello\/lesson\.json:\d+ warning link-broken$/),
    ]);
  });

  test('to other hosts are collected, each once', async () => {
    const { links } = await aPage(
      'about',
      '[a](https://example.com/a)\n\n[b](http://example.com/a) [c](mailto:a@b.example)',
    );
    expect(externalLinks(links)).toEqual([{ file: 'content.md', line: 1, href: 'https://example.com/a' }]);
  });
});

describe('what may be meant', () => {
  const messages = async (...items: (CheckedItem | Promise<CheckedItem>)[]) =>
    checkCatalogue(await Promise.all(items)).flatMap((list) => list.map(({ message }) => message));

  test.each([
    ['/courses/x/lessons/helo', 'did you mean "/courses/x/lessons/hello"?'],
    ['/course/x', 'did you mean "/courses/x"?'],
    ['/courses/spring-x', 'did you mean "/courses/x"?'],
    ['/pricing-faqs', 'did you mean "/pricing-faq"?'],
  ])('by the link %s is named', async (href, advice) => {
    const [told] = await messages(course(), aPage('about', `[a](${href})`), aPage('pricing-faq', 'Text'));
    expect(told).toContain(advice);
  });

  test('is not the next one of a series', async () => {
    const [told] = await messages(aPage('about', '[a](./part-2)'), aPage('part-1', 'Text'));
    expect(told).toContain('mend it, or publish what it names');
  });

  test.each([
    ['spring-anne', 'Did you mean "spring-annex"?'],
    ['annex', 'Did you mean "spring-annex"?'],
    ['spring-bob', 'add one or mend the id'],
  ])('by the instructor %s is named', async (id, advice) => {
    const json = { id: 'spring-x', slug: 'x', title: 'X', status: 'live', instructors: [id] };
    const [told] = await messages(course({ 'course.json': json }), anInstructor('annex'));
    expect(told).toContain(advice);
  });
});

describe('redirecting pages', () => {
  const leadsTo = (slug: string, to: string, changes: object = {}) =>
    aPage(slug, `\n<meta http-equiv="refresh" content="0; url=${to}">`, changes);
  const loop = 'content.md:2 warning redirect-loop';

  test('to each other are reported, each of them', async () => {
    expect(await findingsOf(leadsTo('a', '/b'), leadsTo('b', '/c#x'), leadsTo('c', '/a/?x=1'))).toEqual([
      ...[loop, loop, loop],
    ]);
  });

  test.each(['/a', '/a?x', '/a#y', '/a/'])('to themselves as %s are reported', async (to) => {
    expect(await findingsOf(leadsTo('a', to))).toEqual([loop]);
  });

  test('to a page, another site or another cycle are no cycle', async () => {
    const others = [leadsTo('b', '/faq'), leadsTo('c', 'https://example.com/c'), aPage('faq', 'Text')];
    expect(await findingsOf(leadsTo('a', '/b'), ...others)).toEqual([]);
    expect(await findingsOf(leadsTo('a', '/b'), leadsTo('b', '/b'))).toEqual([loop]);
  });
});

describe('items that name each other', () => {
  const withInstructor = (id: string) =>
    course({
      'course.json': { id: 'spring-x', slug: 'x', title: 'X', status: 'live', order: 5, instructors: [id] },
    });

  test('a course names instructors with a profile', async () => {
    expect(await findingsOf(withInstructor('spring-ada'), anInstructor('ada'))).toEqual([]);
    expect(await findingsOf(withInstructor('spring-eve'), anInstructor('ada'))).toEqual([
      expect.stringMatching(/^course\.json:\d+ warning instructor-missing$/),
    ]);
    const alone = await withInstructor('spring-eve');
    const told = checkCatalogue([alone]).flat();
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('If another folder publishes it')]);
    const eve = {
      tenantId: 'spring',
      kind: 'instructor' as const,
      id: 'spring-eve',
      slug: 'eve',
      status: 'live' as const,
    };
    expect(checkCatalogue([alone], [eve]).flat()).toEqual([]);
  });

  test('an exam names a course that is there', async () => {
    const exam = (named: string) => {
      const test = { id: 'spring-e', slug: 'e', title: 'E', status: 'live', settings: { course: named } };
      return checked('test', 'test.json', filesOf({ 'test.json': test }));
    };
    expect(await findingsOf(course(), exam('spring-x'))).toEqual([]);
    const told = checkCatalogue([await course(), await exam('x')]).flat();
    expect(brief(told)).toEqual([expect.stringMatching(/^test\.json:\d+ warning test-course$/)]);
    expect(told[0]?.message).toContain('Did you mean "spring-x"?');
  });

  test('a learning path names courses that are there', async () => {
    const steps = [
      { type: 'course', id: 'spring-x' },
      { type: 'course', id: 'spring-y' },
      { type: 'test', id: 'spring-exam' },
    ];
    const files = filesOf({ 'path.json': { id: 'spring-p', slug: 'p', title: 'P', status: 'live', steps } });
    expect(await findingsOf(course(), checked('path', 'path.json', files))).toEqual([
      expect.stringMatching(/^path\.json:\d+ warning step-missing$/),
    ]);
  });

  test('two items share neither id nor slug, and two courses no lesson', async () => {
    expect(await findingsOf(aPage('faq', 'A'), aPage('about', 'B', { slug: 'faq' }))).toEqual([
      'page.json:3 fatal slug-duplicate',
    ]);
    const other = course({
      'course.json': { id: 'spring-z', slug: 'z', title: 'Z', status: 'live', order: 5 },
    });
    expect(await findingsOf(course(), other)).toEqual(['01-start/module.json:2 fatal id-duplicate']);
  });

  test('a copied course is reported once, at the copy, with both folders', async () => {
    const original = { ...(await course()), folder: 'courses/x' };
    const copy = { ...(await course()), folder: 'courses/a-copy' };
    for (const items of [
      [copy, original],
      [original, copy],
    ]) {
      const told = checkCatalogue(items);
      expect(told[items.indexOf(original)]).toEqual([]);
      expect(told[items.indexOf(copy)]).toMatchObject([
        { file: 'course.json', severity: 'fatal', code: 'id-duplicate' },
      ]);
      expect(told.flat()[0]?.message).toBe(
        'the course id "spring-x" is used by both courses/x and courses/a-copy; give the copy a new id. The same goes for its slug and 3 lessons',
      );
    }
  });
});
