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
  ])('are not seen in %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });
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
