import { describe, expect, test } from 'vitest';
import { buildItem } from '../build.ts';
import { aPng } from '../testing/content.ts';
import { aLab, builtPage, outsideCode } from './testing.ts';

describe('pages of a lab', () => {
  test('variables of the session are shown by their name and never in braces', async () => {
    const page = await builtPage('In {{session_namespace}} and `{{ ingress_domain }}`.\n\n## Of $(session_name)');
    expect(page.html).toContain('In <span class="lab-variable">session_namespace</span>');
    expect(page.html).toContain('<code><span class="lab-variable">ingress_domain</span></code>');
    expect(page.headings).toEqual([{ id: 'c-of-session_name', text: 'Of session_name' }]);
    expect(page.findings).toEqual([]);
  });

  test('an id behind a heading is where links of the page lead', async () => {
    const page = await builtPage('## Warm the pot {#warm}\n\n[there](#warm)');
    expect(page.html).toContain('<h2 id="c-warm">Warm the pot</h2>');
    expect([page.headings, page.findings]).toEqual([[{ id: 'c-warm', text: 'Warm the pot' }], []]);
  });

  test('templates of other tools in code stay as they are', async () => {
    const page = await builtPage("```execute\nkubectl get pod -o template '{{range .items}}{{end}}'\n```");
    expect(page.actions[0]?.settings.command).toBe("kubectl get pod -o template '{{range .items}}{{end}}'");
  });

  test('a variable that no platform fills is shown by its name and reported', async () => {
    const page = await builtPage('A\n\nWith {{ some_name }}.');
    expect(page.html).toContain('<span class="lab-variable">some_name</span>');
    expect(page.findings).toEqual(['workshop/content/01-start.md:3 warning variable-unknown']);
  });

  test("addresses of the learner's own session are text", async () => {
    const page = await builtPage(
      'Open <https://{{ session_namespace }}-x.{{ ingress_domain }}/> or [the app](http://{{ session_name }}.{{ ingress_domain }}).',
    );
    expect(page.html).not.toContain('<a ');
    expect(outsideCode(page.html)).not.toContain('{{');
    expect(page.html).toContain('the app (');
    expect(page.findings).toEqual([]);
  });

  test('text to copy gets a button; in links and headings it is only code', async () => {
    const page = await builtPage(
      'Name it ``nginx``{{copy}}, see [``it``{{copy}}](https://example.org).\n\n## By `x`{{copy}}',
    );
    expect(page.html).toContain(
      '<span class="copy-text"><code>nginx</code><button type="button" class="copy-text-button" data-copy="" aria-label="Copy nginx">Copy</button></span>',
    );
    expect(page.html.match(/<button/g)).toHaveLength(1);
    expect(page.html).not.toContain('{{');
    expect(page.headings).toEqual([{ id: 'c-by-x', text: 'By x' }]);
  });

  test('variables of Hugo pages are kept for the lab and shown by name', async () => {
    const text =
      '---\ntitle: One\n---\nAt {{% param ingress_domain %}}.\n\n```dashboard:open-url\nurl: {{< param  ingress_protocol >}}://x.{{< param ingress_domain >}}\n```';
    const page = await builtPage(text, { layout: 'hugo' });
    expect(page.title).toBe('One');
    expect(page.html).toContain('At <span class="lab-variable">ingress_domain</span>.');
    expect(page.actions[0]).toMatchObject({
      settings: { url: '{{ ingress_protocol }}://x.{{ ingress_domain }}' },
      line: 6,
    });
  });

  test('boxes and lists of Hugo pages are rendered, and actions inside boxes work', async () => {
    const text =
      '{{< note >}}\nMind *this*.\n\n```execute\nls\n```\n{{< /note >}}\n\n{{< danger >}}Hot{{< /danger >}}\n\n```execute\npwd\n```\n\n{{< checks "One `a`"\n"Two" >}}\n';
    const page = await builtPage(text, { layout: 'hugo' });
    expect(page.html).toContain('alert-info');
    expect(page.html).toContain('alert-error');
    expect(page.html).toContain('<ul class="checks"><li>One <code>a</code></li><li>Two</li></ul>');
    expect(page.html).toMatch(/data-action="0"[\s\S]*ls[\s\S]*data-action="1"[\s\S]*pwd/);
    expect(page.actions.map(({ settings }) => settings.command)).toEqual(['ls', 'pwd']);
    expect(page.findings).toEqual([]);
  });

  test('images are found beside the page and among the static files', async () => {
    const pictures = {
      'workshop/content/images/a.png': aPng(4, 4),
      'workshop/static/b.png': aPng(5, 5),
    };
    const text = '![A](images/a.png)\n\n![A again](/workshop/content/images/a.png)\n\n![B](/workshop/content/b.png)\n';
    const page = await builtPage(text, { layout: 'hugo', ...pictures });
    expect(page.html.match(/<img /g)).toHaveLength(3);
    expect(page.findings).toEqual([]);
  });

  test('a picture by the raw address of its repository comes from the folder', async () => {
    const raw = 'https://raw.githubusercontent.com/acme/labs/refs/heads/main/tea/workshop/content/images/a.png';
    const files = aLab({ 'workshop/content/01-start.md': `![A](${raw})`, 'workshop/content/images/a.png': aPng(4, 4) });
    const source = { repository: 'acme/labs', host: 'github.com', folder: 'tea' };
    const result = await buildItem('workshop', files, {
      ...{ file: 'resources/workshop.yaml', tenantId: 'spring', variables: {}, source },
    });
    expect(result.findings).toEqual([]);
    expect(JSON.stringify(result)).toContain('<img src=\\"/assets/content/');
  });

  test('a diagram in a fence is drawn', async () => {
    const page = await builtPage('```mermaid\ngraph LR\n  leaf --> cup\n```');
    expect(page.html).toContain('alt="Diagram');
    expect(page.findings).toEqual([]);
  });

  test('a picture that leaves the folder refuses the lab', async () => {
    await expect(builtPage('![x](../../../../../etc/x.png)')).rejects.toThrow('path-leaves-folder');
  });

  test('scripts of a page are removed and reported', async () => {
    const page = await builtPage('<script>register()</script>\n\nText');
    expect(page.html).toBe('<p>Text</p>');
    expect(page.findings).toEqual(['workshop/content/01-start.md:1 error script-removed']);
  });

  test('empty boxes for spacing lose their style without a finding', async () => {
    const page = await builtPage('A\n\n<div style="height: 2em"></div>\n\nB');
    expect(page.html).not.toContain('style');
    expect(page.findings).toEqual([]);
  });

  test('an empty page is reported', async () => {
    const page = await builtPage(' \n');
    expect(page.html).toBe('');
    expect(page.findings).toEqual(['workshop/content/01-start.md:1 warning text-empty']);
  });
});

