import { symlink, truncate } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { afterEach, describe, expect, test } from 'vitest';
import { findItems, itemOfFile, loadItem } from '../find-items.ts';
import { aPng, brief } from '../testing/content.ts';
import { findSites } from './hugo-site.ts';
import { KINDS, page, publish, removeSites, site } from './testing.ts';

afterEach(removeSites);

const PORTAL = {
  'content/team/ada-l/_index.md': page(
    'name: Ada L\ndescription: Engineer\nskills: Kubernetes\ntwitter: "@ada"\nlinkedin: ada-l\ngithub: ada\nwebsite: https://ada.example\nfacebook: ""',
    'Hello.\n\n<!--more-->\n\nMore.',
  ),
  'content/guides/one/index.md': page(
    "title: One\ndate: '2021-04-14'\nlastmod: 2021-04-14T10:00:00Z\ntags: [Spring Boot, Getting Started]\nteam:\n- Ada L\n- Nobody Known\ndescription: About one\naliases:\n- /guides/old/first-one",
    'See [two](../two) and [two again](/guides/two/#part).\n\n<!--more-->\n\n![a](images/a.png#diagram) ![b](/images/b.png) ![c](/images/c.png)',
  ),
  'content/guides/one/images/a.png': aPng(),
  'static/images/b.png': aPng(4, 4),
  'content/guides/two.md': page(
    'title: Two\ndraft: true\nlinktitle: 2\ntags:',
    'Back to [one](/guides/old/first-one/).',
  ),
  'content/guides/_index.md': page('title: All guides'),
  'content/workshops/lab-x.md': page(
    'title: Lab X\nlab: lab-x\nlength: 15-30\nhidden: true\nsummary:\n- Short words',
    'Before.',
  ),
  'content/learningpaths/way/_index.md': page(
    'title: The Way\nweight: -1\nduration: 5\nexperience: Beginner\ndescription: Where to go\ntags: [Kubernetes]',
    'Begin with [b](./b/).',
  ),
  'content/learningpaths/way/a.md': page(
    'title: Step A\nweight: 2\nteam: Ada L',
    'Then [b](../b/) and [one](/guides/one).',
  ),
  'content/learningpaths/way/b.md': page('title: Step B\nweight: 1\ncontentPage: /guides/one/index.md', ''),
  'content/learningpaths/way/c.md': page('title: Step C\nweight:\ncontentPage: guides/gone', ''),
  'content/topicgroups/_index.md': '',
};

describe('a Hugo portal', () => {
  test('contains guides, labs, authors, and a path with a course for each learning path', async () => {
    const { items, told } = await publish(PORTAL);
    expect(items).toEqual([
      'instructor tanzu-ada-l',
      'course tanzu-way',
      'guide tanzu-one',
      'guide tanzu-two',
      'guide tanzu-lab-x',
      'path tanzu-way',
    ]);
    expect(told.filter((line) => line.includes('fatal'))).toEqual([]);
  });

  test('a guide has topics from tags and authors by their names', async () => {
    const { guide, told } = await publish(PORTAL);
    expect(guide('one').data).toMatchObject({
      type: 'article',
      topics: ['spring-boot', 'getting-started'],
      instructors: ['tanzu-ada-l'],
      description: 'About one',
    });
    expect(told).toContain('content/guides/one/index.md:8 warning instructor-unknown');
    expect(guide('two').status).toBe('draft');
  });

  test('the text before <!--more--> is the summary, the rest is the body', async () => {
    const { guide, instructor } = await publish(PORTAL);
    expect(guide('one').data.summary).toMatch(/^<p>See .*<\/p>$/);
    expect(guide('one').body.html).not.toContain('See ');
    expect(instructor('ada-l').data.description).toBe('Hello.');
    expect(instructor('ada-l').data.bio).toMatch(/^<p>Hello.<\/p>\s*<p>More.<\/p>$/);
  });

  test('links between pages lead to our pages, also by former addresses', async () => {
    const { guide, course } = await publish(PORTAL);
    expect(guide('one').data.summary).toContain('<a href="/guides/two">two</a>');
    expect(guide('one').data.summary).toContain('<a href="/guides/two#c-part">two again</a>');
    expect(guide('two').body.html).toContain('<a href="/guides/one">one</a>');
    expect(course('way').lessons[1]?.body.html).toContain('<a href="/courses/way/lessons/b">b</a>');
    expect(course('way').data.summary).toContain('<a href="/courses/way/lessons/b">b</a>');
  });

  test("images are found beside the page and in the site's folder", async () => {
    const { guide, told } = await publish(PORTAL);
    expect(guide('one').body.html?.match(/<img /g)).toHaveLength(2);
    expect(told).toContain('content/guides/one/index.md:18 error image-missing');
  });

  test('a learning path is one step: the course of its pages', async () => {
    const { path: learningPath, course } = await publish(PORTAL);
    expect(learningPath('way').data).toMatchObject({
      steps: [{ type: 'course', id: 'tanzu-way' }],
      level: 'beginner',
      topics: ['kubernetes'],
      description: 'Where to go',
    });
    expect(course('way').lessons.map(({ lessonId, title, data }) => [lessonId, title, data.duration])).toEqual([
      ['tanzu-way--b', 'Step B', 120],
      ['tanzu-way--a', 'Step A', 120],
      ['tanzu-way--c', 'Step C', 60],
    ]);
    expect(course('way').data.instructors).toEqual(['tanzu-ada-l']);
  });

  test("a step may show another page's text; a missing one is reported", async () => {
    const { course, told } = await publish(PORTAL);
    expect(course('way').lessons[0]?.body.html).toContain('<a href="/guides/two">two</a>');
    expect(course('way').lessons[2]?.body.html).toBeNull();
    expect(told).toContain('content/learningpaths/way/c.md:4 error content-page-missing');
  });

  test('a workshop is a lab guide, unlisted when it is hidden', async () => {
    const { guide } = await publish(PORTAL);
    expect(guide('lab-x')).toMatchObject({
      status: 'unlisted',
      data: { type: 'lab', duration: 1800, description: 'Short words' },
      body: { html: null, preview: '<p>Before.</p>', lab: { labType: 'educates', workshop: 'lab-x' } },
    });
  });

  test('accounts of an author become addresses', async () => {
    const { instructor } = await publish(PORTAL);
    expect(instructor('ada-l').data).toMatchObject({
      credentials: 'Engineer',
      twitter: 'https://twitter.com/ada',
      linkedin: 'https://www.linkedin.com/in/ada-l',
      github: 'https://github.com/ada',
      website: 'https://ada.example/',
    });
  });

  test('a page whose settings are broken is refused alone', async () => {
    const { items, told } = await publish({ ...PORTAL, 'content/guides/bad.md': '---\ntitle: [\n---\n\nText' });
    expect(items).toHaveLength(6);
    expect(told.filter((line) => line.includes('fatal'))).toEqual([
      'content/guides/bad.md:2 fatal front-matter-broken',
    ]);
  });

  test('one page can be named on its own', async () => {
    const root = await site(PORTAL);
    const found = await itemOfFile('guide', path.join(root, 'content/guides/two.md'));
    expect(found?.identity).toEqual({ slug: 'two' });
    expect(await itemOfFile('guide', path.join(root, 'content/team/ada-l/_index.md'))).toBeNull();
  });
});

