import { type DiagramLine, groupsFirst } from './diagram-groups.ts';

/** The kinds of diagrams that are drawn, by the first word of their source. */
const KINDS: ReadonlyMap<string, DiagramKind> = new Map([
  ['graph', 'flow'],
  ['flowchart', 'flow'],
  // Another layout of the same.
  ['flowchart-elk', 'flow'],
  ['sequenceDiagram', 'sequence'],
  ['stateDiagram', 'state'],
  ['stateDiagram-v2', 'state'],
  ['classDiagram', 'class'],
  ['classDiagram-v2', 'class'],
  ['erDiagram', 'er'],
  ['xychart', 'chart'],
  ['xychart-beta', 'chart'],
]);

export type DiagramKind = 'flow' | 'sequence' | 'state' | 'class' | 'er' | 'chart';

/** The source of a diagram in the stricter form that the library accepts. */
export interface DiagramSource {
  /** Null for a kind that is not drawn. */
  kind: DiagramKind | null;
  /** The first word, as written. */
  word: string;
  title: string | null;
  /** What the author says for readers who cannot see it. */
  description: string | null;
  lines: DiagramLine[];
}

/** Characters that the library would read as markup, while it draws. */
const STAND_INS: readonly [name: string, standIn: string, entity: string][] = [
  ['quot', '\ue010', '&quot;'],
  ['lt', '\ue011', '&lt;'],
  ['gt', '\ue012', '&gt;'],
  ['amp', '\ue013', '&amp;'],
  ['semi', '\ue014', ';'],
  ['35', '\ue015', '#'],
];

/** Writes the characters that stood for others into a drawing. */
export const withoutStandIns = (svg: string): string =>
  STAND_INS.reduce((text, [, standIn, entity]) => text.replaceAll(standIn, entity), svg);

const UNDRAWN = /^[ \t]*(?:click|%%|accTitle\b|accDescr\b)/;
/** Colours are ours. */
const LOOKS: Readonly<Partial<Record<DiagramKind, RegExp>>> = {
  flow: /^[ \t]*(?:classDef|class|style|linkStyle)[ \t]/,
  state: /^[ \t]*(?:classDef|class|style)[ \t]/,
  class: /^[ \t]*(?:classDef|cssClass|style|link|callback)[ \t]/,
  sequence: /^[ \t]*(?:links?|properties|details)[ \t]/,
};

/** Reads the source: its kind and title, and its lines as the library reads them. */
export function readDiagram(source: string): DiagramSource {
  const all = source.split('\n').map((text, line): DiagramLine => ({ text: text.trimEnd(), line }));
  const { title: headTitle, lines: body } = withoutHead(all);
  const described = body.flatMap(({ text }) => /^\s*acc(?:Title|Descr)\s*:\s*(.+)/.exec(text)?.[1] ?? []);
  const drawn = body.filter(({ text }) => text.trim() !== '' && !UNDRAWN.test(text));
  const word = /^\s*([\w-]+)/.exec(drawn[0]?.text ?? '')?.[1] ?? '';
  const kind = KINDS.get(word) ?? null;
  const looks = kind === null ? undefined : LOOKS[kind];
  const kept = drawn.filter(({ text }) => looks?.test(text) !== true);
  const own = kind === 'sequence' ? titleAmong(kept) : { title: null, lines: kept };
  const plain = own.lines.map(({ text, line }) => ({ text: withPlainWords(text), line }));
  return {
    kind,
    word,
    title: own.title ?? headTitle,
    description: described.length === 0 ? null : described.join('. '),
    lines:
      kind === 'flow'
        ? groupsFirst(plain.flatMap(flowStatements))
        : kind === 'sequence'
          ? numbered(plain)
          : plain.map(bare),
  };
}

const bare = ({ text, line }: DiagramLine): DiagramLine => ({ text: text.replace(/;[ \t]*$/, ''), line });

