import type { Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import type { TextPlace } from '../../markdown/context.ts';
import { lineOf } from '../../markdown/hast.ts';
import { shortened } from '../../text-source.ts';

/**
 * Headings do not skip levels, because screen readers navigate by them. Reported once for each text, at the first one;
 * the page itself is corrected.
 */
export function checkHeadingOrder(tree: Root, place: TextPlace): void {
  // A text may begin at any level, which is then the highest that it uses.
  let above = 6;
  let skips = 0;
  let first: { line: number; message: string } | null = null;
  visit(tree, 'element', (element) => {
    const found = /^h([1-6])$/.exec(element.tagName);
    if (found === null) return;
    const level = Math.max(Number(found[1]), 2);
    if (level > above + 1) {
      skips += 1;
      const title = shortened(textOf(element).trim(), 60);
      const wanted = '#'.repeat(above + 1);
      first ??= {
        line: lineOf(element, place.line),
        message: `the heading "${title}" skips a level; write ${wanted} instead of ${'#'.repeat(level)}`,
      };
    }
    above = level;
  });
  if (first === null) return;
  const { line, message } = first;
  const more = skips > 1 ? ` (${skips - 1} more in this text)` : '';
  place.findings.warning('heading-skips', place.file, line, message + more);
}
