import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages } from 'shiki/langs';
import { TOKEN_KINDS } from './classes.ts';
import { codeLanguage, type Grammar } from './code-languages.ts';

/** A piece of code and its kind; null is ordinary text. */
export interface Token {
  text: string;
  kind: (typeof TOKEN_KINDS)[number] | null;
}

/** Longer code is shown without colours. */
const MAX_CODE = 60_000;
/** Longer lines are not highlighted; grammars may be slow on them. */
const MAX_LINE = 1_000;
/**
 * Time limit for one line, ms. Far above what a real line needs, because a busy machine must not lose the highlighting.
 */
const LINE_TIME_MS = 2_000;

const THEME = createCssVariablesTheme({ name: 'kinds', variablePrefix: '--kind-', fontStyle: false });
const KIND_OF_COLOR = new Map(TOKEN_KINDS.map((kind) => [`var(--kind-token-${kind})`, kind]));

let highlighter: Promise<HighlighterCore> | null = null;

/** Loads the grammars that a text needs, once per process, and returns the function that highlights code with them. */
export async function prepareHighlighter(words: Iterable<string>): Promise<(code: string, word: string) => Token[]> {
  const grammars = new Set<Grammar>();
  for (const word of words) {
    const grammar = codeLanguage(word)?.grammar;
    if (grammar != null) grammars.add(grammar);
  }
  if (grammars.size === 0) return (code) => [{ text: code, kind: null }];
  highlighter ??= createHighlighterCore({
    themes: [THEME],
    langs: [],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  });
  const core = await highlighter;
  const loaded = new Set(core.getLoadedLanguages());
  const missing = [...grammars].filter((grammar) => !loaded.has(grammar));
  await core.loadLanguage(...missing.map((grammar) => bundledLanguages[grammar]));
  return (code, word) => colour(core, code, codeLanguage(word)?.grammar ?? null);
}

function colour(core: HighlighterCore, code: string, grammar: string | null): Token[] {
  if (grammar === null || code.length > MAX_CODE) return [{ text: code, kind: null }];
  const lines = core.codeToTokensBase(code, {
    lang: grammar,
    theme: 'kinds',
    tokenizeMaxLineLength: MAX_LINE,
    tokenizeTimeLimit: LINE_TIME_MS,
  });
  const tokens: Token[] = [];
  lines.forEach((line, at) => {
    if (at > 0) add(tokens, '\n', null);
    for (const { content, color } of line) add(tokens, content, KIND_OF_COLOR.get(color ?? '') ?? null);
  });
  return tokens;
}

/** White space gets the kind of the token before it, so that neighbours of one kind become one token. */
function add(tokens: Token[], text: string, kind: Token['kind']): void {
  const last = tokens.at(-1);
  if (last !== undefined && (last.kind === kind || (text.trim() === '' && !text.includes('\n')))) last.text += text;
  else tokens.push({ text, kind });
}
