import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** WCAG 2.2 to level AA, and best practices. Without tags axe skips rules of 2.2 such as the size of targets. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The accessibility check of all tests. Passed rules are not listed, which would take most of the time. */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], runOnly: { type: 'tag', values: TAGS } });
