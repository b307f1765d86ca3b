import type { CoverStyle } from '@academy/contract/tenants';
import { trustedMarkup } from '../../lib/trusted.ts';

type Draw = (slug: string, style: CoverStyle) => string;
let draw: Draw | null = null;

/** Gives the drawing code; the server does so before it renders anything. */
export function giveDrawingCode(code: Draw): void {
  draw = code;
}

/** Fetches the drawing code. */
export async function loadDrawing(): Promise<void> {
  draw ??= (await import('./cover-markup.ts')).coverMarkup;
}

/** The paths of a cover as markup; null until the drawing code is here. */
export const drawnCover = (slug: string, style: CoverStyle): string | null =>
  draw === null ? null : trustedMarkup(draw(slug, style));
