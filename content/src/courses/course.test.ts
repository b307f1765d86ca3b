import { describe, expect, test } from 'vitest';
import { aCourse, aLesson, aPng, brief, build, built } from '../testing/content.ts';

/** A template variable, as authors write it. */
const variable = (name: string) => `$\{${name}}`;

describe('a course that is read from its folder', () => {
  test('has its lessons flat, in the order of the folder names', async () => {
    const course = await built(
      aCourse({
        '02-last/lesson.json': aLesson('last'),
        '02-last/content.md': 'x',
        '00-first/lesson.json': aLesson('first'),
        '00-first/content.md': 'x',
        'images/01-not-a-lesson.md': 'x',
      }),
    );
    expect(course.lessons.map(({ slug, orderColumn, parentId }) => [slug, orderColumn, parentId])).toEqual([
      ['first', 10, null],
      ['start', 20, null],
      ['hello', 30, 'spring-x-start'],
      ['lab', 40, 'spring-x-start'],
      ['last', 50, null],
    ]);
  });

  test('lets a lesson without entitlements inherit, and one with an empty list be public', async () => {
    const open = aLesson('hello', { entitlements: [] });
    const course = await built(aCourse({ '01-start/01-hello/lesson.json': open }));
    const entitlements = Object.fromEntries(course.lessons.map((lesson) => [lesson.slug, lesson.entitlements]));
    expect(entitlements).toEqual({ start: [], hello: [], lab: ['auth'] });
  });

  test('does not list a live lesson of an unlisted module', async () => {
    const module = { id: 'spring-x-start', slug: 'start', title: 'Start', status: 'unlisted' };
    const course = await built(aCourse({ '01-start/module.json': module }));
    expect(course.lessons.map(({ slug, status, listed }) => [slug, status, listed])).toEqual([
      ['start', 'unlisted', false],
      ['hello', 'live', false],
      ['lab', 'live', false],
    ]);
  });

  test('gives a module the sum of its live lessons', async () => {
    const module = { id: 'spring-x-start', slug: 'start', title: 'Start', status: 'live', duration: 3600 };
    const draft = aLesson('draft', { status: 'draft', duration: 999 });
    const course = await built(
      aCourse({ '01-start/module.json': module, '01-start/03-d/lesson.json': draft, '01-start/03-d/content.md': 'x' }),
    );
    expect(course.lessons.find(({ slug }) => slug === 'start')?.data.duration).toBe(120);
  });

  test('has levels and topics in normal form, each topic once', async () => {
    const file = {
      ...{ id: 'spring-x', slug: 'x', title: 'X', status: 'live' },
      ...{ level: 'Beginner', topics: ['Spring Boot', 'spring-boot', 'X.509'] },
    };
    const { data } = await built(aCourse({ 'course.json': file }));
    expect([data.level, data.topics]).toEqual(['beginner', ['spring-boot', 'x.509']]);
  });

  test('fills template variables in its template only', async () => {
    const template = `{"id":"spring-x","slug":"x","title":"${variable('TITLE')} $MORE${variable('UNSET')}.","status":"live"}`;
    const course = await built(
      aCourse({ 'course.template.json': template, '01-start/01-hello/content.md': `Set ${variable('TITLE')}.` }),
      { file: 'course.template.json', variables: { TITLE: 'A "quoted"\nname', MORE: 'x' } },
    );
    expect(course.title).toBe('A "quoted"\nname x.');
    expect(course.lessons[1]?.body.html).toBe(`<p>Set ${variable('TITLE')}.</p>`);
  });

  test('takes video ids as numbers or texts, prefers Brightcove and keeps Vimeo beside it', async () => {
    const settings = { vimeo: '790840694', brightcove: 6362060801112, brightcoveAutocomplete: true };
    const lesson = aLesson('hello', { type: 'video', settings });
    const course = await built(
      aCourse({ '01-start/01-hello/lesson.json': lesson, '01-start/01-hello/captions.de.vtt': 'WEBVTT\n' }),
    );
    expect(course.lessons[1]?.body.video).toEqual({
      provider: 'brightcove',
      videoId: '6362060801112',
      vimeoId: '790840694',
      autocomplete: true,
      tracks: [
        { src: expect.stringMatching(/^\/assets\/content\/[0-9a-f]{64}\.vtt$/), label: 'German', language: 'de' },
      ],
    });
  });

  test('never shows a left-over text in place of a lab', async () => {
    const course = await built(
      aCourse({
        '01-start/02-lab/content.md': 'Coming soon!',
        '01-start/02-lab/summary.md': 'You **will**',
        '01-start/02-lab/description.md': 'Do *it*',
        '01-start/02-lab/preview.md': 'Press start',
      }),
    );
    const lab = course.lessons[2];
    expect(lab?.body).toMatchObject({
      html: null,
      preview: '<p>Press start</p>',
      lab: { labType: 'educates', workshop: 'lab-x', labUrl: null },
    });
    expect(lab?.data).toMatchObject({ summary: '<p>You <strong>will</strong></p>', description: 'Do it' });
  });

  test('serves its own thumbnail and never fetches one of another host', async () => {
    const course = (thumbnail: string) => ({
      'course.json': { id: 'spring-x', slug: 'x', title: 'X', status: 'live', settings: { thumbnail } },
    });
    const own = await build(aCourse({ ...course('card.png'), 'card.png': aPng() }));
    expect(own.refused || (own.item.kind === 'course' && own.item.data.thumbnail)).toMatch(
      /^\/assets\/content\/\w{64}\.png$/,
    );
    expect(own.refused || own.assets.map(({ mediaType }) => mediaType)).toEqual(['image/png']);
    const remote = await build(aCourse(course('https://example.com/a.png')));
    expect(brief(remote.findings)).toEqual(['course.json:7 warning image-remote']);
    const none = await build(aCourse(course('none')));
    expect(none.findings).toEqual([]);
  });

  test('is found by its texts; modules and drafts are not', async () => {
    const video = aLesson('hello', { type: 'video', settings: { vimeo: 790840694 }, entitlements: [] });
    const course = await built(
      aCourse({
        'summary.md': '## Why\n\nBecause.',
        '01-start/01-hello/lesson.json': video,
        '01-start/01-hello/transcript.md': 'Spoken & *written*.',
        '01-start/02-lab/preview.md': 'Press start.',
        '02-d/lesson.json': aLesson('d', { status: 'draft' }),
        '02-d/content.md': 'x',
        '03-u/lesson.json': aLesson('u', { status: 'unlisted' }),
        '03-u/content.md': 'x',
      }),
    );
    expect(course.search).toEqual([
      {
        ...{ kind: 'course', id: 'spring-x', path: '/courses/x', title: 'X', headings: 'Why' },
        ...{ summary: 'A short text. Why Because.', text: '', entitlements: [], listed: true },
      },
      {
        ...{
          kind: 'lesson',
          id: 'spring-x-hello',
          path: '/courses/x/lessons/hello',
          title: 'hello',
          headings: 'Hello',
        },
        ...{ summary: '', text: 'Hello World Spoken & written.', entitlements: [], listed: true },
      },
      {
        ...{ kind: 'lesson', id: 'spring-x-lab', path: '/courses/x/lessons/lab', title: 'lab', headings: '' },
        ...{ summary: '', text: 'Press start.', entitlements: ['auth'], listed: true },
      },
      expect.objectContaining({ id: 'spring-x-u', listed: false }),
    ]);
  });

  test('accepts slugs with several dashes, unknown fields and odd durations', async () => {
    const lesson = aLesson('hello', { slug: 'a---b-', more: { x: 1 }, id: 'spring-x-hello' });
    const result = await build(aCourse({ '01-start/01-hello/lesson.json': lesson }));
    expect(result.findings).toEqual([]);
  });
});

