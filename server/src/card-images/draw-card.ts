import { loadSharp } from '@academy/content/pictures/load-sharp';
import { drawMark } from '../brand-files/draw-icon.ts';
import { hexOfText } from '../values/colors.ts';

/** Pixels of a card, the size that social networks expect. */
const WIDTH = 1200;
const HEIGHT = 630;
/** Pixels between the brand mark and the edges, and of the mark itself. */
const MARGIN = 48;
const MARK = 112;
const PORTRAIT = 380;
/** Pixels of the white rim around brand mark and portrait. */
const RIM = 12;
/** Longest time to draw one card, s. */
const TIMEOUT_S = 10;
/**
 * Flat colours compress well this way, in a fifth of the time that building a palette takes; photographs would be ten
 * times as large.
 */
const DRAWN = { compressionLevel: 6 };
const PHOTOGRAPHED = { palette: true, compressionLevel: 9 };
/** An image with more pixels could fill the memory from a small file; publishing refuses it as well. */
const MAX_PIXELS = 50_000_000;

export interface Card {
  /** SVG with `oklch()` colours; the background, unless an image replaces it. */
  cover: string;
  /** The content's own image, in any format that publishing accepts. */
  picture: { bytes: Uint8Array; as: 'ground' | 'portrait' } | null;
  /** The brand mark, SVG. */
  mark: Buffer;
}

/**
 * Draws the preview image of a shared link. It holds no text: the site shows the title beside it, in fonts and script
 * of its reader.
 *
 * @returns PNG, 1200 by 630 pixels; null when the platform has no image library
 * @throws when the content's own image cannot be decoded
 */
export async function drawCard({ cover, picture, mark }: Card): Promise<Buffer | null> {
  const sharp = await loadSharp();
  const small = await drawMark(mark, MARK);
  if (sharp === null || small === null) return null;
  const fitted = (bytes: Uint8Array, width: number, height: number) =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width, height, fit: 'cover' });

  const ground =
    picture?.as === 'ground'
      ? fitted(picture.bytes, WIDTH, HEIGHT).flatten({ background: '#fff' })
      : sharp(Buffer.from(filling(cover)));
  const top = HEIGHT - MARGIN - MARK;
  const layers = [
    { input: disc(MARK + 2 * RIM, 0.3), left: MARGIN - RIM, top: top - RIM },
    { input: small, left: MARGIN, top },
  ];
  if (picture?.as === 'portrait') {
    const face = await fitted(picture.bytes, PORTRAIT, PORTRAIT)
      .composite([{ input: disc(PORTRAIT, 0.5), blend: 'dest-in' }])
      .png()
      .toBuffer();
    const at = { left: (WIDTH - PORTRAIT) / 2, top: (HEIGHT - PORTRAIT) / 2 };
    layers.push({ input: disc(PORTRAIT + 2 * RIM, 0.5), left: at.left - RIM, top: at.top - RIM });
    layers.push({ input: face, ...at });
  }
  return ground
    .composite(layers)
    .png(picture === null ? DRAWN : PHOTOGRAPHED)
    .timeout({ seconds: TIMEOUT_S })
    .toBuffer();
}

/** A cover that fills the card, with colours in the one notation that the drawing library supports. */
function filling(cover: string): string {
  return cover
    .replace(/oklch\([^)]*\)/g, hexOfText)
    .replace(/width="\d+" height="\d+"/, `width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice"`);
}

/** A white square with round corners. @param radius share of the edge; 0.5 makes a disc */
function disc(pixels: number, radius: number): Buffer {
  const rect = `<rect width="${pixels}" height="${pixels}" rx="${pixels * radius}" fill="#fff"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}">${rect}</svg>`);
}
