import { expect, test } from 'vitest';
import { aCourse, aLesson, build, built } from '../testing/content.ts';

const linksOf = (html: string | null | undefined) =>
  [...(html ?? '').matchAll(/<a href="([^"]*)"|<span>([^<]*)<\/span>/g)].map(([, href, text]) => href ?? text);

const inHello = (text: string) =>
  aCourse({
    '01-start/01-hello/content.md': text,
    '02-hooks/lesson.json': aLesson('use-hooks'),
    '02-hooks/content.md': '## Part\n\nText',
  });

test.each([
  ['../02-lab/content.md', '/courses/x/lessons/lab'],
  ['../02-lab/', '/courses/x/lessons/lab'],
  ['../02-lab', '/courses/x/lessons/lab'],
  ['../../02-hooks/content.md#part', '/courses/x/lessons/use-hooks#c-part'],
  ['../../02-hooks/index.mdx', '/courses/x/lessons/use-hooks'],
  ['../../02-hooks.md', '/courses/x/lessons/use-hooks'],
  ['/02-hooks/content.md', '/courses/x/lessons/use-hooks'],
  ['./02-lab/content.md', '/courses/x/lessons/lab'],
  ['02-lab/README.md', '/courses/x/lessons/lab'],
  ['content.md', '/courses/x/lessons/hello'],
  ['content.de.md', '/courses/x/lessons/hello'],
  ['../../summary.md', '/courses/x'],
])('a link to the file %s leads to its page', async (href, page) => {
  const result = await build(inHello(`[x](${href})`));
  if (result.refused || result.item.kind !== 'course') throw new Error(JSON.stringify(result.findings));
  expect(linksOf(result.item.lessons[1]?.body.html)).toEqual([page]);
  expect(result.findings.filter(({ file }) => file.endsWith('hello/content.md'))).toEqual([]);
  expect(result.links.map(({ href: to }) => to)).toEqual([page.replace('#c-', '#')]);
});

test.each([
  './use-hooks',
  './lab#x',
  '../lessons/use-hooks',
  '/02-hooks',
  '..',
  './',
  '?a=1',
  '../..',
  '//example.com/content.md',
])('the address %s stays as it is', async (href) => {
  const { lessons } = await built(inHello(`[x](${href})`));
  const [to] = linksOf(lessons[1]?.body.html);
  expect(to?.replace('#c-', '#').replace('https:', '')).toBe(href);
});

test.each([
  ['../hooks.md', 'Did you mean "/courses/x/lessons/use-hooks"?'],
  ['../9-hooks/content.md#part', 'Did you mean "/courses/x/lessons/use-hooks#part"?'],
  ['../other.mdx', 'such as /courses/<course>/lessons/<lesson> or /guides/<guide>'],
  ['@site/docs/intro.md', 'such as /courses/<course>/lessons/<lesson> or /guides/<guide>'],
])('a link to the missing file %s becomes text, with advice', async (href, advice) => {
  const result = await build(inHello(`[x](${href})`));
  const [told, ...others] = result.findings.filter(({ file }) => file.endsWith('hello/content.md'));
  expect(others).toEqual([]);
  expect(told).toMatchObject({ severity: 'warning', code: 'link-broken' });
  expect(told?.message).toContain(advice);
});

test('a link below a lesson to a file leads to its page', async () => {
  const links = [{ text: 'x', url: '../02-lab/content.md' }];
  const { lessons } = await built(
    aCourse({ '01-start/01-hello/lesson.json': aLesson('hello', { settings: { links } }) }),
  );
  expect(lessons[1]?.body.links).toEqual([{ text: 'x', url: '/courses/x/lessons/lab' }]);
});

test('a lesson of one folder named as the slug of another keeps its address', async () => {
  const { lessons } = await built(
    aCourse({
      'a/lesson.json': aLesson('b'),
      'b/lesson.json': aLesson('a'),
      'a/content.md': '[x](./a) [y](../b/content.md)',
      'b/content.md': 'x',
    }),
  );
  const html = lessons.find(({ slug }) => slug === 'b')?.body.html;
  expect(linksOf(html)).toEqual(['./a', '/courses/x/lessons/a']);
});