const hello = '01-start/01-hello/lesson.json';
const lab = '01-start/02-lab/lesson.json';
const content = '01-start/01-hello/content.md';

/** What is wrong, the files that differ from a good course, and the finding. */
const BAD_INPUT: readonly [what: string, changes: Parameters<typeof aCourse>[0], finding: string][] = [
  ['a missing text of an article', { [content]: undefined }, `${content}:1 fatal file-missing`],
  ['a missing lesson.json', { [hello]: undefined }, `${hello}:1 fatal file-missing`],
  ['a missing module.json', { '01-start/module.json': undefined }, `${hello}:1 fatal parent-absent`],
  ['a missing course file', { 'course.json': undefined }, 'course.json:1 fatal file-missing'],
  ['broken JSON', { [hello]: '{\n "id": "spring-x-hello"\n "slug": "hello" }' }, `${hello}:3 fatal json-broken`],
  ['JSON that ends too early', { [hello]: '{\n "id": "a",\n' }, `${hello}:3 fatal json-broken`],
  ['a comma too many', { [hello]: '{\n "id": "a",\n}' }, `${hello}:2 fatal json-broken`],
  ['a comma too many in a list', { [hello]: '{\n "id": ["a",\n]}' }, `${hello}:2 fatal json-broken`],
  ['JSON that is a list', { [hello]: '\n[]' }, `${hello}:2 fatal json-broken`],
  ['JSON that is too deep', { [hello]: '['.repeat(30) }, `${hello}:1 fatal json-broken`],
  ['a duplicate id', { [lab]: aLesson('hello', { slug: 'other' }) }, `${lab}:2 fatal id-duplicate`],
  ['a duplicate slug', { [lab]: aLesson('lab', { slug: 'HELLO', type: 'lab' }) }, `${lab}:3 fatal slug-duplicate`],
  ['a malformed id', { [hello]: aLesson('hello', { id: '../x' }) }, `${hello}:2 fatal id-malformed`],
  ['a malformed slug', { [hello]: aLesson('hello', { slug: 'a b' }) }, `${hello}:3 fatal slug-malformed`],
  ['a slug of the wrong type', { [hello]: aLesson('hello', { slug: 5 }) }, `${hello}:3 fatal slug-missing`],
  [
    'a slug that is too long',
    { [hello]: aLesson('hello', { slug: 'a'.repeat(201) }) },
    `${hello}:3 fatal slug-malformed`,
  ],
  [
    'a lesson that names an absent parent',
    { [hello]: aLesson('hello', { parentId: 'gone' }) },
    `${hello}:8 fatal parent-absent`,
  ],
  [
    'a module in a module',
    { '01-start/03-m/module.json': aLesson('m') },
    '01-start/03-m/module.json:1 fatal course-too-deep',
  ],
  ['an image that is not there', { [content]: 'x\n\n![a](b.png)' }, `${content}:3 error image-missing`],
  [
    'an image outside of the folder',
    { [content]: 'x\n\n![a](../../../b.png)' },
    `${content}:3 fatal path-leaves-folder`,
  ],
  [
    'an image outside of the folder, disguised',
    { [content]: '![a](..%2f..%2f..%2fb.png)' },
    `${content}:1 fatal path-leaves-folder`,
  ],
  ['markup that runs script', { [content]: 'x\n\n<p onclick="x()">y</p>' }, `${content}:3 error script-removed`],
  ['an unknown type', { [hello]: aLesson('hello', { type: 'game' }) }, `${hello}:6 error type-unknown`],
  ['an unknown status', { [hello]: aLesson('hello', { status: 'hot' }) }, `${hello}:5 error status-unknown`],
  [
    'an unknown entitlement',
    { [hello]: aLesson('hello', { entitlements: ['vip'] }) },
    `${hello}:9 error entitlement-unknown`,
  ],
  ['a wrong type', { [hello]: aLesson('hello', { duration: '5 min' }) }, `${hello}:7 error field-type`],
  ['a negative duration', { [hello]: aLesson('hello', { duration: -1 }) }, `${hello}:7 error field-type`],
  ['a missing title', { [hello]: aLesson('hello', { title: '' }) }, `${hello}:4 error title-missing`],
  [
    'captions that are not UTF-8',
    {
      [hello]: aLesson('hello', { type: 'video', settings: { vimeo: '790840694' } }),
      '01-start/01-hello/captions.de.vtt': Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nGr\xfc\xdfe\n', 'latin1'),
    },
    '01-start/01-hello/captions.de.vtt:4 error text-not-utf8',
  ],
  ['a text that is not UTF-8', { [content]: Buffer.from([0xff, 0x41]) }, `${content}:1 error text-not-utf8`],
  [
    'a picture that is none',
    { [content]: '![a](b.png)', '01-start/01-hello/b.png': 'text' },
    '01-start/01-hello/b.png:1 error image-unreadable',
  ],
  [
    'a picture with too many pixels',
    { [content]: '![a](b.png)', '01-start/01-hello/b.png': aPng(60_000, 60_000) },
    '01-start/01-hello/b.png:1 fatal image-too-large',
  ],
  [
    'a named file that is missing',
    { 'course.json': { id: 'spring-x', slug: 'x', title: 'X', status: 'live', settings: { thumbnail: 'no.png' } } },
    'course.json:7 fatal file-missing',
  ],
  [
    'the prefix of another academy',
    { 'course.json': { id: 'kube-x', slug: 'x', title: 'X', status: 'live' } },
    'course.json:2 warning tenant-prefix',
  ],
  [
    'a course without lessons',
    { [hello]: undefined, [content]: undefined, [lab]: undefined },
    'course.json:1 warning lessons-none',
  ],
];

