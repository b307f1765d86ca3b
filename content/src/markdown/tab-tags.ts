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
    const value = attributeOf(attributes, 'value') ?? '';
    const group = is === 'tab' && slash === '' ? groupOf(source, at) : [];
    const title = is === 'tab' ? (attributeOf(attributes, 'label') ?? labelOf(group, value)) : null;
    const isOpen =
      /(?:^|\s)default(?:\s|$)/.test(attributes) ||
      (value !== '' && group.some((line) => attributeOf(line, 'defaultValue') === value));
    const strip = is === 'tab' && slash === '' ? indentation(source, last + 1) : 0;
    pieces.push({ is, closes: slash === '/', title, isOpen, strip });
  }
  const rest = text.slice(from).trim();
  if (rest !== '') pieces.push({ text: rest });
  return from === 0 ? null : { pieces, last };
}

const isUnfinished = (text: string): boolean => START.test(text) && text.replace(TAG, '').search(/<\/?Tab/) !== -1;

/** The lines from the tag of a tab's group to the tab, the last first. */
function groupOf(source: readonly string[], at: number): string[] {
  const lines = source.slice(Math.max(0, at - MAX_TAB_LINES), at + 1).reverse();
  const end = lines.findIndex((line) => line.includes('<Tabs'));
  return end === -1 ? lines : lines.slice(0, end + 1);
}

/** The label of a tab that names its value only: that of the group's list, else the value itself. */
function labelOf(group: readonly string[], value: string): string {
  const isOwn = (entry: string) => attributeIn(entry, 'value') === value;
  const entry = group.flatMap((line) => line.match(/\{[^{}]*\}/g) ?? []).find(isOwn);
  return (entry === undefined ? null : attributeIn(entry, 'label')) ?? value;
}

/** A text of an object in JavaScript. */
function attributeIn(entry: string, name: string): string | null {
  const found = new RegExp(`\\b${name}["']?\\s*:\\s*(?:"([^"]*)"|'([^']*)')`).exec(entry);
  return found === null ? null : (found[1] ?? found[2] ?? '');
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
