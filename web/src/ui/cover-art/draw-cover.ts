import type { CoverStyle } from '@academy/contract/tenants';
import { arcs } from './arcs.ts';
import { branches } from './branches.ts';
import { hexagons } from './hexagons.ts';
import { type Random, randomFrom } from './random.ts';
import type { Drawing, Layer } from './shapes.ts';

const STYLES: Record<CoverStyle, (random: Random) => Layer[]> = { branches, hexagons, arcs };

/** Number of palettes that the style sheet defines. */
export const PALETTES = 6;

/** Draws the cover of a slug. The same slug and style always give the same picture, on server and browser alike. */
export function drawCover(slug: string, style: CoverStyle): Drawing {
  const random = randomFrom(`${style}/${slug}`);
  const palette = random.whole(0, PALETTES - 1);
  const night = random.chance(0.36);
  return { palette, night, layers: STYLES[style](random) };
}
