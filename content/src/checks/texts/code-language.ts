import { codeLanguage } from '../../markdown/code-languages.ts';
import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';

/** The word after a code fence names a language; reported once for each word of a text. */
export function checkCodeLanguage(word: string, { file, line, findings, reported }: TextPlace): void {
  if (word === '' || codeLanguage(word) !== null || reported.has(word)) return;
  reported.add(word);
  const message = `"${shortened(word, 40)}" is no language that is known here, so the code stays plain; write another name of it or "text"`;
  findings.warning('code-language', file, line, message);
}
