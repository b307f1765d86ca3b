import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { BlockContent } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark, { type Options } from 'rehype-remark';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const printer = unified().use(rehypeStringify).freeze();

const hasClass = ({ properties }: Element, name: string) =>
  Array.isArray(properties.className) && properties.className.includes(name);

/** The element of a class in another. */
function find(within: Element, name: string): Element | undefined {
  let found: Element | undefined;
  visit(within, 'element', (one) => {
    if (hasClass(one, name)) found ??= one;
  });
  return found;
}

/** What our pages have and Markdown has no element for. */
const handlers: NonNullable<Options['handlers']> = {
  button: () => undefined,
  figure(state, node) {
    if (!hasClass(node, 'code')) return state.all(node);
    const [title, text] = ['code-title', 'code-text'].map((name) => find(node, name));
    const meta = title === undefined ? null : `title="${textOf(title)}"`;
    const lang = String(node.properties.dataLanguage ?? '') || (meta === null ? null : 'text');
    return { type: 'code', lang, meta, value: text === undefined ? '' : textOf(text) };
  },
  div(state, node) {
    const blocks = state.toFlow(state.all(node)) as BlockContent[];
    return hasClass(node, 'alert') ? { type: 'blockquote', children: blocks } : blocks;
  },
  // Programs read MathML as well as people read formulas; the source is not in the page.
  math: (_state, node) => ({ type: 'html', value: printer.stringify({ type: 'root', children: [node] } as Root) }),
};

const toMarkdown = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark, { handlers })
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', fences: true })
  .freeze();

/** A page's own HTML as Markdown, for programs that read text: code with its language and title, formulas as MathML. */
export const markdownOf = (html: string): string => String(toMarkdown.processSync(html)).trim();
