import { describe, expect, test } from 'vitest';
import { AssetStore } from '../assets.ts';
import { FindingList } from '../finding-list.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { brief, filesOf } from '../testing/content.ts';

async function render(text: string, links: Record<string, string> = {}) {
  const findings = new FindingList();
  const assetStore = new AssetStore(filesOf({}), findings);
  const context = {
    assetStore,
    findings,
    source: null,
    pictures: new Map<string, string>(),
    links: new Map(Object.entries(links)),
    people: new Map<string, string>(),
    found: [],
  };
  const rendered = await renderMarkdown({ file: 'content/a.md', text, dialect: 'hugo' }, 'page', context);
  const svgs = assetStore.list().map(({ bytes }) => new TextDecoder().decode(bytes));
  return { ...rendered, svgs, told: brief(findings.list()) };
}

/** Markup without attributes that are irrelevant here. */
function short(html: string): string {
  return html.replace(/ (?:role|aria-label|tabindex|data-[a-z-]+)="[^"]*"/g, '').replace(/\n/g, '');
}

describe('shortcodes of Hugo content', () => {
  test('steps are numbered through the whole text, also inside columns', async () => {
    const { html, told } = await render(
      'Intro.\n{{< step >}}Run `a`.{{< /step >}}\n```bash\nls\n```\n\n{{< columns >}}\n{{% column title="Left" %}}\n{{< step >}}\nTwo\n{{< /step >}}\n{{% /column %}}\n{{< /columns >}}\n\n{{< step >}}Three{{< /step >}}\nAfter.',
    );
    expect(told).toEqual([]);
    expect(short(html)).toContain(
      '<p>Intro.</p><div class="step"><span class="step-number">Step 1</span> <div class="step-text"><p>Run <code>a</code>.</p></div></div><figure class="code">',
    );
    expect(short(html)).toContain(
      '<div class="columns"><div class="column"><p class="minor-heading">Left</p><div class="step"><span class="step-number">Step 2</span>',
    );
    expect(short(html)).toContain('Step 3</span> <div class="step-text"><p>Three</p></div></div><p>After.</p>');
  });

  test('output is a code block titled "Output" whose text is not Markdown', async () => {
    const { html } = await render('Example:\n{{< output >}}\n# no heading\n```\n{{< step >}}\n<b>\n{{< /output >}}\n');
    expect(short(html)).toContain('<p>Example:</p><figure class="code">');
    expect(html).toContain('<span class="code-language">Output</span>');
    expect(html).toContain('# no heading\n```\n{{&lt; step >}}\n&lt;b>');
  });

  test('a Mermaid diagram is drawn, with a text alternative and its source', async () => {
    const { html, svgs } = await render('{{< mermaid >}}\ngraph\n\na["One thing"] -->|calls| b[Two]\n{{< /mermaid >}}');
    expect(html).toMatch(
      /^<figure class="image diagram"><img src="\/assets\/content\/[0-9a-f]{64}\.svg" alt="Diagram: calls; One thing; Two" width="\d+" height="\d+"/,
    );
    expect(html).toContain('<summary>Source of the diagram</summary><figure class="code" data-language="mermaid">');
    expect(svgs[0]).toContain('>One thing</text>');
    expect(svgs[0]).not.toMatch(/<style|style=|var\(|url\((?!#)|https?:(?!\/\/www\.w3\.org)/);
  });

  test.each([
    ['of another type', 'gantt\ntitle x'],
    ['not well written', 'graph TB\n%%{'.repeat(3)],
    ['too large', `graph TB\n${'a --> b\n'.repeat(300)}`],
    ['with too many joined nodes', `graph TB\n${'a & '.repeat(60)}b --> c`],
  ])('a diagram that is %s keeps its source', async (_what, source) => {
    const { html } = await render(`{{< mermaid >}}\n${source}\n{{< /mermaid >}}`);
    expect(html).toMatch(/^<figure class="code" data-language="mermaid">/);
  });

  test('a diagram cannot carry script', async () => {
    const hostile =
      'graph TB\na["<script>alert(1)</script><img src=x onerror=alert(1)>"] --> b\nclick a "javascript:alert(1)"\nstyle a fill:url(https://evil.example/x)';
    const { html, svgs } = await render(`{{< mermaid >}}\n${hostile}\n{{< /mermaid >}}`);
    expect([...svgs, html].join().replace(/<pre[\s\S]*?<\/pre>|alt="[^"]*"/g, '')).not.toMatch(
      /<script|<img src=x|<[^>]*onerror|javascript:|evil\.example/,
    );
  });

  test.each([
    ['{{% notice note %}}\nText\n{{% /notice %}}', 'alert-info', 'Note'],
    ['{{% notice tip %}}\nText\n{{% /notice %}}', 'alert-success', 'Tip'],
    ['{{% notice warning %}}Text{{% /notice %}}', 'alert-warning', 'Warning'],
    ['{{% callout %}}\nText\n{{% /callout %}}', 'alert-info', 'Note'],
    ['{{% notice style="tip" %}}\nText\n{{% /notice %}}', 'alert-success', 'Tip'],
    ['{{% alert title="Hot" color="warning" %}}Text{{% /alert %}}', 'alert-warning', 'Hot'],
    ['{{< hint danger >}}\nText\n{{< /hint >}}', 'alert-error', 'Important'],
    ['{{< admonition type=tip title="Pot" >}}\nText\n{{< /admonition >}}', 'alert-success', 'Pot'],
    ['{{% aside title="Rate `x`" type="warning" %}}\nText\n{{% /aside %}}', 'alert-warning', 'Rate <code>x</code>'],
  ])('%s becomes a box', async (text, kind, title) => {
    const { html, told } = await render(text);
    expect(told).toEqual([]);
    expect(short(html)).toBe(`<div class="alert ${kind}"><p class="alert-title">${title}</p><p>Text</p></div>`);
  });

  test('a callout that names itself in bold gets no second title', async () => {
    const { html } = await render('{{% callout %}}\n**Note**: take care\n{{% /callout %}}');
    expect(short(html)).toBe('<div class="alert alert-info"><p><strong>Note</strong>: take care</p></div>');
  });

  test('a collapsible section may contain any Markdown', async () => {
    const { html } = await render('{{%expand "store.yaml" %}}\n\n```yaml\na: 1\n```\n{{% /expand%}}');
    expect(short(html)).toMatch(/^<details><summary>store.yaml<\/summary><figure class="code">.*<\/details>$/);
  });

  test.each([
    ['{{< tabs >}}', '{{% tab name="A" %}}', '{{% tab title="B" %}}'],
    ['{{< tabs "id" >}}', '{{< tab "A" >}}', '{{< tab "B" >}}'],
    ['{{< tabpane >}}', '{{< tab header="A" >}}', '{{< tab header="B" >}}'],
    ['{{< tabs items="A, B" >}}', '{{< tab >}}', '{{< tab >}}'],
  ])('%s with %s become tabs', async (group, first, second) => {
    const end = (tag: string) => tag.replace(/^(\{\{[<%])\s*(\w+).*?([>%]\}\})$/, '$1 /$2 $3');
    const text = `${group}\n${first}\n**a**\n${end(first)}\n${second}\n- b\n${end(second)}\n${end(group)}\n\nAfter`;
    const { html, told } = await render(text);
    expect(told).toEqual([]);
    expect(short(html)).toMatch(
      /^<div class="tabs"><details class="tab" name="tabs-\w+" open><summary>A<.*<strong>a<.*<summary>B<.*<li>b<.*<\/div><p>After<\/p>$/,
    );
  });

  test('adjacent items of a checklist are one list', async () => {
    const item = (title: string) => `{{% checklist-item title="${title}" %}}\nWhy ${title}.\n{{% /checklist-item %}}\n`;
    const { html } = await render(`${item('a')}\n${item('b')}`);
    expect(short(html)).toBe(
      '<ul class="checks"><li><p><strong>a</strong></p><p>Why a.</p></li><li><p><strong>b</strong></p><p>Why b.</p></li></ul>',
    );
  });

  test('a table stays a table, however its end is written', async () => {
    for (const end of ['{{< /table >}}', '{{< table />}}', '{{</ table >}}', '']) {
      const { html, told } = await render(`{{< table "table" >}}\n| a | b |\n| - | - |\n| 1 | 2 |\n${end}\n\nAfter`);
      expect(html).toContain('<th>a</th>');
      expect(html).toContain('<p>After</p>');
      expect(told).toEqual([]);
    }
  });

  test('videos load when pressed, posts are plain links', async () => {
    const { html } = await render(
      '{{< youtube id="ShWVyyY2E3o" class="x" >}}\n\n{{< youtube nXbe6Hmb_k0>}}\n\n{{< tweet 1229184287867428864 >}}',
    );
    expect(html).toContain('data-provider="youtube" data-video-id="ShWVyyY2E3o"');
    expect(html).toContain('data-video-id="nXbe6Hmb_k0"');
    expect(html).toContain('href="https://twitter.com/i/status/1229184287867428864"');
    expect(html).not.toContain('<iframe');
  });

  test('a reference leads to the page by its file name, with its anchor', async () => {
    const links = { '014_linux_namespaces': '/courses/x/lessons/linux_namespaces' };
    const { html, told } = await render(
      '[a]({{< ref "014_linux_namespaces" >}}) [b]({{< ref "014_linux_namespaces#uts-namespaces" >}}) [c]({{% relref "014_linux_namespaces.md" %}})',
      links,
    );
    expect(told).toEqual([]);
    expect(html).toContain('<a href="/courses/x/lessons/linux_namespaces">a</a>');
    expect(html).toContain('<a href="/courses/x/lessons/linux_namespaces#c-uts-namespaces">b</a>');
    expect(html).toContain('<a href="/courses/x/lessons/linux_namespaces">c</a>');
  });

  test('a reference without a page is reported, and its text stays', async () => {
    const { html, told } = await render('[a]({{< ref "nowhere" >}})');
    expect(html).toBe('<p><span>a</span></p>');
    expect(told).toEqual(['content/a.md:1 warning link-missing']);
  });

  test('tags in code are examples and stay', async () => {
    const { html, told } = await render(
      'Use `{{< step >}}` here.\n\n```\n{{% notice note %}}\n{{</* ref "x" */>}}\n```\n\n{{ .Values.x }} and {{</* step */>}}',
    );
    expect(told).toEqual([]);
    expect(html).toContain('<code>{{&lt; step >}}</code>');
    expect(html).toContain('{{% notice note %}}\n{{&lt; ref "x" >}}');
    expect(html).toContain('{{ .Values.x }} and {{&lt; step >}}');
  });

  test('an unknown shortcode is reported with its line and stays visible', async () => {
    const { html, told } = await render(
      'One\n\n{{< galaxy far="away" >}}\n\n{{% space %}}\nInside **bold**\n{{% /space %}}',
    );
    expect(told).toEqual(['content/a.md:3 warning shortcode-unknown', 'content/a.md:5 warning shortcode-unknown']);
    expect(html).toContain('<code>{{&lt; galaxy far="away" >}}</code>');
    expect(short(html)).toContain('<p>Inside <strong>bold</strong></p>');
  });

  test('unpaired tags are reported, and the text stays', async () => {
    const { html, told } = await render('{{% notice note %}}\nText\n\n{{< /step >}}\nMore');
    expect(told).toEqual(['content/a.md:1 warning shortcode-unclosed', 'content/a.md:4 warning shortcode-unopened']);
    expect(short(html)).toBe('<p>Text</p><p>More</p>');
  });

  test('a shortcode inside a list belongs to its item', async () => {
    const { html, told } = await render(
      '1. One\n\n   {{% aside title="T" %}}\n   Text\n\n   - in\n   {{% /aside %}}\n\n2. Two\n- {{% notice tip %}}\n  Three\n  {{% /notice %}}',
    );
    expect(told).toEqual([]);
    expect(short(html)).toMatch(
      /^<ol><li><p>One<\/p><div class="alert alert-info"><p class="alert-title">T<\/p><p>Text<\/p><ul><li>in<\/li><\/ul><\/div><\/li><li><p>Two<\/p><\/li><\/ol><ul><li><div class="alert alert-success">/,
    );
  });

  test('findings keep their lines after shortcodes', async () => {
    const { told } = await render('{{% notice note %}}\na\n\n{{< nope >}}\n{{% /notice %}}\n\n[x](javascript:1)');
    expect(told).toEqual(['content/a.md:4 warning shortcode-unknown', 'content/a.md:7 error script-removed']);
  });

  test('settings of a fence in braces are not shown', async () => {
    const { html } = await render('```yaml {linenos=false,hl_lines=["5-10"]}\na: 1\n```\n\n```go{a=1}\nx\n```');
    expect(html).toContain('data-language="yaml"');
    expect(html).toContain('data-language="go"');
    expect(html).not.toContain('linenos');
  });

  test('a heading may name its id, and links find it', async () => {
    const { html, headings, told } = await render(
      '[a](#stories) [b](#more)\n\n## Define a story{id=stories}\n\n## More words {#more .big}\n\n## Set {a, b}',
    );
    expect(told).toEqual([]);
    expect(headings.map(({ text }) => text)).toEqual(['Define a story', 'More words', 'Set {a, b}']);
    expect(html).toContain('<a id="c-stories"></a>');
    expect(html).toContain('<a href="#c-more">b</a>');
  });

  test('markup in a shortcode passes the sanitiser', async () => {
    const { html } = await render(
      '{{% notice "note" %}}\n<script>alert(1)</script><img src=x onerror=alert(1)>\n{{% /notice %}}\n{{% expand "<b onclick=x>" %}}y{{% /expand %}}\n{{< column title="<i>t</i>" >}}z{{< /column >}}\n![{{< youtube nXbe6Hmb_k0 >}}](https://a.example/b.png)',
    );
    expect(html).not.toMatch(/<script|onerror|<b |<i>/);
    expect(html).not.toMatch(/[\ue000\ue001]/);
  });

  test('a link inside a shortcode finds the headings around it', async () => {
    const { told } = await render('## Part\n\n{{% callout %}}\n[a](#part)\n{{% /callout %}}');
    expect(told).toEqual([]);
  });

  // biome-ignore format: a list of words
  const HOSTILE = [
    '{{< step >}}', '{{< /step >}}', '{{< a >}}', '{{< output >}}', '{{< "', '{{< a `', '{{% columns %}}', '{{</* ', '{{</* a */>}}', '`', '`` ',
    '{{< ref "x" >}}', '{{<', '{{< a b=', '# {', '{', ' ', '{{< step >}}a{{< /step >}}', '{{< output >}}{{< /x >}}', '<!-- more ', '![',
  ];
  test.each(HOSTILE)(
    'a text full of %j stays cheap, on one line and on many',
    async (piece) => {
      for (const text of [`# ${piece.repeat(200_000 / piece.length)}}`, `${piece}\n`.repeat(100_000 / piece.length)]) {
        const started = process.threadCpuUsage();
        const { html } = await render(text);
        expect(cpuMs(process.threadCpuUsage(started))).toBeLessThan(5_000);
        expect(html).not.toMatch(/[\ue000\ue001]/);
      }
    },
    20_000,
  );

  test('nested shortcodes end at a limit', async () => {
    const { html, told } = await render(`${'{{% expand "x" %}}'.repeat(400)}deep${'{{% /expand %}}'.repeat(400)}`);
    expect(told).toContain('content/a.md:1 error text-too-complex');
    expect(html.match(/<details>/g)?.length).toBeLessThan(12);
  });
});

/** CPU time, so that other work on the machine does not count, ms. */
function cpuMs({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1000;
}
