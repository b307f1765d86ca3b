import type { CoverStyle } from '@academy/contract/tenants';
import { drawCover } from './draw-cover.ts';
import type { Layer } from './shapes.ts';

/** The paths of a cover as SVG markup. The style sheet gives each role its colour. */
export const coverMarkup = (slug: string, style: CoverStyle): string =>
  drawCover(slug, style).layers.map(path).join('');

function path({ d, fill, stroke, width }: Layer): string {
  const line = stroke === undefined ? '' : ` stroke="var(--k${stroke})" stroke-width="${width ?? 1}"`;
  return `<path d="${d}" fill="${fill === undefined ? 'none' : `var(--k${fill})`}"${line}/>`;
}
