import type { Element, ElementContent, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { shortened } from '../text-source.ts';
import { CONTENT_CLASSES } from './classes.ts';
import type { TextPlace } from './context.ts';
import { h } from './hast.ts';

interface Formula {
  tex: string;
  line: number;
  isBlock: boolean;
}

/** The formulas of a text; each has a mark in it until the text is sanitised. */
export interface FormulaList {
  keep(formula: Formula): string;
  list: readonly Formula[];
}

export function formulaList(): FormulaList {
  const list: Formula[] = [];
  return { list, keep: (formula) => `\ue000f${list.push(formula) - 1}\ue001` };
}

const MARKS = /\ue000f(\d+)\ue001/;
const MAX_TEX = 2_000;
const parser = unified().use(rehypeRaw).freeze();

/** Puts a mark in the place of each formula that was read as inline code. */
export function takeInlineFormulas(tree: MarkdownRoot, formulas: FormulaList, place: TextPlace): void {
  visit(tree, 'inlineCode', (code, index, parent) => {
    if (code.data?.isFormula !== true || parent === undefined || index === undefined) return;
    const line = code.position?.start.line ?? place.line;
    parent.children[index] = { type: 'text', value: formulas.keep({ tex: code.value, line, isBlock: false }) };
  });
}

/** Writes the formulas as MathML in the places of their marks. The tree is sanitised already. */
export async function placeFormulas(tree: Root, { list }: FormulaList, place: TextPlace): Promise<void> {
  if (list.length === 0) return;
  // Loaded with the first formula: most content has none.
  const { default: temml } = await import('temml');
  const elements = list.map((formula) => {
    const settings = { displayMode: formula.isBlock, throwOnError: true, trust: false, maxExpand: 200 };
    try {
      if (formula.tex.length > MAX_TEX) throw new Error(`it has more than ${MAX_TEX} characters`);
      return framed(mathIn(temml.renderToString(formula.tex, settings)), formula);
    } catch (error) {
      const why = (error as Error).message.trim().split('\n')[0] ?? '';
      const message = `the formula "${shortened(formula.tex, 60)}" cannot be written: ${shortened(why.replace(/:?\s*$/, ''), 160)}. Its source is shown`;
      place.findings.warning('formula-unreadable', place.file, formula.line, message);
      return h('code', {}, formula.tex);
    }
  });
  visit(tree, 'text', (node, index, parent) => {
    if (parent === undefined || index === undefined || !MARKS.test(node.value)) return undefined;
    const pieces = node.value.split(MARKS).flatMap((piece, at): ElementContent[] => {
      const element = at % 2 === 1 ? elements[Number(piece)] : undefined;
      if (element !== undefined) return [element];
      return piece === '' ? [] : [{ type: 'text', value: piece }];
    });
    parent.children.splice(index, 1, ...pieces);
    return [SKIP, index + pieces.length];
  });
  visit(tree, 'element', (element, index, parent) => {
    const [only, ...others] = element.children;
    const isBlock = only?.type === 'element' && only.tagName === 'div' && others.length === 0;
    if (element.tagName !== 'p' || !isBlock || parent === undefined || index === undefined) return;
    parent.children[index] = only;
  });
}

/** A wide formula scrolls by itself. */
function framed(math: Element, { isBlock }: Formula): Element {
  return isBlock ? h('div', { className: [CONTENT_CLASSES.formula], tabIndex: 0 }, math) : math;
}

// biome-ignore format: lists of words
const ELEMENTS = new Set([
  'math', 'mfrac', 'mi', 'mmultiscripts', 'mn', 'mo', 'mover', 'mpadded', 'mphantom', 'mprescripts', 'mroot', 'mrow', 'ms', 'mspace',
  'msqrt', 'mstyle', 'msub', 'msubsup', 'msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover',
]);
// biome-ignore format: lists of words
const ATTRIBUTES = new Set([
  'accent', 'accentunder', 'columnspan', 'depth', 'display', 'displaystyle', 'fence', 'form', 'height', 'largeop', 'linethickness', 'lspace',
  'mathbackground', 'mathcolor', 'mathvariant', 'maxsize', 'minsize', 'movablelimits', 'rowspan', 'rspace', 'scriptlevel', 'separator',
  'stretchy', 'symmetric', 'voffset', 'width',
]);
/** Classes of the library that say how cells are aligned. */
const ALIGNED: Readonly<Record<string, string>> = {
  'tml-left': CONTENT_CLASSES.formulaStart,
  'tml-right': CONTENT_CLASSES.formulaEnd,
};

/** The MathML of the library with known elements and attributes only; styles become attributes and classes. */
function mathIn(markup: string): Element {
  const root = parser.runSync({ type: 'root', children: [{ type: 'raw', value: markup }] }) as Root;
  const [math] = root.children;
  if (math?.type !== 'element' || math.tagName !== 'math') throw new Error('it has no form in MathML');
  return cleaned(math);
}

function cleaned({ tagName, properties, children }: Element): Element {
  if (!ELEMENTS.has(tagName)) throw new Error(`"${tagName}" is no part of formulas here`);
  const kept = Object.entries(properties).filter(([name]) => ATTRIBUTES.has(name.toLowerCase()));
  const classes = Array.isArray(properties.className) ? properties.className : [];
  const aligned = classes.flatMap((name) => ALIGNED[String(name)] ?? []);
  const style = String(properties.style ?? '');
  const colour = /(?:^|;)\s*color:\s*(#[0-9a-f]{3,8}|[a-z]{3,30})/i.exec(style)?.[1];
  if (/(?:^|;)\s*border:/.test(style)) aligned.push(CONTENT_CLASSES.formulaBox);
  return h(
    tagName,
    {
      ...Object.fromEntries(kept),
      ...(colour === undefined ? {} : { mathcolor: colour }),
      ...(aligned.length === 0 ? {} : { className: aligned }),
    },
    ...children.flatMap((child): ElementContent[] => {
      if (child.type === 'element') return [cleaned(child)];
      return child.type === 'text' ? [child] : [];
    }),
  );
}
