import { shortened } from '../text-source.ts';
import { readDiagram, withoutStandIns } from './diagram-source.ts';
import { type DiagramTrouble, leftOut, lostForm } from './diagram-whole.ts';

/** An SVG, its title, and its texts for readers who cannot see it. */
export interface Diagram {
  svg: string;
  title: string | null;
  words: string;
}

/** The layout takes more than linear time, so larger diagrams are shown as source. */
const MAX_CHARACTERS = 5_000;
const MAX_LINES = 100;
const MAX_EDGES = 120;
/** `a & b --> c & d` are four edges. */
const MAX_JOINS = 12;

/** A group without content, which would be drawn over its neighbours. */
const EMPTY_GROUP = /^[ \t]*subgraph\b[^\n]*\n\s*end\b/m;

/** An SVG is served as an image, so it has fixed colours on a light background. */
const COLOURS: Readonly<Record<string, string>> = {
  '--bg': '#ffffff',
  '--fg': '#1f2430',
  '--_text': '#1f2430',
  '--_text-sec': '#4a5163',
  '--_text-muted': '#5d6474',
  '--_text-faint': '#737a8a',
  '--_line': '#6b7280',
  '--_arrow': '#39404f',
  '--_node-fill': '#f4f6fa',
  '--_node-stroke': '#aab1c0',
  '--_group-fill': '#ffffff',
  '--_group-hdr': '#eceff5',
  '--_inner-stroke': '#d5dae4',
  '--_key-badge': '#e4e8f0',
};

/**
 * Draws a diagram from its Mermaid source, without a browser: whole, or not at all. The result is untrusted markup: it
 * must be sanitised.
 */
export async function drawDiagram(source: string): Promise<Diagram | { trouble: DiagramTrouble }> {
  const read = readDiagram(source);
  const trouble = (why: string, line = read.lines[0]?.line ?? 0) => ({ trouble: { line, why } });
  if (read.kind === null) {
    const known = 'flowchart, sequenceDiagram, stateDiagram-v2, classDiagram, erDiagram and xychart-beta';
    return trouble(`diagrams that begin with "${shortened(read.word, 40)}" are not drawn, only ${known}`);
  }
  const edges = source.match(/--|==|-\.|->/g)?.length ?? 0;
  const joins = source.match(/&/g)?.length ?? 0;
  if (source.length > MAX_CHARACTERS || read.lines.length > MAX_LINES || edges > MAX_EDGES || joins > MAX_JOINS)
    return trouble(`it is too large; make several of it, of ${MAX_LINES} lines and ${MAX_EDGES} arrows at most`);
  const lost = lostForm(read);
  if (lost !== null) return { trouble: lost };
  const plain = read.lines.map(({ text }) => text).join('\n');
  if (EMPTY_GROUP.test(plain)) return trouble('it has a group without content; fill the group or take it out');
  // Loaded with the first diagram: most content has none.
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  let drawn: string;
  try {
    drawn = renderMermaidSVG(plain);
  } catch {
    return trouble('it cannot be read; look at it in an editor of Mermaid');
  }
  const words = wordsIn(withoutStandIns(drawn));
  // Texts that look like source were not understood by the library.
  if (words === '' || /-->|==>|(?:^|; )[|>\])}]/.test(words)) return trouble('a part of it cannot be read');
  const left = leftOut(read, drawn);
  if (left !== null) return { trouble: left };
  const ground = `<rect width="100%" height="100%" fill="${COLOURS['--bg']}"/>`;
  const svg = withChartLooks(withoutStandIns(drawn))
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<svg [^>]*>/, (tag) => `${tag.replace('<svg ', '<svg font-family="system-ui, sans-serif" ')}${ground}`)
    .replace(/var\((--[\w-]+)\)/g, (_whole, name: string) => COLOURS[name] ?? '#1f2430');
  return { svg, title: read.title, words: read.description ?? words };
}

/** Colours of the series of a chart, which also differ in brightness. */
const SERIES = ['#2f6fd0', '#b4540a', '#1d7a46', '#7a3fb5', '#a0303c', '#0f7480'] as const;

/** Looks of a chart as attributes: its style sheet does not get into the file. */
const CHART_LOOKS: Readonly<Record<string, (colour: string) => string>> = {
  grid: () => `fill="${COLOURS['--_inner-stroke']}"`,
  bar: (colour) => `fill="${colour}" fill-opacity="0.3" stroke="${colour}" stroke-width="1.5"`,
  line: (colour) => `fill="none" stroke="${colour}" stroke-width="2.5"`,
  'line-shadow': (colour) => `fill="none" stroke="${colour}" stroke-width="5" opacity="0.12"`,
  'legend-line': (colour) => `stroke="${colour}"`,
  dot: (colour) => `fill="${colour}" stroke="#ffffff" stroke-width="2"`,
  label: () => `fill="${COLOURS['--_text-muted']}"`,
  'axis-title': () => `fill="${COLOURS['--_text-sec']}"`,
  title: () => `fill="${COLOURS['--_text']}"`,
};

function withChartLooks(svg: string): string {
  return svg.replace(/class="xychart-([a-z-]+?)(?: xychart-color-(\d+))?"/g, (whole, name: string, series = '0') => {
    const look = Object.hasOwn(CHART_LOOKS, name) ? CHART_LOOKS[name] : undefined;
    return look?.(SERIES[Number(series) % SERIES.length] ?? SERIES[0]) ?? whole;
  });
}

function wordsIn(svg: string): string {
  const texts = [...svg.matchAll(/<text\b[^>]*>([\s\S]*?)<\/text>/g)].map(([, text = '']) =>
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return shortened([...new Set(texts)].filter((text) => text !== '').join('; '), 400);
}
