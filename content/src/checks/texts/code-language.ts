import { blockKind } from '../../markdown/block-kinds.ts';
import { codeLanguage } from '../../markdown/code-languages.ts';
import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';

const DIAGRAMS =
  /^(?:plantuml|puml|uml|c4plantuml|dot|graphviz|d2|ditaa|goat|wavedrom|nomnoml|vega(?:-lite)?|svgbob|structurizr|likec4|excalidraw|drawio|blockdiag|seqdiag|nwdiag|actdiag|packetdiag|erd|dbml|pikchr|bytefield|tikz|markmap|mindmap|flow(?:chart)?|sequence|mscgen|bpmn|wireviz|kroki|chart|echarts)$/i;
const IN_BRACES = /^\{:?([\w-]+)\}$/;

function adviceFor(word: string, action: string | null): string {
  if (action !== null) return `did you mean the action "${action}"?`;
  const [, inBraces = ''] = IN_BRACES.exec(word) ?? [];
  if (inBraces !== '') {
    const kind = blockKind(inBraces);
    return kind === null
      ? 'blocks of other tools are written out here; code in a language has its name alone behind the fence'
      : `for this block write :::${inBraces.toLowerCase()}, its text, and :::`;
  }
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

const LIVE = /(?:^|[\s{,])(live|npm2yarn|playground|editable|repl|runnable)(?=$|[\s}=,])/;

/** Words behind a fence that make code run, or show it in several forms, in other tools; readers get it as it stands. */
export function checkCodeWords(meta: string, { file, line, findings, reported }: TextPlace): void {
  const word = LIVE.exec(meta)?.[1];
  if (word === undefined || reported.has(`code ${word}`)) return;
  reported.add(`code ${word}`);
  const instead =
    word === 'npm2yarn'
      ? 'write the commands of each program in :::tabs'
      : 'readers get it as text; what they should run belongs in a lab';
  findings.warning('code-word', file, line, `"${word}" behind the fence does nothing here: ${instead}`);
}
