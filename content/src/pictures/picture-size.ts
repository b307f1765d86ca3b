/** What a picture's own bytes say about it. */
export interface PictureInfo {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/svg+xml';
  /** Pixels. */
  width: number;
  height: number;
}

type Reader = (view: DataView, bytes: Uint8Array) => PictureInfo | null;

/** Reads type and size from the header of a picture that is made of pixels; null when it is none we know. */
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

function ascii(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

const png: Reader = (view, bytes) => {
  if (ascii(bytes, 1, 3) !== 'PNG' || view.getUint8(0) !== 0x89 || ascii(bytes, 12, 4) !== 'IHDR') return null;
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
};

const gif: Reader = (view, bytes) => {
  if (!/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return null;
  return { mediaType: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
};

const jpeg: Reader = (view) => {
  if (view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isSize) return { mediaType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xd9 || marker === 0xda) return null;
    at += 2 + Math.max(view.getUint16(at + 2), 2);
  }
};

const webp: Reader = (view, bytes) => {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP') return null;
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  const size = (width: number, height: number): PictureInfo => ({ mediaType: 'image/webp', width, height });
  switch (ascii(bytes, 12, 4)) {
    case 'VP8 ':
      return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return size(uint24(24) + 1, uint24(27) + 1);
    default:
      return null;
  }
};

/** AVIF keeps the size in an `ispe` box; the largest one is the picture, smaller ones are tiles or previews. */
const avif: Reader = (view, bytes) => {
  if (ascii(bytes, 4, 4) !== 'ftyp' || !/^avi[fs]$/.test(ascii(bytes, 8, 4))) return null;
  let best: PictureInfo | null = null;
  const end = Math.min(bytes.length - 16, 64 * 1024);
  for (let at = 16; at <= end; at += 1) {
    if (bytes[at] !== 0x69 || ascii(bytes, at, 4) !== 'ispe') continue;
    const width = view.getUint32(at + 8);
    const height = view.getUint32(at + 12);
    if (best === null || width * height > best.width * best.height) best = { mediaType: 'image/avif', width, height };
  }
  return best;
};

const READERS: readonly Reader[] = [png, gif, jpeg, webp, avif];
