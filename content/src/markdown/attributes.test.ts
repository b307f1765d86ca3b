import { expect, test } from 'vitest';
import { aPng, brief, filesOf, render } from '../testing/content.ts';

test.each(['{#kettle}', '{: #kettle}', '{#kettle .big}', '{ id="kettle" }'])(
  'a heading has the id that its text says: %s',
  async (attributes) => {
    const { html, headings, findings } = await render(`## How it works ${attributes}\n\n[on](#kettle)`);
    expect(html).toContain('<h2 id="c-kettle">How it works</h2>');
    expect(html).toContain('<a href="#c-kettle">on</a>');
    expect(headings).toEqual([{ id: 'c-kettle', text: 'How it works' }]);
    expect(findings).toEqual([]);
  },
);

test('an id of a heading may have letters of any language', async () => {
  const { html, findings } = await render('## Tee {#grüner-tee}\n\n[a](#grüner-tee)');
  expect(html).toContain('<h2 id="c-grüner-tee">Tee</h2>');
  expect(findings).toEqual([]);
});

test('braces in headings that are words stay', async () => {
  expect((await render('## The map {key: value}\n\n## Use {name}')).html).toContain('The map {key: value}</h2>');
  expect((await render('## Use {name}')).html).toContain('Use {name}</h2>');
});

test.each([
  ['![Cup](cup.png){width=200}', 200, 100],
  ['![Cup](cup.png){: width="200px" }', 200, 100],
  ['![Cup](cup.png){width=50%}', 352, 176],
  ['<img src="cup.png" alt="Cup" width="200">', 200, 100],
  ['<img src="cup.png" alt="Cup" style="width: 200px">', 200, 100],
  ['![Cup](cup.png){.big}', 400, 200],
  ['![Cup](cup.png)', 400, 200],
])('a picture is as wide as its text says: %s', async (text, width, height) => {
  const { html, findings } = await render(text, { files: filesOf({ '01-a/cup.png': aPng(400, 200) }) });
  expect(html).toContain(`width="${width}" height="${height}"`);
  expect(html).not.toContain('{');
  expect(brief(findings)).toEqual([]);
});

test.each([
  '**注意：**请先烧水。',
  '**「お茶」**を入れます。',
  'これは**大切（とても）**です。',
  '**중요(重要)**합니다.',
])('words beside signs of Chinese, Japanese and Korean are bold: %s', async (text) => {
  const { html } = await render(text);
  expect(html).toContain('<strong>');
  expect(html).not.toContain('**');
});

test('a style is left out with one finding, room around an element without', async () => {
  const { html, findings } = await render('<p style="color:red">Hot</p>\n\n<p style="color:red">Hot</p>\n');
  expect(html).not.toContain('style=');
  expect(brief(findings)).toEqual(['01-a/content.md:1 warning markup-removed']);
  expect((await render('<div style="margin-top: 5em; padding: 0"></div>')).findings).toEqual([]);
});
