import { expect, test } from 'vitest';
import { searchEntry } from './search-entry.ts';
import { aCourse, aPng, built, render } from './testing/content.ts';

const entry = (html: (string | null)[], texts: string[] = [], summary: string | null = null) =>
  searchEntry({
    kind: 'guide',
    id: 'spring-g',
    path: '/guides/g',
    title: 'G',
    entitlements: [],
    listed: true,
    texts,
    summary,
    html,
  });
const found = async (markdown: string, files = new Map<string, Uint8Array>()) =>
  entry([(await render(markdown, { files })).html]);

test('a page is found by its headings, its public texts and its body', async () => {
  const { html } = await render('## How *it* works\n\nText.\n\n### A `Bean` & more\n\nEnd.');
  expect(entry([html, null], ['In short.'], '<h2>Why</h2><p>Because.</p>')).toMatchObject({
    headings: 'Why\nHow it works\nA Bean & more',
    summary: 'In short. Why Because.',
    text: 'How it works Text. A Bean & more End.',
  });
});

test('words stay whole where markup stands inside of them', async () => {
  expect((await found('un**believ**able, H~2~O and [link](https://example.com)ed')).text).toContain('unbelievable');
  const code = '```java\nSystem.out.println(new CashCard());\n```';
  expect((await found(code)).text).toBe('System.out.println(new CashCard());');
});

test('neighbours stay apart: cells, items, lines', async () => {
  const { text } = await found('| one | two |\n|---|---|\n| three | four |\n\n- five\n- six\n\nseven  \neight');
  expect(text).toBe('one two three four five six seven eight');
});

test('words of buttons and labels are not found, those of the author are', async () => {
  const text = [
    '```bash\nls\n```',
    '![A map of it](https://example.com/a.png)',
    '@@@brightcove\n{ "id": 6315000000000 }\n@@@',
    '![Three boxes](a.png)',
  ].join('\n\n');
  const entry = await found(text, new Map([['01-a/a.png', aPng()]]));
  expect(entry.text).toBe('ls A map of it Three boxes');
});

test('signs of markup are found as they are read', async () => {
  expect((await found('`List<String>` &amp; `a && b` &lt;b&gt; "q" &nbsp;x')).text).toBe(
    'List<String> & a && b <b> "q" x',
  );
});

test('text is cut at its limit, never inside a character', () => {
  const { text, headings, summary } = entry(
    [`<h2>${'x'.repeat(30_000)}</h2><p>${'😀'.repeat(150_000)}&#xd800;</p>`],
    ['😀'.repeat(15_001)],
  );
  expect(summary).toHaveLength(20_000);
  expect(text.length).toBeLessThanOrEqual(200_000);
  expect(headings).toHaveLength(20_000);
  expect(text.isWellFormed()).toBe(true);
  expect(entry(['<h2>&#xd800;</h2>']).headings).toBe('\ufffd');
});

test('the index of a long page is made in time', () => {
  const started = process.threadCpuUsage();
  entry([`${'<p title="a>b"'.repeat(20_000)}${'<'.repeat(50_000)}${'<h2>'.repeat(5_000)}`]);
  entry(['<figcaption class="code-caption">'.repeat(5_000)]);
  expect(cpuMs(process.threadCpuUsage(started))).toBeLessThan(2_000);
});

test('a lesson is found by its transcript by entitled viewers', async () => {
  const video = {
    id: 'spring-x-film',
    slug: 'film',
    title: 'Film',
    status: 'live',
    type: 'video',
    settings: { brightcove: 6_315_000_000_000 },
  };
  const course = await built(
    aCourse({ '02-film/lesson.json': video, '02-film/transcript.md': 'Welcome to **caching**.' }),
  );
  expect(course.search.find(({ id }) => id === 'spring-x-film')).toMatchObject({
    kind: 'lesson',
    path: '/courses/x/lessons/film',
    text: expect.stringContaining('Welcome to caching.'),
    entitlements: ['auth'],
    listed: true,
  });
});

/** CPU time, so that other work on the machine does not count, ms. */
function cpuMs({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1000;
}
