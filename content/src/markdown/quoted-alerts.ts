import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { contentTexts } from '../content-texts.ts';
import { shortened } from '../text-source.ts';
import type { TextPlace } from './context.ts';
import { lineOf, solidChildren } from './hast.ts';
import { type AlertKind, alertElement } from './render-shortcode.ts';

/** GitHub's kinds of alerts: the look of each here, and its title. */
const KINDS = new Map<string, { look: AlertKind; title: () => string }>([
  ['note', { look: 'info', title: () => contentTexts.note }],
  ['tip', { look: 'success', title: () => contentTexts.tip }],
  ['important', { look: 'info', title: () => contentTexts.important }],
  ['warning', { look: 'warning', title: () => contentTexts.warning }],
  ['caution', { look: 'error', title: () => contentTexts.caution }],
]);

/** Turns quotes that begin with `[!NOTE]` on a line of its own into alerts, as GitHub does. */
export function decorateQuotedAlerts(tree: Root, { file, line, findings }: TextPlace): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'blockquote' || parent === undefined || index === undefined) return;
    const marked = markedWith(element);
    if (marked === null) return;
    const kind = KINDS.get(marked.word.toLowerCase());
    const text = marked.rest === null ? [] : textAfter(element, marked.rest);
    if (kind !== undefined && text.length > 0) {
      parent.children[index] = alertElement(kind.look, kind.title(), [kind.title()], text);
      return;
    }
    const why =
      kind === undefined
        ? 'is no kind of alert; write NOTE, TIP, IMPORTANT, WARNING or CAUTION'
        : 'stands alone on the first line of an alert, and the text follows on the next; write it so';
    const message = `"[!${shortened(marked.word, 40)}]" ${why}. Until then it is a quote`;
    findings.warning('alert-unknown', file, lineOf(element, line), message);
  });
}

interface Marked {
  word: string;
  /** The first paragraph without the marker; null where the marker is not alone on its line. */
  rest: ElementContent[] | null;
}

function markedWith(quote: Element): Marked | null {
  const [paragraph] = solidChildren(quote);
  if (paragraph?.type !== 'element' || paragraph.tagName !== 'p') return null;
  const [first, second, ...others] = paragraph.children;
  const found = first?.type === 'text' ? /^\s*\[!([A-Za-z][\w-]*)\][ \t]*(\n?)/.exec(first.value) : null;
  if (first?.type !== 'text' || found === null) return null;
  const [mark, word = '', lineBreak = ''] = found;
  const value = first.value.slice(mark.length);
  if (lineBreak !== '') return { word, rest: [{ ...first, value }, ...paragraph.children.slice(1)] };
  if (value !== '') return { word, rest: null };
  const isBreak = second?.type === 'element' && second.tagName === 'br';
  if (isBreak) return { word, rest: withoutLineBreak(others) };
  return { word, rest: second === undefined ? [] : null };
}

const withoutLineBreak = ([first, ...others]: ElementContent[]): ElementContent[] =>
  first?.type === 'text' ? [{ ...first, value: first.value.replace(/^\n/, '') }, ...others] : others;

/** The content of the quote without its marker; empty when there is no text. */
function textAfter(quote: Element, rest: ElementContent[]): ElementContent[] {
  const at = quote.children.findIndex((child) => child.type === 'element');
  const paragraph = quote.children[at];
  if (paragraph?.type !== 'element') return [];
  const isEmpty = rest.every((child) => child.type === 'text' && child.value.trim() === '');
  const children = quote.children.with(at, { ...paragraph, children: rest }).toSpliced(at, isEmpty ? 1 : 0);
  return children.some((child) => child.type === 'element') ? children : [];
}
