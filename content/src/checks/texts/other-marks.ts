import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';
import type { PlainRun } from './plain-runs.ts';

interface Mark {
  /** The mark in a run of text; its first group or the whole is shown. */
  pattern: RegExp;
  /** What authors write instead. */
  instead: string;
  /** Only in texts of the academies' own dialect. */
  isOwnOnly?: true;
}

/** Marks of other tools that readers would see as they stand. */
const MARKS: readonly Mark[] = [
  {
    pattern: /^ {0,3}(?:!!!|\?\?\?\+?) ?[A-Za-z"][^\n]{0,60}/m,
    instead: 'a box begins at the margin, and its text is indented by four spaces; or begin a quote with "> [!NOTE]"',
  },
  {
    pattern: /\{\{[<%]\s*\/?[^\n]{0,80}?[>%]\}\}/,
    instead: 'for a box begin a quote with "> [!NOTE]"; for tabs write :::tabs',
    isOwnOnly: true,
  },
  {
    pattern: /(?<!\{)\{%-?\s*[a-z][^\n]{0,80}?%\}/i,
    instead: 'texts have no templates here; write what readers should see',
    isOwnOnly: true,
  },
  {
    pattern: /\{\{-?\s*(?:site|page|post|layout|include)\.[\w.-]+[^{}\n]{0,80}\}\}/,
    instead: 'texts have no templates here; write what readers should see',
    isOwnOnly: true,
  },
  { pattern: /(?<![\w+])\+\+[A-Za-z][\w-]{2,40}\+\+(?![\w+])/, instead: 'added words are <ins>words</ins>' },
  { pattern: /^%%[ \t][^\n]{0,120}[ \t]%%$/m, instead: 'a comment is <!-- words -->' },
  { pattern: /\[\[(?!\s)[^[\]\n|]{1,80}(?:\|[^[\]\n]{1,80})?\]\]/, instead: 'a link is [words](/address)' },
  {
    pattern: /(?<![=\w!<>])==(?=[^\s=])[^=\n]{0,120}[^\s=]==(?![=\w])/,
    instead: 'marked words are <mark>words</mark>',
  },
  { pattern: /(?<![\w:/.]):[a-z][a-z0-9_+-]{1,30}:(?![\w:/])/, instead: 'write the sign itself instead of its name' },
  { pattern: /(?<=[A-Za-z0-9)])\^(?=[^\s^[\]])[\w+-]{1,12}\^/, instead: 'raised letters are <sup>2</sup>' },
  {
    pattern: /(?<!:[ \t]*)\{:?[ \t]*[#.][A-Za-z][\w-]*(?:[ \t]+[#.\w="'-]+)*[ \t]*\}/,
    instead: 'ids {#name} stand behind headings, widths {width=200} behind pictures; look is not set in texts',
  },
  { pattern: /\{:[ \t]*[A-Za-z][\w-]*\s*=[^{}\n]{1,80}\}/, instead: 'widths {width=200} stand behind pictures' },
  {
    pattern: /^[ \t]*;?-{1,3}8<-{1,3}[^\n]{0,60}/m,
    instead: 'code of a file is shown by a block of code with file="name"; other texts are written where they are read',
  },
  { pattern: /(?<![\w+])\+\+[a-z][a-z0-9]*(?:\+[a-z0-9]+)+\+\+(?![\w+])/i, instead: 'keys are <kbd>Ctrl</kbd>' },
  { pattern: /\{\/\*[^\n]{0,120}?\*\/\}/, instead: 'a comment is <!-- words -->' },
  { pattern: /^\*\[[^\]\n]{1,40}\]:[ \t]+\S[^\n]{0,60}/m, instead: 'explain an abbreviation where it is used first' },
  {
    pattern: /<[a-z]+(?:\s+[\w-]+(?:="[^"\n]{0,80}")?){0,9}\s+[\w-]+=\{[^\n]{0,60}/i,
    instead: 'attributes are words between quotes, such as src="picture.png"',
    isOwnOnly: true,
  },
  {
    pattern: /^\s*:[ \t]{1,3}\S[^\n]{0,60}/m,
    instead: 'a list of terms is <dl><dt>Term</dt><dd>Words</dd></dl>, or a list',
  },
];

/** Reports marks of other tools that were not understood: each kind once for each text, at its first line. */
export function checkOtherMarks(tree: Root, runs: readonly PlainRun[], source: string, place: TextPlace): void {
  const isOwn = place.dialect === undefined && place.additions === undefined;
  const words = runs.map(({ text }) => text).join('\n\n');
  for (const { pattern, instead, isOwnOnly } of MARKS) {
    if ((isOwnOnly === true && !isOwn) || !pattern.test(words)) continue;
    for (const { text, lineAt } of runs) {
      const found = pattern.exec(text);
      if (found !== null) report(found[0].trim(), instead, lineAt(found.index), place);
    }
  }
  checkStruckOut(tree, source, place);
  checkComponents(tree, place);
}

function report(shown: string, instead: string, line: number, { file, findings, reported }: TextPlace): void {
  if (reported.has(instead)) return;
  reported.add(instead);
  const message = `"${shortened(shown, 60)}" is shown as it stands: ${instead}`;
  findings.warning('mark-unknown', file, line, message);
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
