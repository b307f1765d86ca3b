import type { Tenant } from '@academy/contract/tenants';
import { coverColors } from './cover-colors.ts';
import { coverMarkup } from './cover-markup.ts';
import { coverMood } from './cover-mood.ts';
import { HEIGHT, WIDTH } from './shapes.ts';

/** A cover as an SVG document of its own, in the brand's light colours. */
export function coverPicture(slug: string, { cover, colors }: Tenant): string {
  const tones = coverColors(coverMood(slug, cover), colors.hue);
  const paths = coverMarkup(slug, cover).replace(/var\(--k(\d)\)/g, (_, role: string) => tones[Number(role)] ?? 'none');
  const ground = `<path fill="${tones[0]}" d="M0 0H${WIDTH}V${HEIGHT}H0z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${ground}${paths}</svg>`;
}
