import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';

/** Blocks of other renderers (`:::tip`) are not supported: readers would see the colons. */
export function checkDirectives(tree: Root, { file, line, findings }: TextPlace): void {
  visit(tree, 'text', ({ value, position }, index, parent) => {
    if (parent?.type !== 'paragraph' || position === undefined) return;
    const before = index === undefined ? undefined : parent.children[index - 1];
    const startsLine = before === undefined || before.type === 'break';
    for (const [at, one] of value.split('\n').entries()) {
      const [, name] = /^:{3,}\s*\{?\s*\.?([A-Za-z][\w-]*)/.exec(one) ?? [];
      if (name === undefined || (at === 0 && !startsLine)) continue;
      const message = `":::${shortened(name, 40)}" is shown as it stands; for a box beside the text begin a quote with "> [!TIP]" or another kind of alert`;
      findings.warning('directive-unknown', file, line + position.start.line - 1 + at, message);
    }
  });
}
