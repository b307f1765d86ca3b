import { gifFrames, latin1, pngChunks, webpChunks } from './blocks.ts';
import { isFrameHeader, jpegSegments, orientationOf } from './jpeg.ts';

/** Facts from an image's own bytes, read without decoding it. */
export interface PictureInfo {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/svg+xml';
  /** Pixels, as shown: a rotated photograph has its sides exchanged. */
  width: number;
  height: number;
  /** Animated: a resized copy would be a still image. */
  animated: boolean;
  /** False when the file is cut off. */
  whole: boolean;
}

type Reader = (view: DataView, bytes: Uint8Array) => PictureInfo | null;

/** Reads the header of a raster image; null for an unknown format. */
export function readPicture(bytes: Uint8Array): PictureInfo | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const read of READERS) {
    try {
      const info = read(view, bytes);
      if (info !== null) return info.width > 0 && info.height > 0 ? info : null;
    } catch (error) {
      // The header promises more bytes than there are.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

const png: Reader = (view, bytes) => {
  if (latin1(bytes, 1, 3) !== 'PNG' || view.getUint8(0) !== 0x89 || latin1(bytes, 12, 4) !== 'IHDR') return null;
  const chunks = pngChunks(bytes);
  return {
    mediaType: 'image/png',
    width: view.getUint32(16),
    height: view.getUint32(20),
    animated: chunks.some(({ name }) => name === 'acTL'),
    whole: chunks.at(-1)?.name === 'IEND',
  };
};

const gif: Reader = (view, bytes) => {
  if (!/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return null;
  const { frames, ended } = gifFrames(bytes);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return { mediaType: 'image/gif', ...size, animated: frames > 1, whole: ended && frames > 0 };
};

const jpeg: Reader = (view, bytes) => {
  const segments = jpegSegments(bytes);
  const frame = segments?.find(({ marker }) => isFrameHeader(marker));
  if (segments === null || frame === undefined) return null;
  const [height, width] = [view.getUint16(frame.from + 5), view.getUint16(frame.from + 7)];
  const turned = orientationOf(bytes, segments) >= 5;
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf('ffd9', undefined, 'hex');
  return {
    mediaType: 'image/jpeg',
    width: turned ? height : width,
    height: turned ? width : height,
    animated: false,
    whole: end > (segments.at(-1)?.to ?? 0),
  };
};

const webp: Reader = (view, bytes) => {
  if (latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 4) !== 'WEBP') return null;
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  const chunks = webpChunks(bytes);
  const whole = view.getUint32(4, true) + 8 <= bytes.length + 1 && chunks.length > 0;
  const size = (width: number, height: number, animated = false): PictureInfo => ({
    mediaType: 'image/webp',
    width,
    height,
    animated,
    whole,
  });
  switch (latin1(bytes, 12, 4)) {
    case 'VP8 ':
      return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return size(uint24(24) + 1, uint24(27) + 1, (view.getUint8(20) & 0x02) !== 0);
    default:
      return null;
  }
};

/** AVIF stores the size in an `ispe` box; the largest one is the image, smaller ones are tiles or previews. */
const avif: Reader = (view, bytes) => {
  if (latin1(bytes, 4, 4) !== 'ftyp' || !/^avi[fs]$/.test(latin1(bytes, 8, 4))) return null;
  let best: PictureInfo | null = null;
  const animated = latin1(bytes, 8, 4) === 'avis';
  const end = Math.min(bytes.length - 16, 64 * 1024);
  for (let at = 16; at <= end; at += 1) {
    if (bytes[at] !== 0x69 || latin1(bytes, at, 4) !== 'ispe') continue;
    const width = view.getUint32(at + 8);
    const height = view.getUint32(at + 12);
    if (best === null || width * height > best.width * best.height)
      best = { mediaType: 'image/avif', width, height, animated, whole: true };
  }
  return best;
};

const READERS: readonly Reader[] = [png, gif, jpeg, webp, avif];
