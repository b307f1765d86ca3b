import type { Nodes, Parents, Root } from 'mdast';
import { visit } from 'unist-util-visit';

/** The words of one paragraph, heading or cell without its markup. */
export interface PlainRun {
  /** Text; code, links and pictures are one sign each. */
  text: string;
  /** The source lines of its characters. */
  lineAt(index: number): number;
}

const OTHER = '\ufffc';

/** The runs of text of a Markdown tree, for checks of marks that were not understood. */
export function plainRuns(tree: Root, firstLine: number): PlainRun[] {
  const runs: PlainRun[] = [];
  visit(tree, (node: Nodes) => {
    if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') return;
    const starts: { at: number; line: number }[] = [];
    let text = '';
    const walk = (parent: Parents) => {
      for (const child of parent.children) {
        if (child.type === 'text') {
          starts.push({ at: text.length, line: child.position?.start.line ?? 1 });
          text += child.value;
        } else if (child.type === 'emphasis' || child.type === 'strong') walk(child);
        else text += child.type === 'break' ? '\n' : OTHER;
      }
    };
    walk(node);
    const lineAt = (index: number) => {
      const from = starts.findLast(({ at }) => at <= index) ?? { at: 0, line: 1 };
      return firstLine - 1 + from.line + (text.slice(from.at, index).split('\n').length - 1);
    };
    runs.push({ text, lineAt });
  });
  return runs;
}
