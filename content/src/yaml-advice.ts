import { shortened } from './text-source.ts';

/** What an author should write instead of a line of YAML that cannot be read. */
export interface YamlAdvice {
  /** Counted from 0. */
  line: number;
  message: string;
}

/** Larger texts get the parser's own words. */
const MAX_TEXT = 16_000;
const MAX_TRIES = 12;
/** A name with a plain value, in a list or not. */
const PLAIN_VALUE = /^([ \t]*(?:- +)*(?:[\w./-]+|"[^"]*"|'[^']*'):[ \t]+|[ \t]*- +)(?![|>]|&\w+\s*$)(\S.*)$/;
const NAME = /^[ \t]*(?:- +)*[\w./-]+:(?:\s|$)/;

/**
 * The line of a YAML text whose value needs quotes, a `|` or spaces instead of tabs, found by trying: with the line
 * written so, the text can be read, or at least further.
 *
 * @param brokenAt the line at which reading stops, counted from 0; null for a text that can be read
 * @returns null when none of these is what is wrong
 */
export function yamlAdvice(text: string, brokenAt: (text: string) => number | null): YamlAdvice | null {
  const before = text.length > MAX_TEXT ? null : brokenAt(text);
  if (before === null) return null;
  const lines = text.split('\n');
  const helps = (changed: readonly string[]) => {
    const after = brokenAt(changed.join('\n'));
    return after === null || after > before + 1;
  };
  // The parser stops at the line after the one that is wrong, or far behind an open quote.
  const near = [before, before - 1, before + 1, ...lines.keys()].filter((at, index, all) => all.indexOf(at) === index);
  let tries = 0;
  for (const at of near) {
    const line = lines[at] ?? '';
    for (const { changed, message } of changesOf(lines, at, line)) {
      tries += 1;
      if (tries > MAX_TRIES) return null;
      if (helps(changed)) return { line: at, message };
    }
  }
  return null;
}

interface Change {
  changed: string[];
  message: string;
}

function changesOf(lines: readonly string[], at: number, line: string): Change[] {
  const spaces = (one: string) => one.replace(/^[ \t]+/, (space) => space.replaceAll('\t', '  '));
  if (spaces(line) !== line) return [{ changed: lines.map(spaces), message: 'indents with a tab; indent with spaces' }];
  const changes: Change[] = [];
  const replaced = (own: string, message: string) => changes.push({ changed: lines.with(at, own), message });

  const before = lines.slice(0, at).findLast((one) => one.trim() !== '') ?? '';
  const margin = before.search(/\S|$/);
  if (NAME.test(line) && NAME.test(before) && line.search(/\S/) > margin)
    replaced(
      ' '.repeat(margin) + line.trimStart(),
      'is indented deeper than the name above; begin it in the same column',
    );
  const [, name = '', rest = ''] = /^([ \t]*(?:- +)*[A-Za-z][\w-]*:)([^\s/].*)$/.exec(line) ?? [];
  if (name !== '') replaced(`${name} ${rest}`, 'has no space behind its colon; write one');

  const [, lead = '', value = ''] = PLAIN_VALUE.exec(line) ?? [];
  if (value === '') return changes;
  const { quoted, why } = quotedLine(lead, value);
  replaced(quoted, `${why}: ${shortened(quoted.trim(), 200)}`);
  const end = endOfValue(lines, at);
  // A name below it is no text.
  if (end === at || NAME.test(lines[at + 1] ?? '')) return changes;
  const own = ' '.repeat(lead.search(/\S|$/));
  const block = [value, ...lines.slice(at + 1, end + 1)].map((one) => `${own}  ${one}`);
  const shown = shortened(`${lead.trim().replace(/^- +/, '')} |`, 60);
  changes.push({
    changed: [...lines.slice(0, at), `${lead.trimEnd()} |`, ...block, ...lines.slice(end + 1)],
    message: `goes on over several lines without saying so; write "${shown}" and its text on the lines below, indented by two spaces`,
  });
  return changes;
}

/** The line with its value in quotes, and the reason. */
function quotedLine(lead: string, value: string): { quoted: string; why: string } {
  const [, text = value, comment = ''] = /^(.*?)([ \t]+#.*)?$/.exec(value) ?? [];
  const plain = text.trimEnd();
  const [, mark = '', inner = plain] = /^(["'])(.*)\1$/.exec(plain) ?? [];
  const own = /["\\]/.test(inner) ? `'${inner.replaceAll("'", "''")}'` : `"${inner}"`;
  const quoted = `${lead}${own}${comment}`;
  if (mark === '"' && inner.includes('\\')) return { quoted, why: 'has a \\ in double quotes; take single ones' };
  if (mark !== '') return { quoted, why: 'has a quote inside of its quotes; take the others' };
  if (/^["'][^"']*$/.test(plain))
    return {
      quoted: `${lead}${plain}${plain.charAt(0)}${comment}`,
      why: 'opens a quote that is never closed; close it',
    };
  if (plain.includes(': ') || plain.endsWith(':'))
    return { quoted, why: 'has ": " inside of its value; put the value in quotes' };
  return { quoted, why: 'has a value that YAML reads otherwise; put the value in quotes' };
}

/** The last line before the next name at the indentation of a line. */
function endOfValue(lines: readonly string[], at: number): number {
  const indent = (lines[at] ?? '').search(/\S/);
  let end = at;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (line.trim() !== '' && line.search(/\S/) <= indent && NAME.test(line)) break;
    if (line.trim() !== '') end = next;
  }
  return end;
}
