import { describe, expect, test } from 'vitest';
import { brief, render } from '../testing/content.ts';

const html = async (text: string) => (await render(text)).html;
const note = (title: string, ...text: string[]) =>
  `<div class="alert alert-info" role="note" aria-label="${title}"><p class="alert-title">${title}</p>\n${text.join('\n')}\n</div>`;

describe('boxes of other renderers', () => {
  test.each([
    ['Docusaurus', ':::note[Kettle]\n\nWater.\n\n:::'],
    ['VitePress', '::: info Kettle\nWater.\n:::'],
    ['Pandoc', '::: {.note title="Kettle"}\nWater.\n:::'],
    ['MkDocs', '!!! note "Kettle"\n    Water.'],
    ['MkDocs, with an empty line', '!!! note inline "Kettle"\n\n    Water.\n'],
  ])('are boxes: %s', async (_name, text) => {
    const { html, findings } = await render(text);
    expect(html).toBe(note('Kettle', '<p>Water.</p>'));
    expect(findings).toEqual([]);
  });

  test('have the title of their kind, their own, or none', async () => {
    expect(await html(':::warning\nHot.\n:::')).toContain('<p class="alert-title">Warning</p>');
    expect(await html('!!! danger\n    Hot.')).toContain('alert-error" role="note" aria-label="Caution"');
    expect(await html('!!! example\n    Hot.')).toContain('<p class="alert-title">Example</p>');
    expect(await html('!!! note ""\n    Hot.')).toBe(
      '<div class="alert alert-info" role="note" aria-label="Note">\n<p>Hot.</p>\n</div>',
    );
    expect(await html(':::tip[Use `boil`]\nHot.\n:::')).toContain('<p class="alert-title">Use <code>boil</code></p>');
  });

  test('hold what any text holds, and end where they end', async () => {
    const text = await html(
      '!!! note\n    - one\n\n        ```java\n        int a;\n        ```\n\n    See [pot].\n\nAfter.\n\n[pot]: /courses/pot',
    );
    expect(text).toContain('<a href="/courses/pot">pot</a>');
    expect(text).toContain('<figure class="code" data-language="java">');
    expect(text).toContain('int</span> a');
    expect(text).toMatch(/<\/div>\n<p>After\.<\/p>$/);
  });

  test('stand inside each other, in lists and in quotes of colons', async () => {
    const text = await html('1. One\n\n   :::note\n   Water.\n\n   :::tip\n   Hot.\n   :::\n   :::\n\n2. Two');
    expect(text).toMatch(
      /<li>\n<p>One<\/p>\n<div class="alert alert-info"[\s\S]*<div class="alert alert-success"[\s\S]*<\/div>\s*<\/div>\s*<\/li>/,
    );
    expect(text).toContain('<p>Two</p>');
    expect(await html('::::note\n:::tip\nHot.\n:::\nWater.\n::::\nAfter.')).toMatch(
      /Hot[\s\S]*<\/div>\s*<p>Water[\s\S]*<\/div>\s*<p>After/,
    );
  });

  test('without an end they end with the text, or with what holds them', async () => {
    expect(await html(':::note\nWater.')).toBe(note('Note', '<p>Water.</p>'));
    expect(await html('- :::note\n  Water.\n\nAfter.\n\n:::')).toContain('<p>After.</p>');
  });

  test('end code and markup that is never closed in them', async () => {
    const { html, findings } = await render('=== "A"\n    ```js\n    a\n\nAfter\n\n:::note\n~~~~\nb\n:::\n');
    expect(html).toMatch(/a<\/code>[\s\S]*<\/details>\s*<\/div>\s*<p>After<\/p>/);
    expect(brief(findings)).toEqual(['01-a/content.md:2 warning fence-open', '01-a/content.md:8 warning fence-open']);
    expect(html).not.toMatch(/[\ue000\ue001]/);
    expect((await render('!!! note\n    <pre>\n    a\n\nAfter')).html).not.toMatch(/[\ue000\ue001]/);
  });

  test('open where the text says so', async () => {
    expect(await html('??? tip "Why?"\n    Hot.')).toBe('<details><summary>Why?</summary>\n<p>Hot.</p>\n</details>');
    expect(await html('???+ tip\n    Hot.')).toContain('<details open><summary>Tip</summary>');
    expect(await html(':::details Why?\nHot.\n:::')).toBe('<details><summary>Why?</summary>\n<p>Hot.</p>\n</details>');
  });

  test.each([
    ['a fence', '```text\n:::note\n!!! note\n=== "A"\n$$\n```'],
    ['indented code', 'Text\n\n    :::note\n    !!! note'],
    ['markup', '<pre>\n:::note\n</pre>'],
    ['words', 'He said !!! and === and :::'],
  ])('are none in %s', async (_name, text) => {
    const { html, findings } = await render(text);
    expect(html).not.toContain('alert');
    expect(findings).toEqual([]);
  });

  test('keep the lines of findings, whatever stands in them', async () => {
    const text = '!!! note\n    One\n\n    [a](#nowhere)\n\n=== "A"\n\n    [b](#nowhere)\n\n$$\nx\n$$\n\n[c](#nowhere)';
    expect(brief((await render(text)).findings)).toEqual(
      [4, 8, 14].map((line) => `01-a/content.md:${line} warning anchor-missing`),
    );
  });
});

