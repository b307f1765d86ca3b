import type { Extension as FromMarkdown } from 'mdast-util-from-markdown';
import type { Code, Construct, Extension, State, Token } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula';
    formulaMark: 'formulaMark';
    formulaText: 'formulaText';
  }
}
declare module 'mdast' {
  interface InlineCodeData {
    /** The code is the TeX source of a formula. */
    isFormula?: boolean;
  }
}

const DOLLAR = 36;
const BACKSLASH = 92;
const BACKTICK = 96;
/** Longer ones are text, so that many lone dollar signs stay cheap. */
const MAX_LENGTH = 400;

/**
 * Formulas inside a line: `$x^2$` and `$$x^2$$`. Dollar signs are money and variables of shells far more often, so one
 * sign counts only where no letter or digit stands outside of either, no space inside, and the text between reads as a
 * formula.
 */
const construct: Construct = {
  name: 'formula',
  previous: (code) => code !== DOLLAR && !isWord(code),
  tokenize(effects, ok, nok) {
    let size = 0;
    let text = '';
    let closing = 0;
    const start: State = (code) => {
      effects.enter('formula');
      effects.enter('formulaMark');
      return open(code);
    };
    const open: State = (code) => {
      if (code === DOLLAR && size < 2) {
        effects.consume(code);
        size += 1;
        return open;
      }
      if (isEnd(code) || code === DOLLAR || (size === 1 && isSpace(code))) return nok(code);
      effects.exit('formulaMark');
      effects.enter('formulaText');
      return inside(code);
    };
    const inside: State = (code) => {
      if (isEnd(code) || code === BACKTICK || text.length > MAX_LENGTH) return nok(code);
      if (code === DOLLAR) {
        effects.exit('formulaText');
        effects.enter('formulaMark');
        return close(code);
      }
      effects.consume(code);
      text += String.fromCodePoint(code !== null && code > 0 ? code : 32);
      return code === BACKSLASH ? escaped : inside;
    };
    const escaped: State = (code) => {
      if (isEnd(code)) return nok(code);
      effects.consume(code);
      text += String.fromCodePoint(code !== null && code > 0 ? code : 32);
      return inside;
    };
    const close: State = (code) => {
      if (code === DOLLAR && closing < size) {
        effects.consume(code);
        closing += 1;
        return close;
      }
      const fits = closing === size && code !== DOLLAR;
      if (!fits || (size === 1 && (isWord(code) || !readsAsFormula(text)))) return nok(code);
      effects.exit('formulaMark');
      effects.exit('formula');
      return ok(code);
    };
    return start;
  },
};

const isSpace = (code: Code): boolean => code === 32 || code === 9 || (code !== null && code < 0);
const isEnd = (code: Code): boolean => code === null || (code < 0 && code !== -2 && code !== -1);
const isWord = (code: Code): boolean => code !== null && code > 0 && /[\p{L}\p{N}_]/u.test(String.fromCodePoint(code));

/** `x`, `n = 2`, `\alpha`; not `5 and `, `HOME`, `2 for tea`. */
function readsAsFormula(text: string): boolean {
  if (/\s$/.test(text)) return false;
  if (text.includes('\\')) return /\\[A-Za-z{}|,;!]/.test(text);
  // Words, and names of variables in capitals.
  if (/[A-Za-z]{4}|(?:^|[\s,;])[A-Za-z]{2,}(?:[\s,;]|$)|[A-Z]_?[A-Z]{2}|["'#@:;]/.test(text)) return false;
  return /[\^_=<>+]|[)\d\w][ ]?[-*/][ ]?[(\d\w]|\w\(/.test(text) || /^-?[A-Za-z]'?$/.test(text);
}

/** Extension of the tokenizer. */
export const formulaSyntax: Extension = { text: { [DOLLAR]: construct } };

/** Extension of the tree: a formula is inline code that says so. */
export const formulaNodes: FromMarkdown = {
  enter: {
    formula(token: Token) {
      this.enter({ type: 'inlineCode', value: '', data: { isFormula: true } }, token);
    },
  },
  exit: {
    formulaText(token: Token) {
      const node = this.stack.at(-1);
      if (node?.type === 'inlineCode') node.value = this.sliceSerialize(token).trim();
    },
    formula(token: Token) {
      this.exit(token);
    },
  },
};
