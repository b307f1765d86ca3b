import { pngChunks, webpChunks } from './blocks.ts';
import { jpegSegments, orientationOf, orientationSegment } from './jpeg.ts';
import type { PictureInfo } from './picture-size.ts';

/** Segments of a JPEG that are metadata; JFIF, colour profile and Adobe's colour transform are needed to display it. */
const JPEG_NOTES = new Set([0xe1, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xef, 0xfe]);
const PNG_NOTES = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);
const WEBP_NOTES = new Set(['EXIF', 'XMP ']);
/** Header flags of a WebP that announce such metadata. */
const WEBP_NOTE_FLAGS = 0x08 | 0x04;

/**
 * The same image without metadata: location, owner, device, thumbnails, comments. The pixels are unchanged; the
 * orientation stays.
 */
export function withoutMetadata(bytes: Uint8Array, mediaType: PictureInfo['mediaType']): Uint8Array {
  switch (mediaType) {
    case 'image/jpeg':
      return plainJpeg(bytes);
    case 'image/png':
      return without(
        bytes,
        pngChunks(bytes).filter(({ name }) => PNG_NOTES.has(name)),
      );
    case 'image/webp':
      return plainWebp(bytes);
    default:
      return bytes;
  }
}

function plainJpeg(bytes: Uint8Array): Uint8Array {
  const segments = jpegSegments(bytes) ?? [];
  const notes = segments.filter(({ marker }) => JPEG_NOTES.has(marker));
  if (notes.length === 0) return bytes;
  const orientation = orientationOf(bytes, segments);
  const plain = without(bytes, notes);
  if (orientation === 1) return plain;
  return Buffer.concat([plain.subarray(0, 2), orientationSegment(orientation), plain.subarray(2)]);
}

function plainWebp(bytes: Uint8Array): Uint8Array {
  const notes = webpChunks(bytes).filter(({ name }) => WEBP_NOTES.has(name));
  if (notes.length === 0) return bytes;
  const plain = Buffer.from(without(bytes, notes));
  plain.writeUInt32LE(plain.length - 8, 4);
  if (plain.toString('latin1', 12, 16) === 'VP8X') plain[20] = (plain[20] ?? 0) & ~WEBP_NOTE_FLAGS;
  return plain;
}

function without(bytes: Uint8Array, parts: readonly { from: number; to: number }[]): Uint8Array {
  if (parts.length === 0) return bytes;
  const kept: Uint8Array[] = [];
  let at = 0;
  for (const { from, to } of parts) {
    kept.push(bytes.subarray(at, from));
    at = to;
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}