describe('tabs', () => {
  const tabs = (text: string) => text.replace(/tabs-[0-9a-f]{8}/g, 'tabs-1');
  const expected =
    '<div class="tabs">\n<details class="tab" name="tabs-1" open><summary>macOS</summary><div class="tab-text">\n<p>One.</p>\n</div></details>\n' +
    '<details class="tab" name="tabs-1"><summary>Linux</summary><div class="tab-text">\n<p>Two.</p>\n</div></details>\n</div>';

  test.each([
    ['our own', ':::tabs\n:::tab[macOS]\nOne.\n:::\n:::tab[Linux]\nTwo.\n:::\n:::'],
    ['MkDocs', '=== "macOS"\n\n    One.\n\n=== "Linux"\n\n    Two.\n'],
    [
      'Docusaurus',
      '<Tabs groupId="os">\n  <TabItem value="mac" label="macOS" default>\n\n    One.\n\n  </TabItem>\n  <TabItem value="linux" label="Linux">Two.</TabItem>\n</Tabs>',
    ],
    [
      'Docusaurus, labels apart',
      "<Tabs\n  defaultValue=\"mac\"\n  values={[\n    {label: 'macOS', value: 'mac'},\n    {label: 'Linux', value: 'linux'},\n  ]}>\n<TabItem value=\"mac\">\n\nOne.\n\n</TabItem>\n<TabItem value=\"linux\">\n\nTwo.\n\n</TabItem>\n</Tabs>",
    ],
  ])('open one at a time without a script: %s', async (_name, text) => {
    const { html, findings } = await render(text);
    expect(tabs(html).replace(/>\n+</g, '>\n<')).toBe(expected);
    expect(findings).toEqual([]);
  });

  test('that follow each other are one group, others another', async () => {
    const text = await html('=== "A"\n    a\n\n=== "B"\n    b\n\nText\n\n=== "A"\n    a\n');
    expect(text.match(/<div class="tabs">/g)).toHaveLength(2);
    expect(new Set(text.match(/name="tabs-[0-9a-f]+"/g)).size).toBe(2);
  });
});

describe('what means nothing here', () => {
  test.each([
    [':::tip\nWarm the pot.\n\n## Milk', 'a line :::'],
    ['::::note\n:::tip\nWarm\n:::\nMilk', 'a line ::::'],
    ['<Tabs>\n<TabItem value="a">\n\nWarm', 'a line </Tabs>'],
  ])('that is never closed is told, with its end: %s', async (text, end) => {
    const { findings } = await render(`Tea\n\n${text}`);
    expect(brief(findings)).toEqual(['01-a/content.md:3 warning block-open']);
    expect(findings[0]?.message).toContain(end);
  });

  test('tabs have the label and the open one that their group names', async () => {
    const { html } = await render(
      "<Tabs defaultValue=\"b\" values={[{label: 'Apple', value: 'a'}, {label: 'Bean', value: 'b'}]}>\n<TabItem value=\"a\">aa</TabItem>\n<TabItem value=\"b\">bb</TabItem>\n</Tabs>",
    );
    expect(html.match(/(?: open)?><summary>\w+/g)).toEqual(['><summary>Apple', ' open><summary>Bean']);
  });

  test.each([
    "import {\n  A,\n  B,\n} from 'x';\nimport C, { D } from 'y';",
    'export const list = [\n  { a: 1 },\n];',
    'export default function X() {\n  return 1;\n}',
  ])('is left out with all lines of a module that belong together: %s', async (lines) => {
    const { html, findings } = await render(`${lines}\n\nText`);
    expect(html).toBe('<p>Text</p>');
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['mark-left-out']));
  });

  test('is left out with a finding: tables of contents and modules', async () => {
    const { html, findings } = await render(
      "import Tabs from '@theme/Tabs';\nimport {a} from './a';\n\n[[toc]]\n\nText\n\n[TOC]\n",
    );
    expect(html).toBe('<p>Text</p>');
    expect(brief(findings)).toEqual([1, 2, 4, 8].map((line) => `01-a/content.md:${line} warning mark-left-out`));
  });

  test('stays in sentences and code', async () => {
    const { html, findings } = await render("We\nimport tea from 'China';\n\n```js\nimport a from 'a';\n```\n");
    expect(html).toContain("import tea from 'China';");
    expect(findings).toEqual([]);
  });
});
