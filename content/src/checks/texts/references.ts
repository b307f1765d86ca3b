import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';
import type { PlainRun } from './plain-runs.ts';

/** `[words][name]` and `![words][name]` that no definition made a link; `a[0][1]` is none. */
const OPEN_REFERENCE = /(?<![\w\])\\])!?\[([^[\]\n]{0,200})\]\[([^[\]\n]{0,200})\]/g;
const OPEN_NOTE = /\[\^([\w-]{1,40})\]/g;

/** References without a definition are shown as they stand. */
export function checkOpenReferences(runs: readonly PlainRun[], source: string, place: TextPlace): void {
  if (!/\]\[|\[\^/.test(source)) return;
  for (const { text, lineAt } of runs) {
    for (const { 0: whole, 1: words = '', 2: name = '', index } of text.matchAll(OPEN_REFERENCE)) {
      const wanted = name.trim() === '' ? words : name;
      if (wanted.trim() === '' || isEscaped(source, wanted) || /^\^/.test(wanted)) continue;
      const message = `"${shortened(whole, 80)}" is shown as it stands: nothing defines "${shortened(wanted, 60)}". Add a line [${shortened(wanted, 60)}]: https://...`;
      place.findings.warning('reference-missing', place.file, lineAt(index), message);
    }
    for (const { 1: name = '', index } of text.matchAll(OPEN_NOTE)) {
      // Sets of characters look alike: [^0-9].
      if (!/^(?:\d{1,3}|[A-Za-z][\w-]{2,})$/.test(name) || /-/.test(name) || isEscaped(source, `^${name}`)) continue;
      const message = `"[^${name}]" is shown as it stands: no footnote has this name. Add a line [^${name}]: ...`;
      place.findings.warning('reference-missing', place.file, lineAt(index), message);
    }
  }
}

/** `\[words\]`: the author wants the brackets. */
const isEscaped = (source: string, words: string): boolean => source.includes(`\\[${words}`);

/** Footnotes that nothing refers to are not shown, and of several with one name only the first is. */
export function checkFootnotes(tree: Root, { file, line, findings }: TextPlace): void {
  const used = new Set<string>();
  const known = new Set<string>();
  visit(tree, 'footnoteReference', ({ identifier }) => void used.add(identifier));
  visit(tree, 'footnoteDefinition', ({ identifier, label, position }) => {
    const name = shortened(label ?? identifier, 60);
    const at = line - 1 + (position?.start.line ?? 1);
    if (known.has(identifier)) {
      const message = `the footnote "[^${name}]" is defined above already, which counts; give this one its own name`;
      findings.warning('definition-repeated', file, at, message);
    } else if (!used.has(identifier)) {
      const message = `nothing in this text refers to the footnote "[^${name}]", so it is not shown; write [^${name}] where it belongs, or delete it`;
      findings.warning('definition-unused', file, at, message);
    }
    known.add(identifier);
  });
}

/** Notes the definitions of a text, and the names that its links and pictures use. */
export function noteReferences(tree: Root, { references: { definitions, used } }: TextPlace): void {
  visit(tree, (node) => {
    if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier);
    if (node.type === 'definition' && node.position !== undefined) definitions.push(node);
  });
}

/** Definitions that no link and no picture uses, which most often are misspelt. */
export function checkUnusedDefinitions({ file, line, findings, references }: TextPlace): void {
  const { definitions, used } = references;
  const known = new Map<string, string>();
  for (const { identifier, label, url, position } of definitions) {
    const before = known.get(identifier);
    known.set(identifier, before ?? url);
    if (before !== undefined && before !== url && used.has(identifier)) {
      const message = `"[${shortened(label ?? identifier, 60)}]" is defined above already, which counts; delete one of them`;
      findings.warning('definition-repeated', file, line - 1 + (position?.start.line ?? 1), message);
    }
    // `[//]: # (words)` is how authors write comments.
    if (used.has(identifier) || url === '' || url.startsWith('#') || /^(?:\/\/|comment)/.test(identifier)) continue;
    const name = shortened(label ?? identifier, 60);
    const message = `nothing in this text uses the definition "[${name}]"; write [words][${name}], or delete it`;
    findings.warning('definition-unused', file, line - 1 + (position?.start.line ?? 1), message);
  }
}