const COURSE = {
  'content/_index.md': page('title: Primer\nweight: 1', '* [1](010_start/)'),
  'content/010_start/_index.md': page(
    'title: "1. Start"\nweight: 10',
    'See [pods]({{< ref "appendix/710_pod" >}}).\n\n## Start Quiz\n\nThink first.\n\n{{< quizdown >}}\n\n## Which?\n\n- [ ] a\n- [x] b\n\n{{< /quizdown >}}\n\n## Success\n\nDone.',
  ),
  'content/020_next/_index.md': '+++\ntitle = "2. Next"\nweight = 20\n+++\nBack to [start](../010_start).',
  'content/appendix/_index.md': page('title: Appendix\nweight: 700', '# Appendix'),
  'content/appendix/710_pod.md': page('title: Pods\nweight: 710', 'After [next]({{< ref "020_next#part" >}}).'),
};

describe('a Hugo course', () => {
  test('has a lesson for each chapter and a module for each section', async () => {
    const { course, items, told } = await publish(COURSE, 'k8s_primer');
    expect(items).toEqual(['course tanzu-k8s_primer']);
    expect(told).toEqual(['content/010_start/_index.md:14 warning quiz-grade-missing']);
    const { lessons, title } = course('k8s_primer');
    expect(title).toBe('Primer');
    expect(lessons.map(({ lessonId, slug, type, parentId }) => [lessonId, slug, type, parentId])).toEqual([
      ['tanzu-k8s_primer--start', 'start', 'article', null],
      ['tanzu-k8s_primer--start-knowledge-check', 'start-knowledge-check', 'knowledge-check', null],
      ['tanzu-k8s_primer--next', 'next', 'article', null],
      ['tanzu-k8s_primer--appendix', 'appendix', 'module', null],
      ['tanzu-k8s_primer--pod', 'pod', 'article', 'tanzu-k8s_primer--appendix'],
    ]);
  });

  test('a folder of pages without a page of its own is a reported module', async () => {
    const { course, told } = await publish({
      'content/_index.md': page('title: Primer'),
      'content/basics/20_pots.md': page(
        'title: Pots\nweight: 20',
        'After [cups](../10_cups) and [milk](../../02-first_steps/deep/milk).',
      ),
      'content/basics/10_cups.md': page('title: Cups\nweight: 10'),
      'content/02-first_steps/deep/milk.md': page('title: Milk'),
      'content/02-first_steps/leaf/index.md': page('title: Leaf'),
      'content/02-first_steps/leaf/notes.md': 'Not a page.',
    });
    const { lessons } = course('my-site');
    expect(lessons.map(({ title, type, parentId }) => [title, type, parentId])).toEqual([
      ['First steps', 'module', null],
      ['Milk', 'article', 'tanzu-my-site--02-first_steps'],
      ['Leaf', 'article', 'tanzu-my-site--02-first_steps'],
      ['Basics', 'module', null],
      ['Cups', 'article', 'tanzu-my-site--basics'],
      ['Pots', 'article', 'tanzu-my-site--basics'],
    ]);
    expect(lessons.at(-1)?.body.html).toContain('<a href="/courses/my-site/lessons/milk">milk</a>');
    expect(told).toEqual([
      'content/02-first_steps/leaf/notes.md:1 warning file-unread',
      'content/02-first_steps/deep/milk.md:1 warning section-without-page',
      'content/02-first_steps/deep/milk.md:1 warning section-without-page',
      'content/basics/10_cups.md:1 warning section-without-page',
    ]);
  });

  test('questions leave the chapter with their heading, and the rest stays', async () => {
    const { course } = await publish(COURSE);
    const [chapter, check] = course('my-site').lessons;
    expect(chapter?.body.html).toContain('Done.');
    expect(chapter?.body.html).not.toContain('Quiz');
    expect(check?.title).toBe('Knowledge check: Start');
    expect(check?.knowledgeCheck?.intro).toContain('Think first.');
    expect(check?.knowledgeCheck?.questions).toHaveLength(1);
  });

  test('references lead to the lessons', async () => {
    const { course } = await publish(COURSE);
    const [start, , next, , pod] = course('my-site').lessons;
    expect(start?.body.html).toContain('<a href="/courses/my-site/lessons/pod">pods</a>');
    expect(next?.body.html).toContain('<a href="/courses/my-site/lessons/start">start</a>');
    expect(pod?.body.html).toContain('<a href="/courses/my-site/lessons/next#c-part">next</a>');
    expect(course('my-site').data.summary).toContain('<a href="/courses/my-site/lessons/start">1</a>');
  });

  test('two pages with the same name keep their numbers', async () => {
    const { course } = await publish({ ...COURSE, 'content/030_pod/_index.md': page('title: Pod\nweight: 30') });
    expect(course('my-site').lessons.map(({ slug }) => slug)).toEqual([
      'start',
      'start-knowledge-check',
      'next',
      '030_pod',
      'appendix',
      '710_pod',
    ]);
  });

  test('the pages of a lab are no course', async () => {
    const root = await site({
      'workshop/content/_index.md': page('title: L'),
      'workshop/content/a/_index.md': page('title: A'),
    });
    expect(await findItems(KINDS, root)).toEqual([]);
  });
});

