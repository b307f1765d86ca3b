import type { PictureInfo } from './picture-size.ts';
import { TEXT_WIDTHS } from './widths.ts';

const MEGABYTE = 1024 * 1024;
/** An image of more bytes gives a finding. */
const HEAVY_BYTES = MEGABYTE;

/** The message about an image that is larger than necessary, or null. */
export function heavyPicture(bytes: number, { width, animated }: PictureInfo): string | null {
  if (bytes <= HEAVY_BYTES) return null;
  const size = `${(bytes / MEGABYTE).toFixed(1)} MB`;
  const max = Math.max(...TEXT_WIDTHS);
  if (animated) return `has ${size} and moves, so every reader loads all of it; make it a video (mp4) or shorten it`;
  if (width > max)
    return `has ${size} and is ${width} pixels wide, readers see ${max} at most; save it ${max} pixels wide`;
  return `has ${size}; save photographs as JPEG and drawings as SVG or PNG with fewer colours`;
}
