import type { QuizText } from '@academy/contract/rules/quiz-questions';
import type { Element, ElementContent, Root } from 'hast';
import { FindingList } from '../finding-list.ts';
import type { RenderContext, TextAdditions } from '../markdown/context.ts';
import { renderMarkdown, type TextForm } from '../markdown/render.ts';
import type { TextSource } from '../text-source.ts';

/** Renders the parts of one text, each with the place where it stands in the file. */
export interface PartRenderer {
  /** HTML with paragraphs; empty for a part that is not there. */
  block(part: QuizText | null): Promise<string>;
  /** HTML for one line: emphasis, code, links. */
  inline(part: QuizText): Promise<string>;
}

/** Renders parts of `source`; findings and links carry the lines of its file. */
export function partRenderer(source: TextSource, context: RenderContext): PartRenderer {
  const render = async (part: QuizText, form: TextForm, additions: Partial<Pick<RenderContext, 'additions'>>) => {
    const findings = new FindingList();
    const own: RenderContext = { ...context, ...additions, findings, found: [] };
    const { html } = await renderMarkdown({ ...source, text: part.markdown }, form, own);
    const shift = part.line - 1;
    context.findings.addAll(findings.list().map((finding) => ({ ...finding, line: finding.line + shift })));
    context.found.push(...own.found.map((link) => ({ ...link, line: link.line + shift })));
    return html;
  };
  return {
    block: async (part) => (part === null ? '' : render(part, 'note', {})),
    // As a heading its text is inline Markdown, whatever it begins with.
    inline: ({ markdown, line }) => render({ markdown: `# ${markdown}`, line }, 'note', { additions: INLINE }),
  };
}

const INLINE: TextAdditions = {
  parsed: () => undefined,
  finished: (tree: Root) => {
    tree.children = phrasing(tree.children);
  },
};

// biome-ignore format: a list of words
const PHRASING = new Set([
  'a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'img', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small', 'span',
  'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr',
]);

/** What may stand in a line; of other elements their content stays. */
function phrasing(nodes: readonly Root['children'][number][]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [node];
    if (node.type !== 'element') return [];
    const children = phrasing(node.children);
    const kept: Element = { ...node, children };
    return PHRASING.has(node.tagName) ? [kept] : children;
  });
}
