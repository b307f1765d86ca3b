import { codeLanguage } from '../../markdown/code-languages.ts';
import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';

const DIAGRAMS =
  /^(?:plantuml|puml|dot|graphviz|d2|ditaa|wavedrom|nomnoml|vega(?:-lite)?|svgbob|structurizr|excalidraw)$/i;

function adviceFor(word: string, action: string | null): string {
  if (action !== null) return `did you mean the action "${action}"?`;
  return DIAGRAMS.test(word)
    ? 'diagrams are drawn from "mermaid" only: write it so, or put a picture of it beside the text'
    : 'write another name of it or "text"';
}

/** The word after a code fence names a language; reported once for each word of a text. */
export function checkCodeLanguage(word: string, { file, line, findings, reported, additions }: TextPlace): void {
  if (word === '' || codeLanguage(word) !== null || reported.has(word)) return;
  reported.add(word);
  const advice = adviceFor(word, additions?.meantBy?.(word) ?? null);
  const message = `"${shortened(word, 40)}" is no language that is known here, so the code stays plain; ${advice}`;
  findings.warning('code-language', file, line, message);
}
