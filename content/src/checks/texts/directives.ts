import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';

const ADVICE: Readonly<Record<string, string>> = {
  mermaid: 'a diagram stands between lines ```mermaid and ```',
  math: 'a formula stands between lines $$',
  'code-group': 'for tabs write :::tabs, and :::tab[Title] around each block of code',
  raw: 'delete the lines with the colons',
  'v-pre': 'delete the lines with the colons',
  other: 'for a box beside the text begin a quote with "> [!TIP]" or another kind of alert',
};

/** Blocks of other renderers (`:::tip`) are not supported: readers would see the colons. */
export function checkDirectives(tree: Root, { file, line, findings }: TextPlace): void {
  visit(tree, 'text', ({ value, position }, index, parent) => {
    if (parent?.type !== 'paragraph' || position === undefined) return;
    const before = index === undefined ? undefined : parent.children[index - 1];
    const startsLine = before === undefined || before.type === 'break';
    for (const [at, one] of value.split('\n').entries()) {
      const [, name] = /^:{3,}\s*\{?\s*\.?([A-Za-z][\w-]*)/.exec(one) ?? [];
      if (name === undefined || (at === 0 && !startsLine)) continue;
      const message = `":::${shortened(name, 40)}" is shown as it stands; ${ADVICE[name.toLowerCase()] ?? ADVICE.other}`;
      findings.warning('directive-unknown', file, line + position.start.line - 1 + at, message);
    }
  });
}
