import type { QuizText } from '@academy/contract/rules/quiz-questions';
import type { Element, ElementContent, Root } from 'hast';
import { FindingList } from '../finding-list.ts';
import type { RenderContext, TextAdditions } from '../markdown/context.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { TextForm } from '../markdown/rendered.ts';
import type { TextSource } from '../text-source.ts';

/** Renders the parts of one text, each with its position in the file. */
export interface PartRenderer {
  /** HTML with paragraphs; empty for a missing part. */
  block(part: QuizText | null): Promise<string>;
  /** HTML for one line: emphasis, code, links. */
  inline(part: QuizText): Promise<string>;
}

/** `[name]: address` on a line of its own, which links of every part may use. */
const DEFINITION = /^ {0,3}\[[^\]^][^\]]{0,200}\]:[ \t]+\S/;
const MAX_DEFINITIONS = 300;

/** Renders parts of `source`; findings and links have the line numbers of its file. */
export function partRenderer(source: TextSource, context: RenderContext): PartRenderer {
  const definitions = source.text
    .split('\n')
    .filter((line) => DEFINITION.test(line))
    .slice(0, MAX_DEFINITIONS);
  const render = async (part: QuizText, form: TextForm, additions: Partial<Pick<RenderContext, 'additions'>>) => {
    const findings = new FindingList();
    const own: RenderContext = { ...context, ...additions, findings, found: [] };
    // Before the part, where no open fence can turn them into code.
    const head = definitions.length > 0 && part.markdown.includes('[') ? [...definitions, ''] : [];
    const text = [...head, part.markdown].join('\n');
    const { html } = await renderMarkdown({ ...source, text }, form, own);
    const inFile = (line: number) => part.line + Math.max(0, line - 1 - head.length);
    context.findings.addAll(findings.list().map((finding) => ({ ...finding, line: inFile(finding.line) })));
    context.found.push(...own.found.map((link) => ({ ...link, line: inFile(link.line) })));
    return html;
  };
  return {
    block: async (part) => (part === null ? '' : render(part, 'note', {})),
    // As a heading its text is parsed as inline Markdown, whatever it begins with.
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

/** Inline elements stay; of other elements only their content. */
function phrasing(nodes: readonly Root['children'][number][]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [node];
    if (node.type !== 'element') return [];
    const children = phrasing(node.children);
    const kept: Element = { ...node, children };
    return PHRASING.has(node.tagName) ? [kept] : children;
  });
}
