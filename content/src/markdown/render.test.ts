import { describe, expect, test } from 'vitest';
import { aPng, brief, filesOf, render } from '../testing/content.ts';

const html = async (text: string, options?: Parameters<typeof render>[1]) => (await render(text, options)).html;
const shortcode = (name: string, fields: object) => `@@@${name}\n${JSON.stringify(fields, null, 2)}\n@@@`;

describe('headings', () => {
  // Shows security#prefixed-ids
  test('have ids by the usual rule, prefixed, with -1 for repeats', async () => {
    const { html, headings } = await render('## What’s **New**, really?\n\n### Sub part\n\n## Same\n\n## Same');
    expect(headings).toEqual([
      { id: 'c-whats-new-really', text: 'What’s New, really?' },
      { id: 'c-same', text: 'Same' },
      { id: 'c-same-1', text: 'Same' },
    ]);
    expect(html).toContain('<h3 id="c-sub-part">');
  });

  test('never jump a level below the title of the page', async () => {
    expect((await html('# A\n\n#### B\n\n### C\n\n## D')).match(/<h\d/g)).toEqual(['<h2', '<h3', '<h3', '<h2']);
  });

  test('of level 5 above a higher one are a small line', async () => {
    expect(await html('##### Before you begin\n\n## Course')).toBe(
      '<p class="eyebrow">Before you begin</p>\n<h2 id="c-course">Course</h2>',
    );
  });

  test('at the end of a course summary are removed', async () => {
    expect(await html('Text\n\n---\n\n##### Course Outline\n', { form: 'summary' })).toBe('<p>Text</p>');
  });

  test('are no headings in short texts', async () => {
    expect(await html('## A\n\nb', { form: 'note' })).toBe('<p class="minor-heading">A</p>\n<p>b</p>');
  });

  // Shows security#prefixed-ids
  test('explicit anchors keep working, and links to anchors get the prefix', async () => {
    const { html, findings } = await render(
      '<a name="why"></a>\n\n## Why?\n\n[up](#why) [on](#why-1) [gone](#nowhere)',
    );
    expect(html).toContain('<a id="c-why"></a>');
    expect(html).toContain('<h2 id="c-why-1">');
    expect(html).toContain('<a href="#c-why">up</a>');
    expect(brief(findings)).toEqual(['01-a/content.md:5 warning anchor-missing']);
  });
});

