import { describe, expect, test } from 'vitest';
import { brief, render } from '../testing/content.ts';
import { codeLanguage } from './code-languages.ts';
import { readCodeWords } from './code-words.ts';

const words = (info: string, code = 'a') => {
  const [lang = '', ...meta] = info.split(' ');
  const { word, title, marked, value } = readCodeWords(lang, meta.join(' '), code);
  return [word, title, [...marked].join(), value];
};

describe('the words behind a fence', () => {
  test.each([
    ['java', 'java', null, ''],
    ['java title="Main.java"', 'java', 'Main.java', ''],
    ['java title="Main.java" {1,3-5} showLineNumbers', 'java', 'Main.java', '1,3,4,5'],
    ['java{2}', 'java', null, '2'],
    ['java:Main.java', 'java', 'Main.java', ''],
    ['js:title=src/app.js', 'js', 'src/app.js', ''],
    ['js [vite.config.js]', 'js', 'vite.config.js', ''],
    ['py hl_lines="2 4-5" linenums="1"', 'py', null, '2,4,5'],
    ['go {linenos=table,hl_lines=[1,"3-4"]}', 'go', null, '1,3,4'],
    ['bash,copy', 'bash', null, ''],
    ['rust,ignore', 'rust', null, ''],
    ['{.python .numbered}', 'python', null, ''],
    ['{ .yaml .no-copy title="a.yaml" hl_lines="1" }', 'yaml', 'a.yaml', '1'],
    ['{r echo=false}', 'r', null, ''],
    ['c++', 'c++', null, ''],
    ['yaml filename="a b.yaml"', 'yaml', 'a b.yaml', ''],
    ['tea/note', 'tea/note', null, ''],
    ['{note}', '{note}', null, ''],
    ['title="a.txt"', '', 'a.txt', ''],
  ])('are read: %s', (info, word, title, marked) => {
    expect(words(info)).toEqual([word, title, marked, 'a']);
  });

  test('and comments mark lines', () => {
    const code = '// highlight-next-line\na\nb\n# highlight-start\nc\nd\n# highlight-end\ne // [!code highlight]';
    expect(words('js', code)).toEqual(['js', null, '1,3,4,5', 'a\nb\nc\nd\ne']);
  });

  test('give code a title and marked lines, without which it is as before', async () => {
    const { html } = await render('```java title="Main.java" {2}\nint a;\nint b;\nint c;\n```');
    expect(html).toContain('<span class="code-title">Main.java</span> <span class="code-language">Java</span>');
    expect(html).toContain('a;\n<mark class="code-marked"><span class="tok-keyword">int</span> b;</mark>\n<span');
    expect(html).not.toMatch(/[\ue000\ue001]/);
    expect((await render('```java\nint a;\n```')).html).not.toMatch(/<mark|code-title/);
  });
});

describe('names of languages', () => {
  test.each(
    'YAML Java golang patch htm gradle conf promql rego starlark ldif c cpp lua perl swift scss awk fish json5 plsql C++ c# F# objective-c dotenv svg pl/sql Jenkinsfile psql vbnet PowerShell pwsh'.split(
      ' ',
    ),
  )('are known as authors write them: %s', (word) => {
    expect(codeLanguage(word)).not.toBeNull();
  });

  test('of every language of the highlighter give colours', async () => {
    const { html, findings } = await render(
      '```lua\nlocal a = 1\n```\n\n```pl/sql\nselect 1 from dual;\n```\n\n```SCSS\n$a: 1px;\n```',
    );
    expect(html.match(/<span class="tok-/g)?.length).toBeGreaterThan(5);
    expect(html).toContain('<span class="code-language">Lua</span>');
    expect(findings).toEqual([]);
  });

  test('that nobody knows are plain, and reported once for a file', async () => {
    const text =
      '```klingon\na\n```\n\n```klingon\nb\n```\n\n```tea/note\nc\n```\n\n@@@alert\n{"type": "info", "text": "```klingon\\nd\\n```"}\n@@@\n';
    expect(brief((await render(text)).findings)).toEqual([
      '01-a/content.md:1 warning code-language',
      '01-a/content.md:9 warning code-language',
    ]);
  });
});

test.each([
  ['```jsx live\na\n```', 'code-word', 'belongs in a lab'],
  ['```bash npm2yarn\na\n```', 'code-word', ':::tabs'],
  ['```{note}\na\n```', 'code-language', 'write :::note'],
  ['```{figure} a.png\n```', 'code-language', 'blocks of other tools'],
])('words that do something in other tools are told: %s', async (text, code, advice) => {
  const { findings } = await render(text);
  expect(findings.map((one) => one.code)).toEqual([code]);
  expect(findings[0]?.message).toContain(advice);
});
