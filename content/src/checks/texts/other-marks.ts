import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';
import { MARKS } from './mark-table.ts';
import type { PlainRun } from './plain-runs.ts';

/** Reports marks of other tools that were not understood: each kind once for each text, at its first line. */
export function checkOtherMarks(tree: Root, runs: readonly PlainRun[], source: string, place: TextPlace): void {
  const isOwn = place.dialect === undefined && place.additions === undefined;
  const words = runs.map(({ text }) => text).join('\n\n');
  for (const { pattern, instead, isOwnOnly, isFirst, escaped } of MARKS) {
    if ((isOwnOnly === true && !isOwn) || !pattern.test(words) || escaped?.test(source) === true) continue;
    for (const { text, lineAt } of runs) {
      const found = pattern.exec(text);
      if (found !== null && (isFirst !== true || beginsLine(found[0].slice(0, 12), source)))
        report(found[0].trim(), instead, lineAt(found.index), place);
    }
  }
  checkFormulas(runs, source, place);
  checkOpenComments(tree, place);
  checkDiagrams(tree, place);
  checkStruckOut(tree, source, place);
  checkComponents(tree, place);
}

/** Whether a line has these words first, in a quote or list at most. */
function beginsLine(words: string, source: string): boolean {
  return source.split('\n').some((line) => line.replace(/^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*/, '').startsWith(words));
}

function report(shown: string, instead: string, line: number, { file, findings, reported }: TextPlace): void {
  if (reported.has(instead)) return;
  reported.add(instead);
  const message = `"${shortened(shown.replace(/\s+/g, ' '), 60)}" is shown as it stands: ${instead}`;
  findings.warning('mark-unknown', file, line, message);
}

/** `\\(x^2\\)` and `\\[x^2\\]` of TeX lose their signs, as an escaped bracket does. */
function checkFormulas(runs: readonly PlainRun[], source: string, place: TextPlace): void {
  for (const [whole, round, square] of source.matchAll(/\\\(([^\n]{1,200}?)\\\)|\\\[([^\n]{1,200}?)\\\]/g)) {
    const inner = round ?? square ?? '';
    if (!/\\[a-zA-Z]{2,}|[\w)}][_^]\{?\w|[=+]/.test(inner)) continue;
    const shown = inner.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/[*_]+.*$/s, '');
    const at = runs.find(({ text }) => text.includes(`${round === undefined ? '[' : '('}${shown}`));
    if (at === undefined) continue;
    report(whole, 'a formula stands between $ and $, or between lines $$', at.lineAt(at.text.indexOf(shown)), place);
    return;
  }
}

/** A comment without an end takes the rest of the text along. */
function checkOpenComments(tree: Root, place: TextPlace): void {
  visit(tree, 'html', ({ value, position }) => {
    if (!/^\s*<!--(?!-?>)/.test(value) || value.includes('-->')) return;
    const lines = value.split('\n').length;
    const what = lines === 1 ? 'this line is' : `the ${lines} lines from here are`;
    const message = `this comment is never closed, and ${what} left out: end it with -->`;
    place.findings.error('comment-open', place.file, place.line - 1 + (position?.start.line ?? 1), message);
  });
}

/** Diagrams in elements that a script of other tools draws. */
function checkDiagrams(tree: Root, place: TextPlace): void {
  visit(tree, 'html', ({ value, position }) => {
    const [found] = /<(?:pre|div)\s[^>]*class\s*=\s*["'][^"']*\bmermaid\b[^>]*>/i.exec(value) ?? [];
    if (found === undefined) return;
    const line = place.line - 1 + (position?.start.line ?? 1);
    report(found, 'a diagram stands between lines ```mermaid and ```', line, place);
  });
}

/** `H~2~O` is struck out here, as on GitHub; elsewhere it is lowered. */
function checkStruckOut(tree: Root, source: string, place: TextPlace): void {
  if (!source.includes('~')) return;
  visit(tree, 'delete', ({ position, children }, index, parent) => {
    const before = index === undefined ? undefined : parent?.children[index - 1];
    const [only] = children;
    if (position === undefined || only?.type !== 'text' || !/^[\w+-]{1,6}$/.test(only.value)) return;
    if (before?.type !== 'text' || !/[A-Za-z)]$/.test(before.value)) return;
    const instead = 'lowered letters are <sub>2</sub>; between two signs words are struck out';
    if (place.reported.has(instead)) return;
    place.reported.add(instead);
    const message = `"~${only.value}~" is shown struck out: ${instead}`;
    place.findings.warning('mark-unknown', place.file, place.line - 1 + position.start.line, message);
  });
}

/** Components of MDX: `<Card>` with an end, or one that closes itself. */
function checkComponents(tree: Root, place: TextPlace): void {
  const lines = new Map<string, number>();
  visit(tree, 'html', ({ value, position }) => {
    for (const [, slash, name = '', end] of value.matchAll(/<(\/?)([A-Z][A-Za-z0-9.]*)(?:\s[^<>]*?)?(\/?)>/g)) {
      const line = lines.get(name) ?? place.line - 1 + (position?.start.line ?? 1);
      lines.set(name, line);
      if (slash === '' && end === '') continue;
      if (place.reported.has(`<${name}>`)) continue;
      place.reported.add(`<${name}>`);
      const message = `"<${shortened(name, 40)}>" is a component of another tool, and is shown as it stands: for a box begin a quote with "> [!NOTE]"; for tabs write :::tabs`;
      place.findings.warning('mark-unknown', place.file, line, message);
    }
  });
}
