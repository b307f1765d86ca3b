import { shortened } from '../text-source.ts';
import { bareFlow, type DiagramLine, FLOW_ARROW } from './diagram-groups.ts';
import type { DiagramKind, DiagramSource } from './diagram-source.ts';

/** Why a diagram is not drawn. */
export interface DiagramTrouble {
  /** Line of the source, from 0. */
  line: number;
  /** The reason, and what authors write instead. */
  why: string;
}

/** Forms that the library drops or draws as something else. */
const FORMS: readonly [kinds: readonly DiagramKind[], form: RegExp, why: string][] = [
  [
    ['flow'],
    /(?:^|[\w\])}"|])\s*(?:[ox]?[-=.]{2,}[ox]|[ox][-=.]{2,}>?)(?=[\s|]|$)/,
    'arrows that end with a circle or a cross are not drawn; write -->',
  ],
  [['flow'], /~~~/, 'links that cannot be seen are not drawn; take them out'],
  [['flow'], /@\{/, 'shapes in braces are not drawn; write a[words], a(words), a{words} or a[(words)]'],
  [['flow'], /\w\s*\[[/\\][^"\]]*[/\\]\]/, 'slanted boxes are not drawn; write a[words]'],
  [['sequence'], /^\s*box\b/, 'boxes around participants are not drawn; take "box" and its "end" out'],
  [['sequence'], /^\s*(?:critical|option)\b/, '"critical" is not drawn; write alt and else'],
  [['sequence'], /^\s*(?:create|destroy)\b/, '"create" and "destroy" are not drawn; take them out'],
  [['sequence'], /<<-/, 'arrows with two heads are not drawn; write two messages'],
  [['state'], /^\s*--\s*$/, 'states beside each other ("--") are not drawn; make two states of them'],
  [['state'], /^\s*note\b/, 'notes of states are not drawn; write them below the diagram'],
  [['er'], /^\s*[\w-]+\s*\[/, 'labels of entities are not drawn; write the label as the name'],
  [['class'], /^\s*note\b/, 'notes of classes are not drawn; write them below the diagram'],
  [['class'], /^\s*namespace\b/, 'namespaces are not drawn; take "namespace" and its braces out'],
];

/** A form of the source that is known to be lost, with its line; null when there is none. */
export function lostForm({ kind, lines }: DiagramSource): DiagramTrouble | null {
  for (const { text, line } of lines) {
    const bare = withoutWords(text);
    for (const [kinds, form, why] of FORMS)
      if (kind !== null && kinds.includes(kind) && form.test(bare)) return { line, why };
  }
  return null;
}

/** A statement without the words that readers see. */
const withoutWords = (text: string): string => text.replace(/"[^"]*"/g, '""').replace(/\|[^|]*\|/g, '| |');

const SYNTAX: Readonly<Record<DiagramKind, RegExp>> = {
  flow: /^\s*(?:graph|flowchart)\b.*|^\s*direction\s.*|^\s*(?:subgraph|end)\b|:::[\w-]+|<br\s*\/?>/g,
  sequence:
    /^\s*sequenceDiagram|^\s*(?:participant|actor|loop|alt|else|opt|par|and|break|end|(?:de)?activate)\b|^\s*rect\b.*|^\s*note\s+(?:left of|right of|over)\b|\sas\s|<br\s*\/?>|-[-x)>]+/gi,
  state: /^\s*stateDiagram(?:-v2)?|^\s*direction\s.*|^\s*state\b|\sas\s|<<\w+>>|:::[\w-]+|<br\s*\/?>/g,
  class: /^\s*classDiagram(?:-v2)?|^\s*direction\s.*|^\s*class\b|:::[\w-]+|<br\s*\/?>|(?<=\s)o(?=--)|(?<=--)o(?=\s)/g,
  er: /^\s*erDiagram|^\s*direction\s.*|[|}o]{1,2}(?:--|\.\.)[|{o]{1,2}|<br\s*\/?>/g,
  chart: /^\s*xychart(?:-beta)?(?:\s+(?:horizontal|vertical))?|^\s*(?:title|x-axis|y-axis|bar|line)\b|[-\d.]+/g,
};

const WORD = /[\p{L}\p{N}]+/gu;
const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

const HINTS: Readonly<Record<DiagramKind, string>> = {
  flow: 'write names of plain letters and digits, and other words in brackets: a["api.v1"]',
  sequence:
    'write names of plain letters and digits, "participant a as Words" for others, and notes behind the first message',
  state: 'write names of plain letters and digits, and "state "Words" as a" for others',
  class: 'write names of plain letters and digits, without labels',
  er: 'write names of plain letters and digits, without labels',
  chart: 'write titles in quotes',
};

/** What a drawing leaves out: a word of the source, or an arrow; null when it is whole. */
export function leftOut(source: DiagramSource, svg: string): DiagramTrouble | null {
  const { kind, lines } = source;
  if (kind === null) return null;
  // Names that no reader sees are drawn, too; words are not drawn before they are text.
  const values = [...svg.matchAll(/\sdata-(?:id|from|to|entity1|entity2|actors?)="([^"]*)"/g)].map(
    ([, value = '']) => value,
  );
  const drawn = new Set(
    wordsOf(`${svg.replace(/<title>.*?<\/title>|<[^>]*>/gs, ' ')} ${values.join(' ')}`.replace(/&[a-z#\d]+;/g, ' ')),
  );
  for (const { text, line } of lines) {
    const lost = wordsOf(text.replace(SYNTAX[kind], ' ')).find((word) => !drawn.has(word));
    if (lost === undefined) continue;
    const why = `"${shortened(lost, 40)}" would be left out; ${HINTS[kind]}`;
    return { line, why };
  }
  return lostArrow(source, svg);
}

/** The classes of what stands for an arrow, and what an arrow is in a statement without its words. */
const ARROWS: Readonly<Partial<Record<DiagramKind, { drawn: RegExp; written: RegExp }>>> = {
  flow: {
    drawn: /<(?:polyline|path) class="edge"/g,
    written: /<?(?:-->|---|==>|===|-\.->|-\.-|--(?=\s)|==(?=\s)|-\.(?=\s))/g,
  },
  sequence: { drawn: /<g class="message"/g, written: /(?:<<)?--?(?:>>|>|x|\))(?=[^:]*:)/g },
  state: { drawn: /<(?:polyline|path) class="edge"/g, written: /-->/g },
  class: { drawn: /<(?:polyline|path) class="class-relationship"/g, written: /(?:--|\.\.)(?!.*(?:--|\.\.))(?=.*\w)/g },
  er: { drawn: /<(?:polyline|path) class="er-relationship"/g, written: /(?:--|\.\.)/g },
};

function lostArrow({ kind, lines }: DiagramSource, svg: string): DiagramTrouble | null {
  const arrows = kind === null ? undefined : ARROWS[kind];
  if (arrows === undefined) return null;
  const drawn = svg.match(arrows.drawn)?.length ?? 0;
  const written = lines.reduce((sum, one) => sum + arrowsOf(one, kind, arrows.written), 0);
  if (written <= drawn) return null;
  const first = lines.find((one) => arrowsOf(one, kind, arrows.written) > 0);
  return {
    line: first?.line ?? 0,
    why: `${written - drawn} of its ${written} arrows would be left out; write one arrow a line`,
  };
}

/** `a & b --> c` are two. */
function arrowsOf({ text }: DiagramLine, kind: DiagramKind | null, written: RegExp): number {
  if (kind !== 'flow') return withoutWords(text).match(written)?.length ?? 0;
  const groups = bareFlow(text)
    .split(FLOW_ARROW)
    .map((group) => group.split('&').length);
  return groups.slice(1).reduce((sum, size, at) => sum + size * (groups[at] ?? 1), 0);
}
