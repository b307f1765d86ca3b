import { loadSharp } from './load-sharp.ts';

/** A smaller copy of an image. */
export interface EncodedPicture {
  /** Pixels. */
  width: number;
  /** WebP, without any metadata. */
  bytes: Uint8Array;
}

/** Makes one copy of an image for each width, upright and in sRGB. Null when its bytes cannot be decoded in time. */
export type PictureEncoder = (bytes: Uint8Array, widths: readonly number[]) => Promise<EncodedPicture[] | null>;

/** Most pixels of one image; more would fill the memory from a small file. Checked in the header, before decoding. */
export const MAX_PIXELS = 50_000_000;

/** Increment it when the same image gives other bytes, which invalidates the cache. */
export const ENCODER_VERSION = 1;

const QUALITY = 82;
/** Of 0 to 6: 3 takes a third longer than 2 for three percent. */
const EFFORT = 2;
/** Longest time for one copy, s. */
const TIMEOUT_S = 20;

/** The encoder of this machine; null when its library has no build for the platform. */
export async function webpEncoder(): Promise<PictureEncoder | null> {
  const sharp = await loadSharp();
  if (sharp === null) return null;
  const encodeOne = async (bytes: Uint8Array, width: number): Promise<EncodedPicture> => {
    const input = { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true } as const;
    const copy = await sharp(bytes, input)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: EFFORT })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer();
    return { width, bytes: copy };
  };
  return async (bytes, widths) => {
    try {
      const copies: EncodedPicture[] = [];
      for (const width of widths) copies.push(await encodeOne(bytes, width));
      return copies;
    } catch {
      // Whatever is wrong with the bytes, the author can only save the image again.
      return null;
    }
  };
}