describe('limits of a site', () => {
  const options = { tenantId: 'tanzu', tenants: ['tanzu'], variables: {} } as const;
  const load = async (root: string, kinds: readonly (typeof KINDS)[number][] = ['guide']) =>
    Promise.all((await findItems(kinds, root)).map((found) => loadItem(found, options)));
  const GUIDE = { 'content/guides/a.md': page('title: A', '![x](/secret.png)') };

  test.each(['static', 'assets', 'content/guides/more', 'content/guides/b.md'])(
    'a symbolic link in the place of %s is refused and not followed',
    async (link) => {
      const root = await site(GUIDE);
      const outside = await site({ 'secret.png': aPng(), 'secret.md': page('title: Secret') }, 'outside');
      await symlink(link.endsWith('.md') ? path.join(outside, 'secret.md') : outside, path.join(root, link));
      const [loaded, ...more] = await load(root);
      expect(more).toEqual([]);
      expect(loaded?.item).toBeNull();
      expect(brief(loaded?.findings ?? [])).toEqual([`${link}:1 fatal link-refused`]);
    },
  );

  test('a page that is too large is reported, not lost', async () => {
    const root = await site({ ...GUIDE, 'content/guides/big.md': page('title: Big') });
    await truncate(path.join(root, 'content/guides/big.md'), CONTENT_LIMITS.textBytes + 1);
    const loaded = await load(root);
    expect(loaded.map(({ found, item }) => [found.file, item?.id])).toEqual([
      ['content/guides/a.md', 'tanzu-a'],
      ['content/guides/big.md', undefined],
    ]);
    expect(loaded.flatMap(({ findings }) => brief(findings))).toEqual(['content/guides/big.md:1 fatal file-too-large']);
  });

  test('pages in folders that are too deep are reported', async () => {
    const deep = `content/guides/${'x/'.repeat(9)}`;
    const [loaded] = await load(await site({ ...GUIDE, [`${deep}a.md`]: page('title: Deep') }));
    expect(loaded?.item).toBeNull();
    expect(brief(loaded?.findings ?? [])).toEqual([`content/guides/${'x/'.repeat(7)}x:1 fatal folder-too-deep`]);
  });

  test('too many files are reported, with the ignored ones', async () => {
    const root = await site({ ...GUIDE, 'static/1.png': aPng(), 'static/2.png': aPng() });
    const told = async (files: number) =>
      (await findSites(root, { files, depth: 8 })).map((one) => brief(one.findings));
    expect(await told(3)).toEqual([[]]);
    expect(await told(2)).toEqual([['static:1 warning files-too-many']]);
    expect(await told(0)).toEqual([['content/guides:1 fatal files-too-many', 'static:1 warning files-too-many']]);
  });
});
