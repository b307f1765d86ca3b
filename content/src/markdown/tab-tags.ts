/** A tag of Docusaurus' tabs, or the text between two of them. */
export type TabPiece =
  | { text: string }
  | { is: 'tabs' | 'tab'; closes: boolean; title: string | null; isOpen: boolean; strip: number };

const START = /^ *<\/?(?:Tabs|TabItem)\b/;
const TAG = /<(\/?)(Tabs|TabItem)\b((?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^>"'{])*)>/g;
/** Most lines of one tag. */
const MAX_TAG_LINES = 40;
/** Most characters of the lines that a tag begins or goes on, about. */
const MAX_TAG = 4_000;
/** Most lines of one tab that are looked at for their indentation. */
const MAX_TAB_LINES = 400;

/** Reads the tags with which a line begins, and on which line they end; null for any other line. */
export function readTabTags(
  source: readonly string[],
  at: number,
  line: string,
): { pieces: TabPiece[]; last: number } | null {
  if (!START.test(line)) return null;
  let text = line.trim();
  let last = at;
  // A tag may go on over several lines.
  while (isUnfinished(text) && last + 1 < source.length && last - at < MAX_TAG_LINES && text.length < MAX_TAG) {
    last += 1;
    text += ` ${(source[last] ?? '').trim()}`;
  }
  if (isUnfinished(text)) return null;
  const pieces: TabPiece[] = [];
  let from = 0;
  for (const { index, 0: tag, 1: slash, 2: name, 3: attributes = '' } of text.matchAll(TAG)) {
    const between = text.slice(from, index).trim();
    if (between !== '') pieces.push({ text: between });
    from = index + tag.length;
    const is = name === 'Tabs' ? 'tabs' : 'tab';
    const title = is === 'tab' ? (attributeOf(attributes, 'label') ?? labelOf(source, at, attributes)) : null;
    const isOpen = /(?:^|\s)default(?:\s|$)/.test(attributes);
    const strip = is === 'tab' && slash === '' ? indentation(source, last + 1) : 0;
    pieces.push({ is, closes: slash === '/', title, isOpen, strip });
  }
  const rest = text.slice(from).trim();
  if (rest !== '') pieces.push({ text: rest });
  return from === 0 ? null : { pieces, last };
}

const isUnfinished = (text: string): boolean => START.test(text) && text.replace(TAG, '').search(/<\/?Tab/) !== -1;

/** The label of a tab that names its value only: that of the group's list, else the value itself. */
function labelOf(source: readonly string[], at: number, attributes: string): string {
  const value = attributeOf(attributes, 'value') ?? '';
  for (let before = at; before >= Math.max(0, at - MAX_TAB_LINES); before -= 1) {
    const line = source[before] ?? '';
    const entry = line.includes(value)
      ? (line.match(/\{[^{}]*\}/g) ?? []).find((one) => /value:\s*['"]/.test(one) && one.includes(value))
      : undefined;
    const label = entry === undefined ? null : (/label:\s*(?:'([^']*)'|"([^"]*)")/.exec(entry) ?? null);
    if (label !== null) return label[1] ?? label[2] ?? value;
    if (line.includes('<Tabs')) break;
  }
  return value;
}

/** Indentation that the lines of a tab have in common; it is no code there. */
function indentation(source: readonly string[], from: number): number {
  let min = Number.POSITIVE_INFINITY;
  for (const line of source.slice(from, from + MAX_TAB_LINES)) {
    if (/<\/TabItem>/.test(line)) break;
    if (line.trim() !== '') min = Math.min(min, line.search(/\S/));
  }
  return Number.isFinite(min) ? min : 0;
}

function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*\\{?(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found === null ? null : (found[1] ?? found[2] ?? '');
}
