import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half the size of the script that the package exports. */
const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 to level AA, and best practices. Without tags axe skips rules of 2.2 such as the size of targets. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface AxeFinding {
  id: string;
  nodes: { html: string }[];
}

/**
 * The accessibility check of all tests: a page and its frames of the same origin. The script of axe is half a megabyte,
 * so a document gets it once.
 *
 * @param options.rules only these rules
 * @param options.exclude selectors of elements that are not checked
 */
export async function findingsOfAxe(
  page: Page,
  options: { rules?: string[]; exclude?: string[] } = {},
): Promise<AxeFinding[]> {
  const { rules, exclude = [] } = options;
  await inject(page.mainFrame());
  const { origin } = new URL(page.url());
  const frames = page.frames().filter((one) => one !== page.mainFrame() && isOfOrigin(one, origin));
  // A frame can be removed while it gets the script.
  await Promise.all(frames.map((one) => inject(one).catch(() => undefined)));
  return page.evaluate(
    async ({ context, run }) => {
      // A dialog that begins to fade in counts as hidden, and the page behind it as reachable.
      const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
      await Promise.allSettled(ending.map((one) => one.finished));
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, run);
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
    },
    {
      context: { exclude: exclude.map((selector) => [selector]) },
      run: {
        // Passed rules are not listed, which would take most of the time.
        resultTypes: ['violations' as const],
        runOnly:
          rules === undefined ? { type: 'tag' as const, values: TAGS } : { type: 'rule' as const, values: rules },
        // axe waits half a second for the answer of a frame that has no script.
        iframes: frames.length > 0,
      },
    },
  );
}

const isOfOrigin = (frame: Frame, origin: string) =>
  frame.url().startsWith('about:') || frame.url().startsWith(`${origin}/`);

async function inject(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SCRIPT);
}