/** Takes off settings between lines `---`, and keeps the title among them. */
function withoutHead(lines: readonly DiagramLine[]): { title: string | null; lines: readonly DiagramLine[] } {
  const from = lines.findIndex(({ text }) => text.trim() !== '');
  const to =
    lines[from]?.text.trim() === '---' ? lines.findIndex(({ text }, at) => at > from && text.trim() === '---') : -1;
  if (to === -1) return { title: null, lines };
  const titles = lines.slice(from, to).flatMap(({ text }) => /^title:\s*(.+)/.exec(text)?.[1] ?? []);
  return { title: titles[0]?.replace(/^(["'])(.*)\1$/, '$2') ?? null, lines: lines.slice(to + 1) };
}

function titleAmong(lines: readonly DiagramLine[]): { title: string | null; lines: readonly DiagramLine[] } {
  const title = lines.map(({ text }) => /^\s*title\b\s*:?\s*(.+)/.exec(text)?.[1] ?? null).find((one) => one !== null);
  return { title: title ?? null, lines: lines.filter(({ text }) => !/^\s*title\b/.test(text)) };
}

/** Signs by name or number, words with emphasis in back quotes, names of icons. */
function withPlainWords(text: string): string {
  return text
    .replace(/#(\w{2,8});/g, (whole, name: string) => {
      const standIn = STAND_INS.find(([known]) => known === name.toLowerCase())?.[1];
      if (standIn !== undefined) return standIn;
      const code = /^\d{2,6}$/.test(name) ? Number(name) : 0;
      return code >= 32 && code < 0xd800 ? String.fromCodePoint(code) : whole;
    })
    .replace(/"`([^`"]*)`"/g, (_whole, words: string) => `"${words.replace(/\*\*|__|\*/g, '')}"`)
    .replace(/\bfa[bklrs]?:fa-[\w-]+[ \t]*/g, '');
}

/** One statement a line, with the spaces and the direction that the library needs. */
function flowStatements({ text, line }: DiagramLine): DiagramLine[] {
  return statementsOf(text).map((statement) => ({
    text: statement
      .replace(/^(\s*flowchart)-elk\b/, '$1')
      .replace(/^(\s*(?:graph|flowchart))[ \t]*$/, '$1 TB')
      // Longer arrows only ask for more room.
      .replace(/-{3,}>/g, '-->')
      .replace(/={3,}>/g, '==>')
      .replace(/-\.{2,}->/g, '-.->')
      // Arrows and their labels need spaces around them.
      .replace(/(?<=[\w\])}])(-->|---|==>|-\.->)/g, ' $1')
      .replace(/(-->|---|==>|===|-\.->|-\.-)[ \t]+\|/g, '$1|')
      .replace(/(\|[^|\n]{1,200}\|)(?=\S)/g, '$1 '),
    line,
  }));
}

/** Splits at semicolons outside of words in quotes and brackets. */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let depth = 0;
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && '[({'.includes(char)) depth += 1;
    else if (!quoted && '])}'.includes(char)) depth = Math.max(0, depth - 1);
    if (char === ';' && !quoted && depth === 0) {
      statements.push(statement);
      statement = '';
    } else statement += char;
  }
  return [...statements, statement].filter((one) => one.trim() !== '');
}

const MESSAGE = /^(\s*[^\s:][^:]*?(?:-{1,2}|<<-{1,2})(?:>>|>|x|\))[+-]?\s*[^:]+:\s*)(.*)$/;

/** `autonumber` as numbers in front of the words. */
function numbered(lines: readonly DiagramLine[]): DiagramLine[] {
  const at = lines.findIndex(({ text }) => /^\s*autonumber\b/.test(text));
  if (at === -1) return lines.map((line) => line);
  const [, from = '1', step = '1'] = /autonumber\s+(\d{1,5})(?:\s+(\d{1,5}))?/.exec(lines[at]?.text ?? '') ?? [];
  let number = Number(from);
  return lines.flatMap(({ text, line }, index) => {
    if (index === at) return [];
    const message = index < at ? null : MESSAGE.exec(text);
    if (message === null) return [{ text, line }];
    const words = `${message[1] ?? ''}${number}. ${message[2] ?? ''}`;
    number += Number(step);
    return [{ text: words, line }];
  });
}
