import type { CoverMood } from './cover-mood.ts';

/** Lightness and chroma of the roles 0 to 4 in light colours, as the style sheet has them. */
const DAY = ['0.945 0.028', '0.885 0.05', '0.775 0.085', '0.62 0.115', '0.42 0.09'];
const NIGHT = ['0.36 0.065', '0.43 0.075', '0.54 0.09', '0.7 0.11', '0.87 0.07'];
const GLOW = '0.8 0.13';

/** For each palette: how far it turns from the brand's hue, and the hue of its glow; degrees. */
const PALETTES = [
  { turn: 0, glow: 75 },
  { turn: 22, glow: 40 },
  { turn: -24, glow: 95 },
  { turn: 42, glow: 70 },
  { turn: -38, glow: 25 },
  { turn: 8, glow: 5 },
];

/** The colours of the roles 0 to 5 in the light scheme as `oklch()`, for a picture that stands outside of any page. */
export function coverColors({ palette, night }: CoverMood, hue: number): string[] {
  const { turn, glow } = PALETTES[palette] ?? { turn: 0, glow: 75 };
  const roles = (night ? NIGHT : DAY).map((tone) => `oklch(${tone} ${hue + turn})`);
  return [...roles, `oklch(${GLOW} ${glow})`];
}
