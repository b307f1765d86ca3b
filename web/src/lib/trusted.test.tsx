import { afterEach, describe, expect, it } from 'vitest';
import { trustedHtml } from './trusted.ts';

const native = Object.getOwnPropertyDescriptor(Document, 'parseHTML');
afterEach(() => {
  if (native !== undefined) Object.defineProperty(Document, 'parseHTML', native);
});

/** Content as the server renders it, and the markup that a browser shows of it. */
async function shown(html: string): Promise<HTMLElement> {
  const element = document.createElement('div');
  element.innerHTML = await trustedHtml(html);
  return element;
}

describe.each([
  ['with the sanitiser of the browser', () => undefined],
  ['in a browser without one', () => void Reflect.deleteProperty(Document, 'parseHTML')],
])('content %s', (name, arrange) => {
  it.each([
    'tel:+4912345',
    'vscode://file/a',
    'git+ssh://git@example.org/a.git',
    'jetbrains://idea/x',
    '/courses/a',
    '?page=a',
  ])('keeps the link %s', async (href) => {
    arrange();
    const link = (await shown(`<a href="${href}" download="${name}.pdf">x</a>`)).querySelector('a');
    expect([link?.getAttribute('href'), link?.download]).toEqual([href, `${name}.pdf`]);
  });

  it('loses what runs', async () => {
    arrange();
    const link = (await shown(`<a href="javascript:alert('${name}')">x</a>`)).querySelector('a');
    expect(link?.getAttribute('href') ?? '').toBe('');
  });
});
