import { describe, expect, test } from 'vitest';
import { brief, render } from '../../testing/content.ts';

const found = async (text: string) =>
  brief((await render(text)).findings).map((one) => one.replace('01-a/content.md:', ''));

describe('marks of other tools', () => {
  test.each([
    ['shortcodes of Hugo', '{{< cup >}}'],
    ['templates', '{% include cup.md %}'],
    ['variables of Jekyll', 'From {{ site.url }} on'],
    ['added words', 'Some ++added++ words'],
    ['comments of Obsidian', '%% later %%'],
    ['wiki links', 'See [[Another page]].'],
    ['marked words', 'Some ==marked words== here.'],
    ['names of signs', 'Hot :kettle: tea'],
    ['raised letters', 'x^2^'],
    ['lowered letters', 'H~2~O'],
    ['attributes', 'Words {.red}'],
    ['attributes of kramdown', 'Words\n\n{: .red}'],
    ['lists of terms', 'Tea\n: A drink'],
    ['files of MkDocs', '--8<-- "part.md"'],
    ['keys of MkDocs', 'Press ++ctrl+alt+del++ now'],
    ['comments of MDX', 'Text {/* later */}'],
    ['abbreviations', '*[HTML]: Hyper text'],
    ['attributes of MDX', "Text <img src={require('./a.png').default} />"],
    ['components', '<Card title="a">\n\nText\n\n</Card>'],
    ['components that close themselves', 'Text <Icon name="cup" /> text'],
    ['boxes in quotes', '> !!! note "Title"'],
    ['bold words beside letters', 'Das **„Zitat“**wort'],
    ['bold words of Arabic', '**تنبيه:**الماء'],
    ['struck out words of Korean', '~~취소(x)~~합니다'],
    ['emphasis of Japanese', 'これ、_「斜体」_です'],
    ['links with spaces', '[the file](my file.pdf)'],
    ['pictures with sizes', '![Cup](cup.png =40x40)'],
    ['links with an open bracket', '[a](https://example.org/a(b)'],
    ['embedded pictures', '![[cup.png|100]]'],
    ['footnotes within the line', 'Hot^[It is hot.] is'],
    ['sources', 'As was shown [@tea2020, p. 3].'],
    ['headings without a space', '##Two'],
    ['headings of Chinese without a space', '#标题'],
    ['rows without a table', '| a | b |\n| c | d |'],
    ['tables of signs', '+---+---+\n| a | b |'],
    ['a comment that is never closed', 'Words <!-- later'],
    ['breaks of pages', '\\newpage'],
    ['environments of TeX', '\\begin{align} a \\end{align}'],
    ['formulas of TeX', 'It is \\(\\frac{a}{b}\\) hot'],
    ['settings of AsciiDoc', ':toc: left'],
    ['settings of Pandoc', '% The title\n% Ann'],
    ['settings of MultiMarkdown', 'Title: Tea\nAuthor: Ann'],
    ['settings of Org', '#+TITLE: Tea'],
    ['headings of AsciiDoc', '== Section'],
    ['macros of AsciiDoc', 'image::cup.png[Cup]'],
    ['blocks of AsciiDoc', '[NOTE]'],
    ['tables of AsciiDoc', '|===\n| a'],
    ['references of AsciiDoc', 'See <<pots,the pots>> there'],
    ['directives of reStructuredText', '.. image:: cup.png'],
    ['roles of reStructuredText', 'See :ref:`pots`'],
    ['roles of MyST', 'Press {kbd}`Ctrl`'],
    ['targets of MyST', '(pots)='],
    ['blocks of MkDocs', '/// caption'],
    ['marks of a review', 'Some {--gone--} words'],
    ['boxes of GitBook', '{% hint style="info" %}'],
    ['files of VitePress', '<<< @/cup.js'],
    ['comments of Obsidian without spaces', '%%later%%'],
    ['comments of MDX on several lines', 'Text {/* a\nb */}'],
    ['diagrams in elements', '<pre class="mermaid">\ngraph LR\n</pre>'],
  ])('that readers would see give one finding: %s', async (_name, text) => {
    const line = text.startsWith('Words\n') ? 3 : text.startsWith('Tea') ? 2 : 1;
    expect(await found(text)).toEqual([`${line} warning mark-unknown`]);
    expect(await found(`${text}\n\n${text}`)).toHaveLength(1);
  });

  test.each([
    'Type <First-Name> and <First Name ...>, a List<String> or Map<K, V>.',
    '`{{< cup >}}`, `==a==`, `:cup:` and `x^2^`',
    'a == b and c == d, if (a==b && c==d)',
    'a::b::c, 10:30:00, image:tag:latest and std::cout',
    'Map {key: value} and {name}, {{ name }}, {{ .Values.page }} and 100 %% sure',
    '~~gone~~ and ~about~ ten',
    '2^10 and 3^',
    'i++ + ++j, C++ and g++, a+b+c, ++i++',
    '`--8<-- "a.md"` and `{/* a */}`, * [a]: b, <name>={json}, a <b && c={d}',
    'Ratio 1:2\n\nNote: all fine',
    '[[1, 2], [3, 4]] in code is `[[a]]`',
    '    {% raw %}\n',
    'a[0][1] and [x] [y]',
    '2**3 and **kwargs and 4**5, \\*\\*stars\\*\\* and a ** b ** c',
    '- **#Number of cups** - how many',
    '#channel and #1 and C# and #!/bin/sh and # ',
    'See [1] (note) and f[x] (y z), \\[a\\](b c)',
    '|a| is a value, and |b|\nis another',
    'x^[0-9]+$ and snake_名_x, @types/node and [@types/node]',
    '\\(optional\\) and \\[brackets\\]',
    'cat <<EOF >> a, std::vector<<int>> and 1 << 2 >> 3',
    'Date: it is on Monday',
    '80 % of all\n% of them',
    '= 5 and == 6 ==\n\nNOTE: words',
    '<!-- closed --> Text <!-- a\n\nb -->',
  ])('are not seen in %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });
});

test('a comment without an end is an error, for the rest is lost', async () => {
  expect(await found('Tea\n\n<!-- later\n\n## Milk\n')).toEqual(['3 error comment-open']);
});

describe('references', () => {
  test('without a definition are reported, and definitions without a reference', async () => {
    expect(
      await found(
        'See [the **kettle**][kettle], [the pot][] and\n![the cup][cup] [^1].\n\n[kettel]: https://example.org/kettle\n',
      ),
    ).toEqual([
      '1 warning reference-missing',
      '1 warning reference-missing',
      '2 warning reference-missing',
      '2 warning reference-missing',
      '4 warning definition-unused',
    ]);
  });

  test.each([
    '[a][b]\n\n[b]: /courses/a',
    '[b]\n\n[b]: /courses/a',
    '![b]\n\n[b]: https://example.org/',
    'a[0][1], [brackets] alone and \\[words\\]\\[name\\]',
    '[//]: # (words for authors)\n\n[comment]: <> (more)\n\nText',
    'Sets are [^abc-z] and [^0-9].',
    'A note[^1].\n\n[^1]: Words',
    '`[a][b]` and\n\n```\n[a][b]\n[c]: /d\n```',
    'Reserved [ ][ ] boxes',
  ])('that are none, or have one, are fine: %s', async (text) => {
    expect((await found(text)).filter((one) => /reference|definition/.test(one))).toEqual([]);
  });

  test.each([
    ['A[^1].\n\n[^1]: one\n[^1]: two', ['4 warning definition-repeated']],
    ['A.\n\n[^1]: one', ['3 warning definition-unused']],
    ['[a] and [A][]\n\n[a]: /courses/a\n[A]: /courses/b', ['4 warning definition-repeated']],
    ['[a]\n\n[a]: /courses/a\n[a]: /courses/a', []],
  ])('that are defined twice, and footnotes without a reference, are reported: %s', async (text, told) => {
    expect(await found(text)).toEqual(told);
  });

  test('in boxes use the definitions of the text around them', async () => {
    const text =
      '@@@alert\n{"type": "info", "text": "See [the pot][pot]."}\n@@@\n\n!!! note\n    [Pot][pot]\n\n[pot]: /courses/pot\n';
    const { html, findings } = await render(text);
    expect(html.match(/<a href="\/courses\/pot">/g)).toHaveLength(2);
    expect(findings).toEqual([]);
  });

  test('of a large text are found in all of its parts', async () => {
    const part = `${'Words about tea. '.repeat(20)}\n\n`;
    const text = `[one][a]\n\n${part.repeat(60)}[two][b]\n\n${part.repeat(60)}[a]: /courses/a\n[c]: /courses/c\n`;
    expect(await found(text)).toEqual(['123 warning reference-missing', '246 warning definition-unused']);
  });
});