describe('links', () => {
  test('whose text is their address are marked, so that paper does not repeat it', async () => {
    const marked = /<a [^>]*class="own-address"[^>]*>/;
    for (const text of ['https://example.com/tea/', '<https://example.com/tea>', '[example.com](https://example.com/)'])
      expect(await html(text), text).toMatch(marked);
    expect(await html('[tea](https://example.com/tea)')).not.toMatch(marked);
  });

  test.each([
    ['见https://example.org/x，然后', '见<https://example.org/x>，然后'],
    [
      '请看 https://example.org/茶。再看(https://example.org/a)。',
      '请看 <https://example.org/茶>。再看(<https://example.org/a>)。',
    ],
    ['「https://example.org/a(b)」と', '「<https://example.org/a(b)>」と'],
    ['<https://example.org/a，b>', '<https://example.org/a，b>'],
  ])('that are bare end at the punctuation of East Asian texts: %s', async (text, shown) => {
    expect((await html(text)).replace(/<a [^>]*>(.*?)<\/a>/g, '<$1>')).toBe(`<p>${shown}</p>`);
  });

  test.each(['[t](Cup.PDF)', '[t](.\\\\cup.pdf)', '![t](Cup.png)', '![t](pics\\\\cup.png)'])(
    'to files of another case or separator get the right name: %s',
    async (text) => {
      const files = filesOf({ '01-a/cup.pdf': '%PDF-1', '01-a/cup.png': aPng(), '01-a/pics/cup.png': aPng() });
      const { findings } = await render(text, { files });
      expect(findings).toHaveLength(1);
      expect(findings[0]?.message).toMatch(/does not exist.*"01-a\/(?:pics\/)?cup\.(?:png|pdf)" does: capitals count/);
    },
  );

  // Shows security#safe-links
  test.each([
    [
      'https://example.com/a?b#c',
      '<a href="https://example.com/a?b#c" rel="noopener noreferrer" target="_blank">t</a>',
      '',
    ],
    [
      'http://example.com/',
      '<a href="https://example.com/" rel="noopener noreferrer" target="_blank">t</a>',
      'link-http',
    ],
    ['//evil.example/x', '<a href="https://evil.example/x" rel="noopener noreferrer" target="_blank">t</a>', ''],
    ['/courses/x', '<a href="/courses/x">t</a>', ''],
    ['/..//evil.example', '<a href="/evil.example">t</a>', ''],
    ['../contact', '<a href="../contact">t</a>', ''],
    ['mailto:a@example.org', '<a href="mailto:a@example.org">t</a>', ''],
    ['mailto:', '<span>t</span>', 'link-refused'],
    ['git@github.com:tea/cup.git', '<span>t</span>', 'link-refused'],
    ['http://localhost:8080/x', '<span class="exercise-address">t (<code>http://localhost:8080/x</code>)</span>', ''],
    ['localhost:8080/x', '<span class="exercise-address">t (<code>http://localhost:8080/x</code>)</span>', ''],
    ['https://user:pw@example.com/', '<span>t</span>', 'link-refused'],
    ['HTTPS://example.com/', '<a href="https://example.com/" rel="noopener noreferrer" target="_blank">t</a>', ''],
    ['tel:+49-123-45', '<a href="tel:+4912345">t</a>', ''],
    ['tel:*%2306%23', '<span>t</span>', 'link-refused'],
    ['sms:+4912345?body=Hi', '<a href="sms:+4912345?body=Hi">t</a>', ''],
    ['ftp://example.com/', '<a href="ftp://example.com/">t</a>', ''],
    ['ssh://git@example.org/cup.git', '<a href="ssh://git@example.org/cup.git">t</a>', ''],
    ['ssh://git:pw@example.org/cup.git', '<span>t</span>', 'link-refused'],
    ['ssh://-oProxyCommand=x/', '<span>t</span>', 'link-refused'],
    ['git+ssh://%2doProxyCommand=x@example.org/', '<span>t</span>', 'link-refused'],
    ['vscode://file/home/tea/cup.txt', '<a href="vscode://file/home/tea/cup.txt">t</a>', ''],
    ['VSCode:extension/tea.cup', '<a href="vscode:extension/tea.cup">t</a>', ''],
    ['jetbrains://idea/navigate/reference', '<a href="jetbrains://idea/navigate/reference">t</a>', ''],
    ['ms-msdt:/id', '<span>t</span>', 'link-refused'],
    ['matrix:r/tea:example.org', '<span>t</span>', 'link-refused'],
    ['view-source:https://example.org', '<span>t</span>', 'link-refused'],
    ['file:///etc/passwd', '<span>t</span>', 'script-removed'],
    ['BLOB:https://example.org/1', '<span>t</span>', 'script-removed'],
    ['OpenZipkin', '<span>t</span>', 'link-relative'],
    ['javascript:alert(1)', '<span>t</span>', 'script-removed'],
    ['data:text/html,x', '<span>t</span>', 'script-removed'],
  ])('to %s', async (href, expected, code) => {
    const { html, findings } = await render(`[t](${href})`);
    expect(html).toBe(`<p>${expected}</p>`);
    expect(findings.map((finding) => finding.code).join()).toBe(code);
  });

  test('to the own machine that stand bare stay text without an echo', async () => {
    expect(await html('Open http://localhost:8080 now')).toBe(
      '<p>Open <span class="exercise-address">http://localhost:8080</span> now</p>',
    );
  });
});

describe('code', () => {
  test('is a figure with label, copy button and classes instead of styles', async () => {
    const text = await html('```java\nint a = 1; // one\n```');
    expect(text).toContain('<figure class="code" data-language="java"><figcaption class="code-caption">');
    expect(text).toContain(
      '<span class="code-language">Java</span><button type="button" class="code-copy" data-copy="">Copy</button>',
    );
    expect(text).toContain('<pre class="code-text" tabindex="0"><code><span class="tok-keyword">int</span>');
    expect(text).toContain('<span class="tok-comment">// one</span>');
    expect(text).not.toContain('style=');
  });

  test('of an unknown language is plain text', async () => {
    expect(await html('```klingon\na<b\n```')).toContain('<code>a&lt;b</code>');
  });

  test('in a list item that begins with a fence stays in the list', async () => {
    expect(await html('1. ```shell\n   ls\n   ```\n2. b')).toMatch(/^<ol>\n<li>\n?<figure class="code"/);
  });
});

