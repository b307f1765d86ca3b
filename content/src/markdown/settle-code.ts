import type { Code, Parents, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { checkCodeLanguage, checkCodeWords } from '../checks/texts/code-language.ts';
import { codeMark } from './code.ts';
import { codeLanguage } from './code-languages.ts';
import { type CodeWords, readCodeWords } from './code-words.ts';
import type { TextPlace } from './context.ts';
import { diagram } from './diagrams.ts';
import type { Part } from './dialects.ts';
import type { FormulaList } from './formulas.ts';

/**
 * Reads what stands behind the fences of a text: languages, titles, marked lines. Diagrams and formulas among the blocks
 * are set aside.
 *
 * @param keep sets a part aside and returns the text that stands in for it
 * @returns the titles and marked lines, in the order of the marks that stand before the code
 */
export function settleCode(
  tree: Root,
  keep: (part: Part) => string,
  formulas: FormulaList,
  place: TextPlace,
): CodeWords[] {
  const looks: CodeWords[] = [];
  visit(tree, 'code', (code: Code, index, parent: Parents | undefined) => {
    if (parent === undefined || index === undefined || code.lang == null) return;
    const words = readCodeWords(code.lang, code.meta ?? '', code.value);
    const line = code.position?.start.line ?? place.line;
    const standIn = (value: string) => {
      parent.children[index] = { type: 'paragraph', children: [{ type: 'text', value }] };
    };
    const word = words.word.toLowerCase();
    if (word === 'mermaid' || word === 'mmd') {
      standIn(keep((at) => diagram(code.value, { ...at, line: line + 1 })));
    } else if (word === 'math') {
      standIn(formulas.keep({ tex: code.value, line, isBlock: true }));
    } else {
      checkCodeLanguage(words.word, { ...place, line });
      checkCodeWords(code.meta ?? '', { ...place, line });
      code.lang = safeWord(words.word);
      code.value = words.value;
      if (words.title !== null || words.marked.size > 0) code.value = codeMark(looks.push(words) - 1) + words.value;
    }
  });
  return looks;
}

/** A name that may be a class; a known language with another one gets that of its grammar. */
function safeWord(word: string): string | null {
  if (/^[\w+#.-]{1,40}$/.test(word)) return word;
  return codeLanguage(word)?.grammar ?? null;
}