describe('bad input is reported with file, line and advice', () => {
  test.each(BAD_INPUT)('%s', async (_title, changes, expected) => {
    const result = await build(aCourse(changes));
    expect(brief(result.findings)).toContain(expected);
    expect(result.refused).toBe(expected.includes(' fatal '));
    const finding = result.findings[brief(result.findings).indexOf(expected)];
    expect(finding?.message.length).toBeGreaterThan(15);
  });

  test.each([
    [
      'a module by a part of its id',
      { [hello]: aLesson('hello', { parentId: 'start' }) },
      'did you mean "spring-x-start"?',
    ],
    [
      'a picture by its place in another tool',
      { [content]: '![a](/img/b.png)' },
      'copy it beside the text and write "./b.png"',
    ],
    [
      'a picture of a site',
      { [content]: '![a](@site/static/img/b.png)' },
      'copy it beside the text and write "./b.png"',
    ],
  ])('who names %s gets advice', async (_title, changes, advice) => {
    const { findings } = await build(aCourse(changes));
    expect(findings.map(({ message }) => message).join()).toContain(advice);
  });

  test('an invalid entitlement locks instead of opening', async () => {
    for (const entitlements of [['vip'], 'auth', {}]) {
      const course = await built(aCourse({ '01-start/01-hello/lesson.json': aLesson('hello', { entitlements }) }));
      expect(course.lessons[1]?.entitlements).toEqual(['pro']);
    }
  });

  // Shows security#own-keys
  test('a file cannot reach a prototype with its field names', async () => {
    const evil =
      '{"__proto__":{"id":"spring-x"},"constructor":1,"id":"spring-x-hello","slug":"hello","title":"T","type":"article"}';
    const course = await built(aCourse({ '01-start/01-hello/lesson.json': evil }));
    expect(course.lessons[1]?.title).toBe('T');
    expect(({} as Record<string, unknown>).id).toBeUndefined();
  });
});

describe('the hash of an item', () => {
  const template = (title: string) =>
    `{\n"id":"spring-x","slug":"x","title":"${title}","status":"live","settings":{\n"debug.updated":"${variable('DEBUG_DATE')}"}}`;
  const hash = async (title: string, variables: Record<string, string>) =>
    (await build(aCourse({ 'course.template.json': template(title) }), { file: 'course.template.json', variables }))
      .sourceHash;

  test('changes with any file, and with variables that readers see', async () => {
    const plain = await hash('A', {});
    expect(await hash('A', {})).toBe(plain);
    expect(await hash('B', {})).not.toBe(plain);
    expect(await hash(variable('NAME'), { NAME: 'a' })).not.toBe(await hash(variable('NAME'), { NAME: 'b' }));
  });

  test('does not change with the date of publishing', async () => {
    expect(await hash('A', { DEBUG_DATE: '1' })).toBe(await hash('A', { DEBUG_DATE: '2' }));
  });
});