describe('tables, boxes and markup', () => {
  test('tables scroll inside a named region', async () => {
    expect(await html('a|b\n-|-\n1|2')).toMatch(
      /^<div class="table-scroll" role="region" aria-label="Table 1: a, b" tabindex="0"><table>/,
    );
  });

  test('task lists show boxes that are no inputs', async () => {
    expect(await html('- [x] a\n- [ ] b')).toContain('<span class="task-box" role="img" aria-label="Done">☑</span>');
  });

  test('placeholders in angle brackets stay visible', async () => {
    expect(await html('Type <First-Name> and <First Name ...>, then <b>go</b>.')).toBe(
      '<p>Type &lt;First-Name> and &lt;First Name ...>, then <b>go</b>.</p>',
    );
    expect(await html('<your-token>\n')).toBe('<p>&lt;your-token></p>');
  });

  test('an empty corner of a table is no heading', async () => {
    expect(await html('| | Before |\n|-|-|\n| a | b |')).toMatch(/<tr>\n?<td><\/td>\n?<th>Before<\/th>\n?<\/tr>/);
  });

  test('lists in table cells keep their elements, classes other than ours go', async () => {
    const text = await html('a|b\n-|-\nx|<ul><li><b>y</b></li></ul>\n\n<div class="space-y-4">\n\nz\n\n</div>');
    expect(text).toContain('<td><ul><li><b>y</b></li></ul></td>');
    expect(text).toContain('<div>\n<p>z</p>\n</div>');
  });
});

