import { encode } from 'uqr';
import { type Html, html } from '../pages/html.ts';

/** Width of the quiet zone in modules, as the standard requires. */
const QUIET = 4;
/** Pixels of a module. */
const SCALE = 4;

/**
 * A QR code as SVG. Dark on light in either colour scheme, because readers expect it so.
 *
 * @param name its description for screen readers
 */
export function qrCode(text: string, name: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const dark = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return html`<svg class="qr" role="img" aria-label="${name}" viewBox="0 0 ${size} ${size}" width="${size * SCALE}" height="${size * SCALE}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark.join('')}" fill="#000"/></svg>`;
}

/** Runs of dark modules in a row: start and length of each. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
