import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { contentTexts } from '../content-texts.ts';
import { CONTENT_CLASSES } from './classes.ts';
import { codeLanguage } from './code-languages.ts';
import type { CodeWords } from './code-words.ts';
import { h } from './hast.ts';
import { prepareHighlighter, type Token } from './highlight.ts';

/** The mark at the beginning of code that has a title or marked lines; the tree is sanitised before it is read. */
const MARK = /^\ue000c(\d+)\ue001/;
export const codeMark = (index: number): string => `\ue000c${index}\ue001`;

type Look = Pick<CodeWords, 'title' | 'marked'>;
const PLAIN: Look = { title: null, marked: new Set() };

/**
 * Code blocks become figures with label, copy button and highlighting. Code in tables stays small and plain.
 *
 * @param looks what the marks in front of code mean
 */
export async function decorateCode(tree: Root, looks: readonly Look[]): Promise<void> {
  const blocks: { code: string; word: string; look: Look; place: (figure: Element) => void }[] = [];
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName === 'table') {
      visit(element, 'element', (inner) => {
        if (inner.tagName === 'pre') inner.properties = { tabIndex: 0 };
        for (const child of inner.children) if (child.type === 'text') child.value = child.value.replace(MARK, '');
      });
      return SKIP;
    }
    if (element.tagName !== 'pre' || parent === undefined || index === undefined) return undefined;
    const inner = element.children.find((child) => child.type === 'element' && child.tagName === 'code');
    const word = inner?.type === 'element' ? languageWord(inner) : '';
    const text = textOf(element).replace(/\n+$/, '');
    blocks.push({
      code: text.replace(MARK, ''),
      word,
      look: looks[Number(MARK.exec(text)?.[1] ?? -1)] ?? PLAIN,
      place: (figure) => {
        parent.children[index] = figure;
      },
    });
    return SKIP;
  });
  const colour = await prepareHighlighter(new Set(blocks.map(({ word }) => word)));
  for (const { code, word, look, place } of blocks) place(codeFigure(code, word, colour, { look }));
}

/** A figure with highlighted code, for our own elements. */
export async function colouredCodeFigure(code: string, word: string): Promise<Element> {
  return codeFigure(code, word, await prepareHighlighter([word]), {});
}

/**
 * A figure with plain code.
 *
 * @param label shown above it; by default the name of the language
 */
export function plainCodeFigure(code: string, label?: string, word = ''): Element {
  return codeFigure(code, word, (text) => [{ text, kind: null }], label === undefined ? {} : { label });
}

function codeFigure(
  code: string,
  word: string,
  colour: Awaited<ReturnType<typeof prepareHighlighter>>,
  { label = codeLanguage(word)?.label ?? 'Code', look: { title, marked } = PLAIN }: { label?: string; look?: Look },
): Element {
  const tokens = colour(code, word);
  const content = marked.size === 0 ? tokens.map(elementOf) : withMarkedLines(tokens, marked);
  return h(
    'figure',
    { className: [CONTENT_CLASSES.code], dataLanguage: word.toLowerCase() || 'text' },
    h(
      'figcaption',
      { className: [CONTENT_CLASSES.codeCaption] },
      ...(title === null ? [] : [h('span', { className: [CONTENT_CLASSES.codeTitle] }, title), ' ']),
      h('span', { className: [CONTENT_CLASSES.codeLanguage] }, label),
      h('button', { type: 'button', className: [CONTENT_CLASSES.codeCopy], dataCopy: '' }, contentTexts.copy),
    ),
    h('pre', { className: [CONTENT_CLASSES.codeText], tabIndex: 0 }, h('code', {}, ...content)),
  );
}

function elementOf({ text, kind }: Token): Element | string {
  return kind === null ? text : h('span', { className: [`tok-${kind}`] }, text);
}

function withMarkedLines(tokens: readonly Token[], marked: ReadonlySet<number>): (Element | string)[] {
  const lines: Token[][] = [[]];
  for (const { text, kind } of tokens) {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ text: piece, kind });
    }
  }
  return lines.flatMap((line, at) => {
    const content = line.map(elementOf);
    const shown = marked.has(at + 1) ? [h('mark', { className: [CONTENT_CLASSES.codeMarked] }, ...content)] : content;
    return at === 0 ? shown : ['\n', ...shown];
  });
}

function languageWord(code: Element): string {
  const classes = code.properties.className;
  const found = Array.isArray(classes) ? classes.find((name) => String(name).startsWith('language-')) : undefined;
  return found === undefined ? '' : String(found).slice('language-'.length);
}
