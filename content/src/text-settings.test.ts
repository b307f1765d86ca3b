import { describe, expect, test } from 'vitest';
import { aCourse, brief, build, built, builtItem } from './testing/content.ts';

const LESSON = '01-start/01-hello/content.md';

async function lessonOf(content: string) {
  const files = aCourse({ [LESSON]: content });
  const course = await built(files);
  const { findings } = await build(files);
  const lesson = course.lessons.find(({ slug }) => slug === 'hello');
  return { html: lesson?.body.html ?? '', headings: lesson?.body.headings, findings, lines: brief(findings) };
}

describe('settings of other tools at the head of a text', () => {
  test('are left out of the text, with a finding that names the JSON file', async () => {
    const { html, headings, lines, findings } = await lessonOf(
      '---\ntitle: hello\nsidebar_position: 3\ntags: [tea, water]\n---\n\n## Water\n\nfirst.\n',
    );
    expect(html).toBe('<h2 id="c-water">Water</h2>\n<p>first.</p>');
    expect(headings).toEqual([{ id: 'c-water', text: 'Water' }]);
    expect(lines).toEqual([`${LESSON}:3 warning front-matter-left-out`]);
    expect(findings[0]?.message).toContain('"sidebar_position", "tags" at the head of the text are left out');
    expect(findings[0]?.message).toContain('lesson.json');
  });

  test('that say the same as the JSON file are no finding, others conflict', async () => {
    expect((await lessonOf('---\ntitle: hello\nduration: 60\n---\nWater')).lines).toEqual([]);
    const { lines, html } = await lessonOf('+++\ntitle = "Other"\n+++\nWater');
    expect(lines).toEqual([`${LESSON}:2 warning front-matter-conflict`]);
    expect(html).toBe('<p>Water</p>');
  });

  test('may end with three dots', async () => {
    const { html, lines } = await lessonOf('---\ntitle: hello\n...\n\nWater');
    expect([html, lines]).toEqual(['<p>Water</p>', []]);
  });

  test('that are no valid YAML are left out with the line of the mistake', async () => {
    const { html, lines } = await lessonOf('---\ntitle: Tea: green\nweight: 2\n---\nWater');
    expect(html).toBe('<p>Water</p>');
    expect(lines).toEqual([`${LESSON}:2 warning front-matter-left-out`]);
  });

  test.each([
    ['without an end', '---\ntitle: hello\nweight: 2\n\nWater'],
    ['of one line without an end', '---\ntitle: hello\n\nWater'],
    ['in JSON', '{\n  "title": "hello"\n}\n\nWater'],
  ])('%s are shown as text, with a finding', async (_name, text) => {
    expect((await lessonOf(text)).lines).toEqual([`${LESSON}:1 warning front-matter-shown`]);
  });

  test('keep the lines of findings about the text', async () => {
    const { lines } = await lessonOf('---\ntitle: hello\n---\n\n[on](#nowhere)');
    expect(lines).toEqual([`${LESSON}:5 warning anchor-missing`]);
  });

  test.each([
    ['a rule', '---\n\nWater comes first.\n\nNote: hot.\n\n---\n\nTea'],
    ['a rule that is never closed', '---\ntitle: x'],
    ['a rule above two lines', '---\nWater comes first,\nthen: tea.\n\n---\n'],
  ])('are not taken from a text that begins with %s', async (_name, text) => {
    const { html, lines } = await lessonOf(text);
    expect(html).toContain('<hr>');
    expect(lines).toEqual([]);
  });

  test('are left out of every text of every kind of item', async () => {
    const head = '---\nlayout: post\n---\n';
    const guide = { id: 'spring-g', slug: 'g', title: 'G', status: 'live', type: 'article', topics: [] };
    const { item, findings } = await builtItem('guide', {
      'guide.json': guide,
      'description.md': `${head}Short.`,
      'summary.md': `${head}Sum.`,
      'content.md': `${head}Text.`,
    });
    expect(item.data.description).toBe('Short.');
    expect(item.data.summary).toBe('<p>Sum.</p>');
    expect(item.body.html).toBe('<p>Text.</p>');
    expect(findings).toEqual(
      ['content.md', 'description.md', 'summary.md'].map((file) => `${file}:2 warning front-matter-left-out`),
    );
  });
});
