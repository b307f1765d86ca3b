import { describe, expect, test } from 'vitest';
import { builtPage } from './testing.ts';

// What classic pages give in educates-training-platform 3.7.1: liquidjs 10.25.5, then marked 4.3.0.

const VARS = {
  'workshop/modules.yaml':
    'modules:\n  01-start:\n    name: Start here\nconfig:\n  vars:\n    - name: DRINK\n      value: tea\n    - name: HOT\n      value: true\n',
};

describe('templates of classic pages', () => {
  test.each([
    [
      'raw shows braces',
      '{% raw %}{{ session_name }} and {{.Names}}{% endraw %}',
      '<p>{{ session_name }} and {{.Names}}</p>',
    ],
    ['a comment is left out', 'A{% comment %} no {% endcomment %}B', '<p>AB</p>'],
    ['a filter changes a value', '{{ DRINK | upcase }}', '<p>TEA</p>'],
    ['a literal is shown', '{{ "{{" }} x', '<p>{{ x</p>'],
    ['a default stands in', '{{ nothing | default: "milk" }}', '<p>milk</p>'],
    ['a condition chooses', '{% if DRINK == "tea" %}Cup{% else %}Mug{% endif %}', '<p>Cup</p>'],
    ['a flag chooses', '{% if HOT %}Mind{% endif %}', '<p>Mind</p>'],
    ['a name is assigned', '{% assign cup = DRINK | capitalize %}{{ cup }}', '<p>Tea</p>'],
    ['a loop repeats', '{% for i in (1..3) %}{{ i }}{% endfor %}', '<p>123</p>'],
    ['a case chooses', '{% case DRINK %}{% when "tea" %}T{% when "milk" %}M{% endcase %}', '<p>T</p>'],
  ])('%s', async (_what, text, html) => {
    const page = await builtPage(text, VARS);
    expect([page.html, page.findings]).toEqual([html, []]);
  });

  test('the older form of variables is filled', async () => {
    const page = await builtPage('%DRINK% in %session_name%, 50 %x% y', VARS);
    expect(page.html).toBe('<p>tea in <span class="lab-variable">session_name</span>, 50 %x% y</p>');
  });

  test('a page includes another text of the lab, and no file of the machine', async () => {
    const text = '{% include "parts/cup.md" %}\n';
    const page = await builtPage(text, {
      ...VARS,
      'workshop/content/parts/cup.md': 'A cup of {{ DRINK }}, {{ session_name }}.',
    });
    expect(page.html).toBe('<p>A cup of tea, <span class="lab-variable">session_name</span>.</p>');
    const outside = await builtPage('{% include "/etc/passwd" %}\n', VARS);
    expect(outside.html).not.toContain('root:');
    expect(outside.findings).toContain('workshop/content/01-start.md:1 error liquid-broken');
  });

  test('variables of the session stay inside of chosen parts', async () => {
    const page = await builtPage('{% if HOT %}In {{ session_namespace }}{% endif %}', VARS);
    expect(page.html).toBe('<p>In <span class="lab-variable">session_namespace</span></p>');
  });

  test('a condition on the session shows all parts, and is reported', async () => {
    const page = await builtPage('A\n\n{% if session_name == "x" %}\nOne\n{% else %}\nTwo\n{% endif %}', VARS);
    expect(page.html).toBe('<p>A</p>\n<p>One</p>\n<p>Two</p>');
    expect(page.findings).toEqual(['workshop/content/01-start.md:3 warning liquid-undecided']);
  });

  test('a filter on a variable of the session is left out, and is reported', async () => {
    const page = await builtPage('A\n\n{{ session_name | upcase }}', VARS);
    expect(page.html).toContain('<span class="lab-variable">session_name</span>');
    expect(page.findings).toEqual(['workshop/content/01-start.md:3 warning liquid-undecided']);
  });

  test('what nobody defines is false, and is reported', async () => {
    const page = await builtPage('A\n\n```yaml\n{% for host in hosts %}\nserver {{ host }}\n{% endfor %}\n```', VARS);
    expect(page.findings).toEqual(['workshop/content/01-start.md:4 warning variable-unknown']);
    expect((await builtPage('{% if nothing %}A{% else %}B{% endif %}', VARS)).html).toBe('<p>B</p>');
  });

  test('filters of other tools stay', async () => {
    const page = await builtPage('`{{ github.ref | x }}`, `{{ .Values.name | quote }}`', VARS);
    expect(page.html).toBe('<p><code>{{ github.ref | x }}</code>, <code>{{ .Values.name | quote }}</code></p>');
  });

  test.each(['A\n\n{% for host in hosts %}x', 'A\n\n{% stray', 'A\n\n{% unknown %}'])(
    'a page that the platform cannot show is reported: %j',
    async (text) => {
      const page = await builtPage(text, VARS);
      expect(page.html).toContain('{%');
      expect(page.findings).toEqual(['workshop/content/01-start.md:3 error liquid-broken']);
    },
  );

  test('actions behind templates keep their lines, and templates of other tools their braces', async () => {
    const text =
      '{% if HOT %}\nOne\n\n{% else %}\nTwo\n{% endif %}\n```execute\nkubectl get -o template \'{{range .items}}{{end}}\' {{ DRINK }}\n```\n\n```execute\n{% raw %}docker ps --format "{{.Names}}"{% endraw %}\n```\n\n```bad:action\n```';
    const page = await builtPage(text, VARS);
    expect(page.actions.map(({ line, settings }) => [line, settings.command])).toEqual([
      [7, "kubectl get -o template '{{range .items}}{{end}}' tea"],
      [11, 'docker ps --format "{{.Names}}"'],
      [15, undefined],
    ]);
    expect(page.findings).toEqual(['workshop/content/01-start.md:15 warning action-unknown']);
  });

  test.each([
    '{% for i in (1..100000000) %}x{% endfor %}',
    '{% for i in (1..3000) %}{% for j in (1..3000) %}xxxxxxxxxx{% endfor %}{% endfor %}',
    '{% include "01-start.md" %}',
  ])('a template without end is refused in time: %s', async (text) => {
    const page = await builtPage(text, VARS);
    expect(page.findings).toEqual(['workshop/content/01-start.md:1 error liquid-broken']);
  });

  test.each([
    '{% raw %}',
    '{% comment %}{% endcomment %}',
    '{{ session_name | upcase }}',
    '{{ "{{" ',
    '{% if HOT %}',
    `{{ ${'a'.repeat(50)}`,
  ])(
    'a page full of %s is read in time',
    async (piece) => {
      const started = process.cpuUsage();
      await builtPage(`x ${piece}`.repeat(Math.floor(200_000 / piece.length)), VARS);
      const { user } = process.cpuUsage(started);
      // Quadratic time would take minutes.
      expect(user / 1_000_000).toBeLessThan(15);
    },
    60_000,
  );

  test('no template reaches what is behind a value', async () => {
    const page = await builtPage('{{ DRINK.constructor | default: "none" }} {{ __proto__ | default: "none" }}', VARS);
    expect(page.html).toBe('<p>none none</p>');
  });
});
