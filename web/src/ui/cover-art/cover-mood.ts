import type { CoverStyle } from '@academy/contract/tenants';
import { type Random, randomFrom } from './random.ts';

/** Number of palettes that the style sheet defines. */
export const PALETTES = 6;

export interface CoverMood {
  /** Which of the palettes 0-5. */
  palette: number;
  /** A night cover has a deep ground in both colour schemes. */
  night: boolean;
}

/** The colours of a cover. @returns them, and the source of chance from which the drawing goes on */
export function coverMood(slug: string, style: CoverStyle): CoverMood & { random: Random } {
  const random = randomFrom(`${style}/${slug}`);
  const palette = random.whole(0, PALETTES - 1);
  return { palette, night: random.chance(0.36), random };
}
