/** What texts may hold beside GitHub's form of Markdown, for the reference; a test publishes each example. */
export const TEXT_FORMS: readonly { about: string; example: string; alike?: string }[] = [
  {
    about: 'A box: `note`, `tip`, `important`, `warning`, `caution`.',
    example: '> [!TIP]\n> Warm the pot first.',
    alike: '`:::tip[Title]` to `:::` (Docusaurus, VitePress, Pandoc) and `!!! tip "Title"` with indented text (MkDocs)',
  },
  {
    about: 'Words that open what is below them.',
    example: ':::details[Why warm?]\nThe water stays hot for longer.\n:::',
    alike: '`??? note "Title"` (MkDocs), `<details>`',
  },
  {
    about: 'Tabs. A reader who opens one finds those of the same title open elsewhere, too. On paper all are shown.',
    example: ':::tabs\n:::tab[macOS]\nPress Cmd+C.\n:::\n:::tab[Linux]\nPress Ctrl+C.\n:::\n:::',
    alike: '`=== "Title"` with indented text (MkDocs), `<Tabs>` and `<TabItem>` (Docusaurus)',
  },
  {
    about: 'Code with a title and marked lines, in any language of the highlighter.',
    example: '```java title="Cup.java" {2}\nclass Cup {\n  int degrees = 80;\n}\n```',
    alike: '`java:Cup.java`, `hl_lines="2"`, `[Cup.java]`, comments `highlight-next-line` and `[!code highlight]`',
  },
  {
    about: 'A diagram in the language of Mermaid, drawn when it is published.',
    example: '```mermaid\ngraph LR\n  leaf --> cup\n```',
  },
  {
    about:
      'A formula in the language of TeX. One `$` counts where no letter or digit stands outside of it, no space inside, and the words between are a formula; `$2 for tea` stays money.',
    example: 'It cools by $e^{-kt}$:\n\n$$\nT = T_0 + \\frac{a}{b}\n$$',
    alike: 'blocks of code in the language `math`',
  },
  { about: 'An id for links to a heading.', example: '## Warm the pot {#warm}\n\nSee [above](#warm).' },
  {
    about: 'The width of a picture, pixels or a part of the column.',
    example: '![A cup](cup.svg){width=200}',
    alike: '`<img width="200">`',
  },
];
