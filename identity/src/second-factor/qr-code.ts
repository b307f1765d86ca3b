import { encode } from 'uqr';
import { type Html, html } from '../pages/html.ts';

/** Modules of light around the picture: readers need four. */
const QUIET = 4;
/** Pixels of a module. */
const SCALE = 4;

/**
 * A QR code as a drawing in the page. Dark on light in either colour scheme, because readers expect it so.
 *
 * @param name what it is, for those who do not see it
 */
export function qrCode(text: string, name: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const dark = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return html`<svg class="qr" role="img" aria-label="${name}" viewBox="0 0 ${size} ${size}" width="${size * SCALE}" height="${size * SCALE}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark.join('')}" fill="#000"/></svg>`;
}

/** Dark stretches of a row: where each begins and how long it is. */
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