describe('links between the pages of a lab', () => {
  const others = {
    'workshop/workshop.yaml': 'name: A lab\nmodules:\n  activate:\n    - 01-start\n    - exercises/02-more\n',
    'workshop/modules.yaml': 'modules:\n  01-start:\n    name: Start\n  exercises/02-more:\n    name: More\n',
    'workshop/content/exercises/02-more.md': 'More',
  };

  test.each([
    'exercises/02-more.md',
    './exercises/02-more.md',
    'exercises/02-more',
    'Exercises/02-More.html',
    '../exercises/02-more/',
    '/exercises/02-more',
    '/workshop/content/exercises/02-more.md',
  ])('%s leads to that page', async (address) => {
    const page = await builtPage(`[On](${address}) and [part](${address}#some-part)`, others);
    expect(page.html).toContain('<a href="?page=exercises%2F02-more">On</a>');
    expect(page.html).toContain('<a href="?page=exercises%2F02-more#c-some-part">part</a>');
    expect(page.findings).toEqual([]);
  });

  test('in vain are named with the pages that there are', async () => {
    const page = await builtPage('[On](02-mroe.md) [Gone](gone.md)', others);
    expect(page.html).toBe('<p><span>On</span> <span>Gone</span></p>');
    expect(page.findings).toEqual(Array(2).fill('workshop/content/01-start.md:1 warning link-broken'));
  });

  test('leave files, anchors and addresses of the academy alone', async () => {
    const page = await builtPage('## A\n\n[Up](#a) [Courses](/courses) [Site](https://example.org/01-start)', others);
    expect(page.html.match(/href="[^"]*"/g)).toEqual([
      'href="#c-a"',
      'href="/courses"',
      'href="https://example.org/01-start"',
    ]);
    expect(page.findings).toEqual([]);
  });
});
