import { expect, test } from 'vitest';
import { render } from '../testing/content.ts';
import { markdownOf } from './markdown-of.ts';

const again = async (text: string) => markdownOf((await render(text)).html);

test.each([
  ['a paragraph', 'A **bean** with `code` and a [link](https://example.org/).'],
  ['code with its language', '```java\nclass A {\n  int a = 1;\n}\n```'],
  ['a table', '| a |  b |\n| - | -: |\n| 1 |  2 |'],
  ['a list in a list', '- one\n  - two'],
])('%s becomes Markdown as its author wrote it', async (_what, text) => {
  expect(await again(text)).toBe(text);
});

test('a title of code, an alert and a formula keep what they say', async () => {
  expect(await again('```java {title="A.java"}\nint a;\n```')).toBe('```java title="A.java"\nint a;\n```');
  expect(await again('> [!NOTE]\n> Mind this.')).toBe('> Note\n>\n> Mind this.');
  expect(await again('Then $a^2$.')).toBe('Then <math><msup><mi>a</mi><mn>2</mn></msup></math>.');
});
