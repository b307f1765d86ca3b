/** `inline`: becomes text. `transparent`: its tags are removed, its content stays. */
export type HugoForm = 'paired' | 'single' | 'inline' | 'transparent';

interface HugoRow {
  form: HugoForm;
  about: string;
  example: string;
}

const box = (name: string, about: string, words = ''): HugoRow => ({
  form: 'paired',
  about,
  example: `{{% ${name}${words} %}}\nWarm the pot first.\n{{% /${name} %}}`,
});

const single = (about: string, example: string): HugoRow => ({ form: 'single', about, example });

/** Every shortcode of sites written for Hugo, for the reader and the reference. */
export const HUGO_SHORTCODES: Readonly<Record<string, HugoRow>> = {
  step: box('step', 'A step with a number of its own.'),
  output: {
    form: 'paired',
    about: 'What a command prints.',
    example: '{{< output >}}\n2 cups\n{{< /output >}}',
  },
  notice: box(
    'notice',
    'A box: `note`, `info`, `tip`, `success`, `warning`, `caution`, `danger`, `important`.',
    ' tip',
  ),
  callout: box('callout', 'The same under another name.', ' warning'),
  alert: box('alert', 'The same; `color` or `type` is the kind.', ' color="warning" title="Hot"'),
  admonition: box('admonition', 'The same.', ' type="tip" title="Pot"'),
  hint: box('hint', 'The same.', ' info'),
  tabs: {
    form: 'paired',
    about: 'Tabs; a reader who opens one finds those of the same title open elsewhere, too.',
    example:
      '{{< tabs >}}\n{{% tab "Green" %}}\nTwo minutes.\n{{% /tab %}}\n{{% tab "Black" %}}\nFour minutes.\n{{% /tab %}}\n{{< /tabs >}}',
  },
  tabpane: {
    form: 'paired',
    about: 'The same under another name.',
    example: '{{< tabpane >}}\n{{< tab header="Green" >}}\nTwo minutes.\n{{< /tab >}}\n{{< /tabpane >}}',
  },
  tab: {
    form: 'paired',
    about: 'One of them; `title`, `name`, `header` or the first word is its title. With `lang` its text is code.',
    example: '{{< tabs >}}\n{{< tab name="Green" >}}\nTwo minutes.\n{{< /tab >}}\n{{< /tabs >}}',
  },
  columns: {
    form: 'paired',
    about: 'Columns beside each other, where there is room.',
    example:
      '{{< columns >}}\n{{< column title="Green" >}}\nTwo minutes.\n{{< /column >}}\n{{< column title="Black" >}}\nFour minutes.\n{{< /column >}}\n{{< /columns >}}',
  },
  column: {
    form: 'paired',
    about: 'One of them, with an optional title.',
    example: '{{< columns >}}\n{{< column >}}\nOne.\n{{< /column >}}\n{{< /columns >}}',
  },
  expand: {
    form: 'paired',
    about: 'Words that open what is below them.',
    example: '{{% expand "Why warm?" %}}\nThe water stays hot for longer.\n{{% /expand %}}',
  },
  details: {
    form: 'paired',
    about: 'The same under another name.',
    example: '{{% details "Why warm?" %}}\nThe water stays hot for longer.\n{{% /details %}}',
  },
  aside: box('aside', 'A box beside the text; `type` is that of `notice`.', ' type="note"'),
  note: box('note', 'A box of the kind `note`.'),
  warning: box('warning', 'A box of the kind `warning`.'),
  danger: box('danger', 'A box of the kind `danger`.'),
  tip: box('tip', 'A box of the kind `tip`.'),
  info: box('info', 'A box of the kind `info`.'),
  important: box('important', 'A box of the kind `important`.'),
  caution: box('caution', 'A box of the kind `caution`.'),
  'checklist-item': {
    form: 'paired',
    about: 'An entry with a check mark.',
    example: '{{< checklist-item "Water" >}}\nNot boiling.\n{{< /checklist-item >}}',
  },
  mermaid: {
    form: 'paired',
    about: 'A diagram, drawn when it is published.',
    example: '{{< mermaid >}}\ngraph LR\n  leaf --> cup\n{{< /mermaid >}}',
  },
  highlight: {
    form: 'paired',
    about: 'Code in a language.',
    example: '{{< highlight shell >}}\nboil --until 80\n{{< /highlight >}}',
  },
  quizdown: {
    form: 'paired',
    about: 'A knowledge check, in a chapter of a course.',
    example: '{{< quizdown >}}\n\n## How hot?\n\n- [x] 80 degrees\n- [ ] 100 degrees\n\n{{< /quizdown >}}',
  },
  comment: {
    form: 'paired',
    about: 'Words for authors; readers see nothing.',
    example: '{{< comment >}}\nTo do.\n{{< /comment >}}',
  },
  youtube: single('A video at YouTube.', '{{< youtube abcdefghijk >}}'),
  vimeo: single('A video at Vimeo.', '{{< vimeo 123456789 >}}'),
  tweet: single('A link to a post.', '{{< tweet user="tea" id="1234567890" >}}'),
  x: single('The same under another name.', '{{< x user="tea" id="1234567890" >}}'),
  twitter: single('The same under another name.', '{{< twitter user="tea" id="1234567890" >}}'),
  figure: single(
    'A picture with words below it.',
    '{{< figure src="cup.svg" alt="A cup" caption="After two minutes" >}}',
  ),
  checks: single('A list with check marks.', '{{< checks "Water" "A thermometer" >}}'),
  ref: { form: 'inline', about: 'The address of another page.', example: '[Brewing]({{< ref "brewing.md" >}})' },
  relref: { form: 'inline', about: 'The same under another name.', example: '[Brewing]({{< relref "brewing.md" >}})' },
  table: {
    form: 'transparent',
    about: 'Around a table; the table is shown as it is.',
    example: '{{< table >}}\n| Tea | Minutes |\n|---|---|\n| Green | 2 |\n{{< /table >}}',
  },
};
