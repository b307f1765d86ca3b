import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PageRequest, WebEntry } from '@academy/contract/web-entry';
import { tenant } from '@academy/tenants/spring/tenant';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../testing/catalogue.ts';
import { runtimeAt } from '../testing/runtime.ts';

const entry = fileURLToPath(new URL('../dist/server/entry-server.js', import.meta.url));
const built = existsSync(entry);
if (!built) console.warn('The web has not been built: its screens are not tested. Build it with ./academy build.');
const web: WebEntry = built ? await import(/* @vite-ignore */ entry) : ({} as WebEntry);

const origin = 'http://spring.localhost:3000';
const asked: unknown[] = [];
const call: PageRequest['call'] = async ({ name }, input) => {
  // Every page shows the academy's alerts.
  if (name !== 'listPublicAlerts') asked.push([name, input]);
  return catalogue(name, input) as never;
};
const page = (path: string, search = '') => {
  const { config } = runtimeAt(origin, tenant);
  return web.renderPage({ path, search, origin, tenant, config, call, correlationId: 'c' });
};
/** The text that a reader sees, without the data of the page. */
async function textOf(path: string, search = ''): Promise<string> {
  const { html } = await page(path, search);
  const root = html.slice(html.indexOf('<div id="root">'), html.indexOf('id="page-data"'));
  return root.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

describe.skipIf(!built)('the list of guides', () => {
  test('shows 24 guides and the way to the rest', async () => {
    const { html } = await page('/guides');
    expect(html.match(/<article/g)).toHaveLength(24);
    expect(html).toContain('href="/guides?page=2"');
    expect(await textOf('/guides')).toMatch(/230 guides .* Page 1 of 10/);
  });

  test('has its second page at an own address with an own title', async () => {
    const { html } = await page('/guides', 'page=10&utm=1');
    expect(html).toContain(`<link rel="canonical" href="${origin}/guides?page=10">`);
    expect(html.match(/<article/g)).toHaveLength(14);
    expect(html).toContain('<title>Guides, page 10 - Spring Academy</title>');
  });

  test('has no page behind the last', async () => {
    expect((await page('/guides', 'page=11')).status).toBe(404);
    for (const none of ['99999', '0', '-1', 'two', '1e3'])
      expect([none, (await page('/guides', `page=${none}`)).status]).toEqual([none, 404]);
  });

  test('lets the server narrow down by the words and options of the address', async () => {
    asked.length = 0;
    const { status, html } = await page('/guides', 'q=Guide+77&topic=java&type=article&type=none&favorite=true');
    expect([status, html.match(/<article/g)?.length]).toEqual([200, 1]);
    expect(asked).toEqual([
      ['listGuides', { query: { allWhenSmall: 'true' } }],
      ['listGuides', { query: { q: 'Guide 77', topic: ['java'], type: ['article'], pageNumber: 0, pageSize: 24 } }],
    ]);
  });

  test('says so when nothing fits', async () => {
    expect(await textOf('/guides', 'q=nothing')).toContain('No guide matches your filters');
  });

  test('marks a locked guide', async () => {
    expect(await textOf('/guides')).toMatch(/Log in .* Guide 2/);
  });
});

describe.skipIf(!built)('a guide', () => {
  test('shows its facts, its summary, its text and where its headings are', async () => {
    const text = await textOf('/guides/guide-0');
    for (const part of ['Guide 0', 'Article', '2 min read', '20 min', 'Ann Example', 'Summary of the guide', 'Text of'])
      expect(text).toContain(part);
    expect((await page('/guides/guide-0')).html).toContain('href="#c-b"');
    expect(text).toContain('Transcript');
  });

  test('that is locked shows its summary and what opens it', async () => {
    const text = await textOf('/guides/guide-2');
    expect(text).toContain('Summary of the guide');
    expect(text).toContain('Log in to continue');
    expect(text).not.toContain('Transcript');
  });

  test('with a lab leads to it', async () => {
    const { html } = await page('/guides/guide-1');
    expect(html).toContain('What the lab is like');
    expect(html).toContain('href="/guides/guide-1/lab"');
  });
});

describe.skipIf(!built)('a learning path', () => {
  test('shows its steps in order: open courses, a missing one, the exam', async () => {
    const text = await textOf('/paths/route');
    expect(text).toMatch(/Step rest .*Step lost Not available in this academy yet .*Step exam Exam/);
    const { html } = await page('/paths/route');
    expect(html).toContain('href="/courses/rest"');
    expect(html).not.toContain('href="/courses/lost"');
  });

  test('in the list says how many steps it has', async () => {
    expect(await textOf('/paths')).toContain('1 course and 1 exam');
  });
});

describe.skipIf(!built)('a generic page', () => {
  test('shows its title and text', async () => {
    expect(await textOf('/terms')).toMatch(/Terms of Use .*What holds/);
    expect((await page('/terms')).html).toContain('<meta name="robots" content="all">');
  });

  test('that is not listed is kept out of search engines', async () => {
    expect((await page('/unlisted')).html).toContain('<meta name="robots" content="noindex">');
  });

  test('that leads on sends its readers there before anything is shown', async () => {
    expect(await page('/moved')).toMatchObject({ status: 302, location: '/courses', html: '' });
    expect(await page('/outside')).toMatchObject({ status: 302, location: 'https://example.org/terms' });
  });

  test.each(['/evil', '/script', '/itself', '/there', '/back'])('%s leads nowhere but is read here', async (path) => {
    expect((await page(path)).status).toBe(200);
  });
});

describe.skipIf(!built)('a lab', () => {
  const lab = '/courses/rest/lessons/first/lab';

  test('opens with its first page and the way on in its own words', async () => {
    const text = await textOf(lab);
    expect(text).toMatch(/The start .*First steps .*Begin now/);
    expect(text).not.toContain('Further steps');
    expect((await page(lab)).html).toContain(`href="${lab}?page=exercises%2F01-more"`);
  });

  test('has every page at an address of its own', async () => {
    const { html, status } = await page(lab, 'page=exercises/01-more');
    expect(status).toBe(200);
    expect(web.normalFormOf(lab, 'page=exercises/01-more')?.address).toBe(`${lab}?page=exercises%2F01-more`);
    // A name like any other.
    expect(web.normalFormOf(lab, 'page=1')?.address).toBe(`${lab}?page=1`);
    expect(html).toContain('<title>More - The lab - Spring Academy</title>');
    expect((await page(lab, 'page=none')).status).toBe(404);
  });

  test('that is locked shows what opens it, whatever page is asked for', async () => {
    const { status } = await page('/courses/rest/lessons/second/lab', 'page=x');
    expect(status).toBe(200);
    expect(await textOf('/courses/rest/lessons/second/lab')).toContain(tenant.pro.title);
  });

  test('on another platform is a link that opens outside', async () => {
    const { html } = await page('/courses/rest/lessons/third/lab');
    expect(html).toMatch(/<a[^>]+href="https:\/\/labs\.example\.org\/x"[^>]+rel="noopener noreferrer"/);
    expect(await textOf('/courses/rest/lessons/third/lab')).toContain('opens outside the academy, at labs.example.org');
  });

  test('without published pages says so', async () => {
    expect(await textOf('/courses/rest/lessons/fourth/lab')).toContain('not published in this academy');
  });
});

describe.skipIf(!built)('a knowledge check', () => {
  const check = '/courses/rest/lessons/second/knowledge-check';

  test('shows introduction, questions, options and hint, and no closing words before an answer', async () => {
    const text = await textOf(check);
    expect(text).toMatch(/1 question .*80 % needed to pass .*Before the questions .*Question 1 · Several answers/);
    expect(text).toMatch(/What is rest \? .*Sleep .*An architecture .*Hint .*Think of the evening/);
    expect(text).not.toContain('After the questions');
  });

  test('that is locked says what to do, and no number of questions', async () => {
    const text = await textOf('/courses/rest/lessons/third/knowledge-check');
    expect(text).toContain('Log in to continue');
    expect(text).not.toContain('questions');
  });

  test('stands in the outline of its course and has the title of its lesson', async () => {
    const { html } = await page(check);
    expect(html).toContain('<title>The second lesson - Spring Academy</title>');
    expect(html).toContain('aria-label="Course outline"');
    expect(html).not.toContain('Mark complete');
  });
});

describe.skipIf(!built)('an address of nothing', () => {
  test('of a lesson that has moved leads to its course and to the search', async () => {
    const { status, html } = await page('/courses/rest/lessons/hot-water');
    expect(status).toBe(404);
    expect(html).toContain('href="/courses/rest"');
    expect(html).toContain('href="/search?q=hot+water"');
    const text = await textOf('/courses/rest/lessons/hot-water');
    expect(text).toContain('Sorry, the page you are looking for');
    expect(text).toMatch(/Go to the course .+ Back to home page/);
  });

  test('of a course or guide that has moved leads to the search alone', async () => {
    for (const path of ['/courses/no-such/lessons/hot-water', '/guides/hot-water', '/hot-water']) {
      const { status, html } = await page(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain('href="/search?q=hot+water"');
      expect(html).not.toContain('Go to the course');
    }
  });
});
