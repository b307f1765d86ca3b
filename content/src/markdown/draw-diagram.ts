import { shortened } from '../text-source.ts';

/** An SVG, and its texts for readers who cannot see it. */
export interface Diagram {
  svg: string;
  words: string;
}

/** The layout takes more than linear time, so larger diagrams are shown as source. */
const MAX_CHARACTERS = 5_000;
const MAX_LINES = 100;
const MAX_EDGES = 120;
/** `a & b --> c & d` are four edges. */
const MAX_JOINS = 12;

/** Lines about look, behaviour or title; colours are ours. */
const UNDRAWN = /^[ \t]*(?:click|accTitle|accDescr|%%)[^\n]*$/gm;
const LOOKS = /^[ \t]*(?:classDef|class|style|linkStyle)[ \t][^\n]*$/gm;
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
 * Draws a diagram from its Mermaid source, without a browser. Null for another type of diagram, invalid source, or one
 * that is too large. The result is untrusted markup: it must be sanitised.
 */
export async function drawDiagram(source: string): Promise<Diagram | null> {
  const edges = source.match(/--|==|-\.|->/g)?.length ?? 0;
  const joins = source.match(/&/g)?.length ?? 0;
  const lines = source.split('\n').length;
  if (source.length > MAX_CHARACTERS || lines > MAX_LINES || edges > MAX_EDGES || joins > MAX_JOINS) return null;
  // Loaded with the first diagram: most content has none.
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  const plain = wellWritten(source);
  if (EMPTY_GROUP.test(plain)) return null;
  let drawn: string;
  try {
    drawn = renderMermaidSVG(plain);
  } catch {
    return null;
  }
  const words = wordsIn(drawn);
  // Texts that look like source were not understood by the library.
  if (words === '' || /-->|==>|(?:^|; )[|>\])}]/.test(words)) return null;
  const ground = `<rect width="100%" height="100%" fill="${COLOURS['--bg']}"/>`;
  const svg = drawn
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<svg [^>]*>/, (tag) => `${tag.replace('<svg ', '<svg font-family="system-ui, sans-serif" ')}${ground}`)
    .replace(/var\((--[\w-]+)\)/g, (_whole, name: string) => COLOURS[name] ?? '#1f2430');
  return { svg, words };
}

/** The source in the stricter form that the library accepts. */
function wellWritten(source: string): string {
  const lines = source.replace(UNDRAWN, '').replace(/;?[ \t]*$/gm, '');
  if (!/^\s*(?:graph|flowchart)\b/.test(lines)) return lines;
  return (
    lines
      .replace(LOOKS, '')
      // Without a direction a graph goes from top to bottom.
      .replace(/^(\s*(?:graph|flowchart))[ \t]*$/m, '$1 TB')
      // Longer arrows only ask for more room.
      .replace(/-{3,}>/g, '-->')
      .replace(/={3,}>/g, '==>')
      .replace(/-\.{2,}->/g, '-.->')
      // Arrows and their labels need spaces around them.
      .replace(/(?<=[\w\])}])(-->|---|==>|-\.->)/g, ' $1')
      .replace(/(\|[^|\n]{1,200}\|)(?=\S)/g, '$1 ')
  );
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
