import { expect, test } from 'vitest';
import { aPng } from '../testing/content.ts';
import { builtPage } from './testing.ts';

// What the theme of educates-training-platform 3.7.1 gives with Hugo 0.111.3.

const PATHWAYS = {
  layout: 'hugo' as const,
  'workshop/config.yaml':
    'pathways:\n  default: python\n  paths:\n    python: {steps: [01-start]}\n    java: {steps: [01-start]}\n',
};

test.each(['{{<baseurl>}}/cup.png', '{{< baseurl >}}cup.png', '{{% baseurl %}}/cup.png'])(
  'a picture of the static files is shown: %s',
  async (address) => {
    const page = await builtPage(`![E](${address})`, { layout: 'hugo', 'workshop/static/cup.png': aPng(4, 4) });
    expect(page.html).toContain('<img ');
    expect(page.findings).toEqual([]);
  },
);

test('the text of the default pathway is shown alone', async () => {
  const text =
    'For all.\n\n{{< pathway python >}}\nA *snake*\n\n```execute\npython\n```\n{{< /pathway >}}\n{{< pathway java >}}\nB\n\n```execute\njava\n```\n{{< /pathway >}}\n\n```execute\nls\n```';
  const page = await builtPage(text, PATHWAYS);
  expect(page.html).toContain('A <em>snake</em>');
  expect(page.html).not.toContain('B');
  expect(page.actions.map(({ settings, line }) => [settings.command, line])).toEqual([
    ['python', 6],
    ['ls', 18],
  ]);
  expect(page.findings).toEqual([]);
});

test('text for a pathway of a lab without pathways is not shown, and reported', async () => {
  const page = await builtPage('A\n\n{{< pathway java >}}B{{< /pathway >}}', { layout: 'hugo' });
  expect(page.html).toBe('<p>A</p>');
  expect(page.findings).toEqual(['workshop/content/01-start.md:3 warning pathway-unknown']);
});

test('text to copy gets a button', async () => {
  const page = await builtPage('Type `kubectl get` {{< copy >}} now. {{< copy >}}', { layout: 'hugo' });
  expect(page.html).toContain('<code>kubectl get</code><button');
  expect(page.html).not.toContain('{{');
  expect(page.findings).toEqual([]);
});

test("a workshop's own shortcode is reported, and its text stays", async () => {
  const page = await builtPage('{{< tea >}}Warm{{< /tea >}}', { layout: 'hugo' });
  expect(page.html).toContain('Warm');
  expect(page.findings).toEqual(['workshop/content/01-start.md:1 warning shortcode-unknown']);
});