describe('pictures', () => {
  const files = filesOf({
    '01-a/img/one.png': aPng(20, 10),
    '01-a/x.svg': '<svg viewBox="0 0 8 4"><path d="M0 0h8"/></svg>',
  });

  test('of the pushed files are served by us with their size', async () => {
    const { html, assetStore } = await render('![One](img/one.png "T")', { files });
    const hash = assetStore.list()[0]?.hash;
    expect(html).toBe(
      `<figure class="image"><img src="/assets/content/${hash}.png" alt="One" title="T" width="20" height="10" loading="lazy" decoding="async"></figure>`,
    );
  });

  test('much taller than wide are marked, to be shown narrower than the text', async () => {
    const screens = filesOf({ '01-a/img/phone.png': aPng(10, 22), '01-a/img/square.png': aPng(20, 20) });
    expect(await html('![A](img/phone.png)', { files: screens })).toContain(' class="tall">');
    expect(await html('![A](img/square.png)', { files: screens })).not.toContain('tall');
  });

  test('inside a sentence stay inside it', async () => {
    expect(await html('a ![One](img/one.png) b', { files })).toMatch(/^<p>a <img src="\/assets[^>]+> b<\/p>$/);
  });

  test('that a full address finds in the same repository are served too', async () => {
    for (const address of [
      'https://raw.githubusercontent.com/acme/course/main/01-a/img/one.png',
      'https://raw.githubusercontent.com/Acme/Course/refs/heads/feature/x/01-a/img/one.png',
      'https://github.com/acme/course/blob/0123abc/01-a/img/one.png?raw=true',
    ]) {
      expect(await html(`![One](${address})`, { files })).toContain('<img src="/assets/content/');
    }
  });

  test('of other hosts are a placeholder with their words and a link', async () => {
    const { html, findings } = await render('![A **map**](https://example.com/a.png)');
    expect(html).toBe(
      '<figure class="image-placeholder"><span class="image-placeholder-art" aria-hidden="true"></span><figcaption><span class="image-placeholder-text">A map</span> <a class="image-placeholder-link" href="https://example.com/a.png" rel="noopener noreferrer" target="_blank">Open the original picture</a></figcaption></figure>',
    );
    expect(brief(findings)).toEqual(['01-a/content.md:1 warning image-remote']);
  });

  test('inside a link have no link of their own', async () => {
    const text = await html('[![a](https://example.com/a.png)](https://example.com)');
    expect(text.match(/<a /g)).toHaveLength(1);
  });

  test('that are SVG are sanitised', async () => {
    const { assetStore } = await render('![x](x.svg)', { files });
    expect(new TextDecoder().decode(assetStore.list()[0]?.bytes)).toBe(
      '<svg viewBox="0 0 8 4" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8" /></svg>\n',
    );
  });
});

describe('shortcodes', () => {
  test('alert is a box with its title or the title of its kind', async () => {
    const text = '#### Key \\n\nTake *care*';
    expect(await html(`@@@alert\n{\n"text": "${text}",\n"type": "warning"\n}\n@@@`)).toBe(
      '<div class="alert alert-warning" role="note" aria-label="Warning"><p class="alert-title">Key</p>\n<p>Take <em>care</em></p></div>',
    );
    expect(await html(shortcode('alert', { text: 'x', type: 'info' }))).toContain(
      '<p class="alert-title">Note</p><p>x</p>',
    );
  });

  test('checks is a list, empty items dropped', async () => {
    expect(await html(shortcode('checks', { list: 'a `b` || || c' }))).toBe(
      '<ul class="checks"><li>a <code>b</code></li><li>c</li></ul>',
    );
  });

  test('videos decide by the number of digits and load nothing', async () => {
    const text = await html(shortcode('vimeo', { id: 6362060801112 }));
    expect(text).toMatch(/^<div class="video-embed" data-provider="brightcove" data-video-id="6362060801112"/);
    expect(text).not.toMatch(/iframe|src=/);
    expect(await html(shortcode('vimeo', { id: 790840694 }))).toContain('data-provider="vimeo"');
  });

  test('embed takes players of known hosts, everything else becomes a link', async () => {
    const frame = (src: string) =>
      shortcode('embed', { html: `<iframe src='${src}' title='T' onload='x()'></iframe>` });
    expect(await html(frame('https://player.vimeo.com/video/604188452?h=06f670da30'))).toContain(
      'data-video-hash="06f670da30"',
    );
    expect(await html(frame('https://www.youtube.com/embed/dQw4w9WgXcQ'))).toContain('data-provider="youtube"');
    const other = await render(frame('https://evil.example/'));
    expect(other.html).toBe('<p><a href="https://evil.example/" rel="noopener noreferrer" target="_blank">T</a></p>');
    expect(brief(other.findings)).toEqual(['01-a/content.md:1 warning embed-refused']);
    expect((await render(frame('javascript:x()'))).html).toBe('<p>Embedded content</p>');
  });

  test('a frame of a known player in raw markup is a player too', async () => {
    const text = await html('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="T"></iframe>');
    expect(text).toContain('<div class="video-embed" data-provider="youtube"');
  });

  test('conditional-cta takes nothing but safe links from the attributes', async () => {
    const fields = {
      text: 'Go',
      attrGuest: "onclick='x()' href='javascript:x()'",
      attrAuth: 'href="/a"',
      attrPro: 'x @click=y',
    };
    expect(await html(shortcode('conditional-cta', fields))).toBe(
      '<p class="cta"><a class="cta-link" href="/a" data-href-auth="/a">Go</a></p>',
    );
  });

  test('in fences stay as they are', async () => {
    const text = `\`\`\`\n${shortcode('checks', { list: 'a' })}\n\`\`\``;
    expect(await html(text)).toContain('@@@checks');
  });

  test('indented in a list stay in the list', async () => {
    const block = shortcode('alert', { text: 'x', type: 'info' }).replace(/^/gm, '    ');
    expect(await html(`- a\n  - b\n\n${block}\n- c`)).toMatch(/<li>\n<p>b<\/p>\n<div class="alert[\s\S]*<li>\n?<p>c/);
  });

  test('with raw line breaks, stray quotes or odd escapes are read', async () => {
    const stray = '@@@alert\n{\n"text": "#### Key \\n\n"The \\`best\\` way.",\n"type": "info"\n}\n@@@';
    const text = await html(stray);
    expect(text).toContain('<p class="alert-title">Key</p>');
    expect(text).toContain('<p>The <code>best</code> way.</p>');
  });

  test.each([
    ['unknown', '@@@game\n{"a":1}\n@@@', 'shortcode-unknown'],
    ['unreadable', '@@@alert\nhello there\n@@@', 'shortcode-unreadable'],
    ['unclosed', '@@@alert\n{"text":"hello there"}', 'shortcode-unclosed'],
  ])('that are %s stay visible and are reported', async (_title, text, code) => {
    const { html, findings } = await render(`a\n\n${text}`);
    expect(html).toContain(text.split('\n')[0]);
    expect(html).toContain(text.includes('hello') ? 'hello there' : 'a');
    expect(brief(findings)).toEqual([`01-a/content.md:3 warning ${code}`]);
  });

  test('do not move the lines of later findings', async () => {
    const { findings } = await render(`${shortcode('alert', { text: 'x', type: 'info' })}\n\n![a](gone.png)`);
    expect(brief(findings)).toEqual(['01-a/content.md:8 error image-missing']);
  });

  test('cannot be multiplied by text that looks like their placeholder', async () => {
    const text = `${shortcode('alert', { text: 'once', type: 'info' })}\n\n${'&#xE000;0&#xE001; '.repeat(50)}`;
    expect((await html(text)).match(/once/g)).toHaveLength(1);
  });
});
