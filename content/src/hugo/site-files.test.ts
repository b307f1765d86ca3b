import { afterEach, describe, expect, test } from 'vitest';
import { page, publish, removeSites } from './testing.ts';

afterEach(removeSites);

const GUIDE = { 'content/guides/tea.md': page('title: Tea') };
const unread = (told: readonly string[]) =>
  told.filter((line) => line.endsWith('file-unread')).map((line) => line.replace(/:1 warning.*/, ''));

describe('pages of a portal', () => {
  test('in folders of their own are guides, after those beside the section', async () => {
    const { items, told } = await publish({
      'content/guides/black/tea.md': page('title: Black tea'),
      'content/guides/black/milk/index.md': page('title: Milk'),
      ...GUIDE,
    });
    expect(items).toEqual(['guide tanzu-milk', 'guide tanzu-guides-black-tea', 'guide tanzu-tea']);
    expect(unread(told)).toEqual([]);
  });

  test('that belong to no item are named once', async () => {
    const { told } = await publish({
      ...GUIDE,
      'content/guides/_index.md': page('title: Guides', 'All about tea.'),
      'content/guides/pot/index.md': page('title: Pot'),
      'content/guides/pot/part/lid.md': 'The lid.',
      'content/guides/cup.adoc': '= Cup',
      'content/guides/Spoon.MD': 'Spoon',
      'content/learningpaths/way.md': page('title: Way'),
      'content/blog/one.md': page('title: One'),
      'content/blog/two.md': page('title: Two'),
      'content/about.md': 'About us',
      'content/empty/_index.md': page('title: Empty', ''),
    });
    expect(unread(told)).toEqual([
      'content/about.md',
      'content/blog/one.md',
      'content/guides/Spoon.MD',
      'content/guides/_index.md',
      'content/guides/cup.adoc',
      'content/guides/pot/part/lid.md',
      'content/learningpaths/way.md',
    ]);
  });

  test('that Hugo hides by a date are readable here, which is told', async () => {
    const { told } = await publish({
      'content/guides/tea.md': page('title: Tea\npublishDate: 2999-01-01\nexpiryDate: 2999-01-01'),
      'content/guides/milk.md': page('title: Milk\nexpiryDate: 2020-01-01\ndate: 2019-01-01'),
      'content/guides/pot.md': page('title: Pot\ndate: 2999-01-01\ndraft: true'),
    });
    expect(told).toEqual([
      'content/guides/milk.md:3 warning page-not-hidden',
      'content/guides/tea.md:3 warning page-not-hidden',
    ]);
  });

  test('have their settings in JSON, too', async () => {
    const { guide, told } = await publish({
      'content/guides/tea.md':
        '{\n  "title": "Green tea",\n  "description": "hot }",\n  "tags": ["hot"]\n}\n\n{"a": 1} is no setting.\n',
      'content/guides/milk.md': '{\n  "title": "Milk"\n  "tags": []\n}\nText\n',
    });
    expect(guide('tea')).toMatchObject({ title: 'Green tea', data: { topics: ['hot'] } });
    expect(guide('tea').body.html).toBe('<p>{"a": 1} is no setting.</p>');
    expect(told).toEqual(['content/guides/milk.md:3 fatal front-matter-broken']);
  });

  test('are linked by the addresses that their settings name', async () => {
    const { guide } = await publish({
      'content/guides/tea.md': page('title: Tea\nslug: green-tea\nurl: /hot/tea/'),
      'content/guides/milk.md': page('title: Milk', '[a](/guides/green-tea/) [b](/hot/tea) [c](../green-tea)'),
    });
    expect(guide('milk').body.html?.match(/"\/guides\/tea"/g)).toHaveLength(3);
  });
});

describe('languages of a site', () => {
  const german = (html: string | null | undefined) => expect(html).toBe('<p>Zum <a href="/guides/milk">Tee</a></p>');
  const milk = page('title: Milk');

  test.each([
    ['in endings', 'content/guides/tea.md', 'content/guides/tea.de.md', 'content/guides/milk.md'],
    ['in all endings', 'content/guides/tea.en.md', 'content/guides/tea.de.md', 'content/guides/milk.en.md'],
    ['in folders', 'content/en/guides/tea.md', 'content/de/guides/tea.md', 'content/en/guides/milk.md'],
    ['of bundles', 'content/guides/tea/index.md', 'content/guides/tea/index.de.md', 'content/guides/milk.md'],
  ])('%s are translations of an item', async (_name, own, translation, other) => {
    const { guide, items, told } = await publish({
      [own]: page('title: Tea', 'To [tea](/guides/milk)'),
      [translation]: page('title: Tee', 'Zum [Tee](../milk)'),
      [other]: milk,
    });
    expect(items).toEqual(['guide tanzu-milk', 'guide tanzu-tea']);
    const translated = guide('tea').translations?.de;
    expect(translated?.title).toBe('Tee');
    german((translated?.body as { html?: string } | undefined)?.html);
    expect(told).toEqual([]);
  });

  test('that the academies do not have are named once', async () => {
    const { items, told } = await publish({
      'content/en/guides/tea.md': page('title: Tea'),
      'content/fr/guides/tea.md': page('title: The'),
      'content/fr/guides/milk.md': page('title: Lait'),
      'content/en/guides/tea.es.md': page('title: Te'),
      'content/en/guides/node.js.md': page('title: Node'),
    });
    expect(items).toEqual(['guide tanzu-node.js', 'guide tanzu-tea']);
    expect(unread(told)).toEqual(['content/en/guides/tea.es.md', 'content/fr/guides/milk.md']);
  });
});

test('pages of one name in different chapters have their chapters in their addresses', async () => {
  const { course, told } = await publish({
    'content/_index.md': page('title: Tea'),
    'content/green/_index.md': page('title: Green'),
    'content/green/intro.md': page('title: Intro'),
    'content/black/_index.md': page('title: Black'),
    'content/black/intro.md': page('title: Intro'),
  });
  expect(course('my-site').lessons.map(({ slug }) => slug)).toEqual(['black', 'black-intro', 'green', 'green-intro']);
  expect(told).toEqual([]);
});

test('a missing picture of a site gets advice that is true for sites', async () => {
  const { told, messages } = await publish({ 'content/guides/tea.md': page('title: Tea', '![Cup](/images/cup.png)') });
  expect(told).toEqual(['content/guides/tea.md:5 error image-missing']);
  expect(messages.join()).toContain('add the file or mend the path');
});
