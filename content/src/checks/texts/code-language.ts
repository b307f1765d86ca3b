import type { Root } from 'hast';
import { visit } from 'unist-util-visit';
import type { TextPlace } from '../../markdown/context.ts';
import { lineOf } from '../../markdown/hast.ts';
import { isKnownLanguage } from '../../markdown/highlight.ts';
import { shortened } from '../../text-source.ts';

/** The word after a code fence names a highlighted language; reported once for each word of a text. */
export function checkCodeLanguages(tree: Root, { file, line, findings }: TextPlace): void {
  const told = new Set<string>();
  visit(tree, 'element', (element) => {
    if (element.tagName !== 'code' || !Array.isArray(element.properties.className)) return;
    const word = element.properties.className
      .map(String)
      .find((name) => name.startsWith('language-'))
      ?.slice('language-'.length);
    if (word === undefined || word === '' || told.has(word) || isKnownLanguage(word)) return;
    told.add(word);
    const message = `"${shortened(word, 40)}" is no language that can be coloured, so the code stays plain; write its usual name or "text"`;
    findings.warning('code-language', file, lineOf(element, line), message);
  });
}
