import { loadSharp } from '@academy/content/pictures/load-sharp';

/** Pixels per inch at which SVG renderers assume a drawing was made. */
const USUAL_DENSITY = 72;
const MAX_DENSITY = 2400;

/**
 * A square SVG drawing of a brand as PNG with transparent corners.
 *
 * @returns null when the platform has no image library
 */
export async function drawMark(svg: Buffer, pixels: number): Promise<Buffer | null> {
  const sharp = await loadSharp();
  if (sharp === null) return null;
  const { width = pixels } = await sharp(svg).metadata();
  const density = Math.min(MAX_DENSITY, (USUAL_DENSITY * pixels) / width);
  return sharp(svg, { density })
    .resize({ width: pixels, height: pixels, fit: 'contain', background: '#0000' })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/**
 * The same on a background that fills the square, for platforms that crop icons to shapes of their own.
 *
 * @param inset share of each edge that stays free of the drawing
 * @param ground `#rrggbb`
 */
export async function drawTile(svg: Buffer, pixels: number, inset: number, ground: string): Promise<Buffer | null> {
  const sharp = await loadSharp();
  const mark = await drawMark(svg, Math.round(pixels * (1 - 2 * inset)));
  if (sharp === null || mark === null) return null;
  return sharp({ create: { width: pixels, height: pixels, channels: 3, background: ground } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A PNG of up to 255 by 255 pixels as an ICO file, for browsers and bookmarks that cannot show SVG. */
export function icoOf(png: Buffer, pixels: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(pixels, 6);
  head.writeUInt8(pixels, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
