import { closesFence, openedFence } from '@academy/contract/rules/code-fences';
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { TextPlace } from '../../markdown/context.ts';

/** A code block that is never closed contains the rest of the text, which is a mistake. */
export function checkOpenFences(tree: Root, text: string, { file, line, findings }: TextPlace): void {
  visit(tree, 'code', ({ position }) => {
    if (position === undefined) return;
    const lines = text.slice(position.start.offset, position.end.offset).split('\n');
    const fence = openedFence(lines[0] ?? '');
    // Indented code has no fence to close.
    if (fence === null || (lines.length > 1 && closesFence(lines.at(-1) ?? '', fence))) return;
    const marks = fence.mark.repeat(fence.length);
    const message = `this block of code is never closed, so all that follows is code; end it with a line ${marks}`;
    findings.warning('fence-open', file, line + position.start.line - 1, message);
  });
}
