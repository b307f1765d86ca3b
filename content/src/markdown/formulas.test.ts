import { describe, expect, test } from 'vitest';
import { brief, builtItem, render } from '../testing/content.ts';

const html = async (text: string) => (await render(text)).html;

describe('formulas', () => {
  test('in a line are MathML', async () => {
    expect(await html('Then $a_1 + b_1$ holds.')).toBe(
      '<p>Then <math><mrow><msub><mi>a</mi><mn>1</mn></msub><mo>+</mo><msub><mi>b</mi><mn>1</mn></msub></mrow></math> holds.</p>',
    );
  });

  test.each([
    ['on lines of their own', '$$\na^2\n$$'],
    ['on one line', '$$a^2$$'],
    ['as code', '```math\na^2\n```'],
    ['in a list', '- a\n\n  $$\n  a^2\n  $$\n'],
  ])('as blocks are drawn large and scroll: %s', async (_name, text) => {
    expect(await html(text)).toContain(
      '<div class="formula" tabindex="0"><math display="block"><msup><mi>a</mi><mn>2</mn></msup></math></div>',
    );
  });

  test.each(['$x$', '$n = 2$', '$O(n)$', '$\\alpha$', '$2n + 1$', '$$x$$', '($x$)', '$x$-axis', '$f(x) = x^2$'])(
    'are read: %s',
    async (text) => {
      expect(await html(`Text ${text}, text.`)).toContain('<math>');
    },
  );

  test.each([
    '$2 for tea',
    'from $2 to $3',
    '$2-$3',
    '$5/$6 each',
    'US$ and A$',
    '$HOME and $PATH',
    '$HOME/$USER',
    '$HOME:$PATH$',
    '$foo = bar; $baz = 1;',
    '10$ or 20$',
    '$ x $',
    'costs $5 (or 4$)',
    '\\$x\\$',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what authors write
    '${name} and ${other}',
    'a $b, $c and $d',
    '`$x$`',
    '$(date) and $(time)',
    '"$1" "$2"',
    'a $$ b',
    '$a `b$` c',
  ])('are not read in money, shells and code: %s', async (text) => {
    const { html, findings } = await render(text);
    expect(html).not.toContain('<math');
    expect(findings).toEqual([]);
  });

  test('that cannot be written are shown as source with a finding', async () => {
    const { html, findings } = await render('a\n\n$\\unknown{x}$\n\n$$\n\\frac{1\n$$\n\n$$\nx');
    expect(html).toContain('<code>\\unknown{x}</code>');
    expect(brief(findings)).toEqual([
      '01-a/content.md:3 warning formula-unreadable',
      '01-a/content.md:5 warning formula-unreadable',
      '01-a/content.md:9 warning formula-open',
    ]);
  });

  test('cannot bring styles, links or scripts into a page', async () => {
    const text = await html(
      '$\\color{red}x$ $\\boxed{y}$ $\\href{javascript:alert(1)}{z}$ $\\text{<script>}$ $\\class{a}{b}$',
    );
    expect(text).not.toMatch(/ style=|href=|<script|class="a"/);
    expect(text).toContain('mathcolor="#ff0000"');
    expect(text).toContain('class="formula-box"');
  });

  test('stand in headings, boxes and questions', async () => {
    const { html, headings } = await render('## The $x^2$ rule\n\n!!! note\n    $$\n    y\n    $$\n');
    expect(headings).toEqual([{ id: 'c-the-x2-rule', text: 'The x2 rule' }]);
    expect(html).toMatch(/role="note"[\s\S]*<math display="block">/);
  });

  test('and dollar signs of a large text stay cheap', async () => {
    const begin = performance.now();
    await render(`${'$a '.repeat(5_000)}\n\n${'$$ '.repeat(5_000)}`);
    expect(performance.now() - begin).toBeLessThan(4_000);
  });
});

test('a question has its formula in one line', async () => {
  const { item } = await builtItem('course', {
    'course.json': { id: 'spring-x', slug: 'x', title: 'X', status: 'live', order: 5 },
    '01-a/lesson.json': {
      id: 'spring-x-a',
      slug: 'a',
      title: 'A',
      status: 'live',
      type: 'knowledge-check',
      duration: 60,
    },
    '01-a/content.md': '## What is $x^2$?\n\n- [x] $4$\n- [ ] 5\n',
  });
  expect(JSON.stringify(item.lessons)).toContain('<msup>');
});
