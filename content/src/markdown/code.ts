import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { contentTexts } from '../content-texts.ts';
import { CONTENT_CLASSES } from './classes.ts';
import { h } from './hast.ts';
import { languageLabel, prepareHighlighter } from './highlight.ts';

/** Code blocks become figures with label, copy button and highlighting. Code in tables stays small and plain. */
export async function decorateCode(tree: Root): Promise<void> {
  const blocks: { code: string; word: string; place: (figure: Element) => void }[] = [];
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName === 'table') {
      visit(element, 'element', (inner) => {
        if (inner.tagName === 'pre') inner.properties = { tabIndex: 0 };
      });
      return SKIP;
    }
    if (element.tagName !== 'pre' || parent === undefined || index === undefined) return undefined;
    const inner = element.children.find((child) => child.type === 'element' && child.tagName === 'code');
    const word = inner?.type === 'element' ? languageWord(inner) : '';
    blocks.push({
      code: textOf(element).replace(/\n+$/, ''),
      word,
      place: (figure) => {
        parent.children[index] = figure;
      },
    });
    return SKIP;
  });
  const colour = await prepareHighlighter(new Set(blocks.map(({ word }) => word)));
  for (const { code, word, place } of blocks) place(codeFigure(code, word, colour));
}

/** A figure with highlighted code, for our own elements. */
export async function colouredCodeFigure(code: string, word: string): Promise<Element> {
  return codeFigure(code, word, await prepareHighlighter([word]));
}

/**
 * A figure with plain code.
 *
 * @param label shown above it; by default the name of the language
 */
export function plainCodeFigure(code: string, label?: string, word = ''): Element {
  return codeFigure(code, word, (text) => [{ text, kind: null }], label);
}

function codeFigure(
  code: string,
  word: string,
  colour: Awaited<ReturnType<typeof prepareHighlighter>>,
  label = languageLabel(word),
): Element {
  const tokens = colour(code, word).map(({ text, kind }) =>
    kind === null ? text : h('span', { className: [`tok-${kind}`] }, text),
  );
  return h(
    'figure',
    { className: [CONTENT_CLASSES.code], dataLanguage: word.toLowerCase() || 'text' },
    h(
      'figcaption',
      { className: [CONTENT_CLASSES.codeCaption] },
      h('span', { className: [CONTENT_CLASSES.codeLanguage] }, label),
      h('button', { type: 'button', className: [CONTENT_CLASSES.codeCopy], dataCopy: '' }, contentTexts.copy),
    ),
    h('pre', { className: [CONTENT_CLASSES.codeText], tabIndex: 0 }, h('code', {}, ...tokens)),
  );
}

function languageWord(code: Element): string {
  const classes = code.properties.className;
  const found = Array.isArray(classes) ? classes.find((name) => String(name).startsWith('language-')) : undefined;
  return found === undefined ? '' : String(found).slice('language-'.length);
}
