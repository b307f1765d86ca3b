export interface DiagramLine {
  text: string;
  /** Line of the source, from 0. */
  line: number;
}

/** A statement of a flowchart without the words that readers see: names and arrows. */
export function bareFlow(text: string): string {
  let bare = '';
  let depth = 0;
  for (const char of text.replace(/"[^"]*"/g, '').replace(/\|[^|]*\|/g, '')) {
    if ('[({'.includes(char)) depth += 1;
    else if ('])}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (depth === 0) bare += char;
  }
  // Words between two halves of an arrow: a -- words --> b.
  return bare.replace(/(--|==|-\.)\s+[^-=.>]*?\s*(-->|---|==>|===|\.->|\.-|-\.->)/g, '-->');
}

export const FLOW_ARROW = /<?(?:-->|---|==>|===|-\.->|-\.-)/;
const SYNTAX = /^\s*(?:graph|flowchart|subgraph|end|direction)\b/;

const namesIn = (text: string): string[] =>
  SYNTAX.test(text)
    ? []
    : bareFlow(text)
        .replace(/:::[\w-]+/g, '')
        .split(FLOW_ARROW)
        .flatMap((group) => group.split('&'))
        .map((name) => name.trim())
        .filter((name) => /^[\w-]+$/.test(name));

/**
 * A node belongs to each group that names it, even if it was named before; the library takes it where it is named
 * first. Where the two differ, groups go to the front, and a node has its words where it is named first.
 */
export function groupsFirst(lines: readonly DiagramLine[]): DiagramLine[] {
  if (!isGroupLate(lines)) return [...lines];
  const [head, ...body] = lines;
  if (head === undefined) return [];
  const groups: DiagramLine[] = [];
  const others: DiagramLine[] = [];
  let depth = 0;
  for (const line of body) {
    if (/^\s*subgraph\b/.test(line.text)) depth += 1;
    (depth > 0 ? groups : others).push(line);
    if (/^\s*end\b/.test(line.text)) depth = Math.max(0, depth - 1);
  }
  return withWordsFirst([head, ...groups, ...others]);
}

function isGroupLate(lines: readonly DiagramLine[]): boolean {
  const outside = new Set<string>();
  let depth = 0;
  for (const { text } of lines) {
    if (/^\s*subgraph\b/.test(text)) depth += 1;
    else if (/^\s*end\b/.test(text)) depth = Math.max(0, depth - 1);
    for (const name of namesIn(text)) {
      if (depth === 0) outside.add(name);
      else if (outside.has(name)) return true;
    }
  }
  return false;
}

/** Gives a node its shape and words where it is named first, if only a later line has them. */
function withWordsFirst(lines: readonly DiagramLine[]): DiagramLine[] {
  const named = new Set<string>();
  return lines.map(({ text, line }) => {
    let whole = text;
    for (const name of namesIn(text)) {
      if (named.has(name)) continue;
      named.add(name);
      const shape =
        shapeOf(name, text) === '' ? (lines.map((one) => shapeOf(name, one.text)).find((one) => one !== '') ?? '') : '';
      if (shape !== '') whole = whole.replace(new RegExp(`(?<![\\w-])${name}(?![\\w-])`), () => name + shape);
    }
    return { text: whole, line };
  });
}

/** The brackets behind a name with what they hold; empty without any. */
function shapeOf(name: string, text: string): string {
  const at = new RegExp(`(?<![\\w"|-])${name}(?=[[({])`).exec(text);
  if (at === null || SYNTAX.test(text)) return '';
  const from = at.index + name.length;
  let depth = 0;
  let quoted = false;
  for (let end = from; end < text.length; end += 1) {
    const char = text[end] ?? '';
    if (char === '"') quoted = !quoted;
    if (quoted) continue;
    if ('[({'.includes(char)) depth += 1;
    if ('])}'.includes(char)) depth -= 1;
    if (depth === 0) return text.slice(from, end + 1);
  }
  return '';
}
