import type { CoverStyle } from '@academy/contract/tenants';
import { arcs } from './arcs.ts';
import { branches } from './branches.ts';
import { coverMood } from './cover-mood.ts';
import { hexagons } from './hexagons.ts';
import type { Random } from './random.ts';
import type { Drawing, Layer } from './shapes.ts';

const STYLES: Record<CoverStyle, (random: Random) => Layer[]> = { branches, hexagons, arcs };

/** Draws the cover of a slug. The same slug and style always give the same picture, on server and browser alike. */
export function drawCover(slug: string, style: CoverStyle): Drawing {
  const { palette, night, random } = coverMood(slug, style);
  return { palette, night, layers: STYLES[style](random) };
}
