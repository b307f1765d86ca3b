/** One segment of a JPEG's header, marker and length included. */
export interface JpegSegment {
  marker: number;
  /** Offset of its 0xFF. */
  from: number;
  /** Offset after its last byte. */
  to: number;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** The segments before the image data, the start of that data included as the last one; null for no JPEG. */
export function jpegSegments(bytes: Uint8Array): JpegSegment[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const segments: JpegSegment[] = [];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) return null;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const to = at + 2 + Math.max(length, 2);
    segments.push({ marker, from: at, to });
    if (marker === START_OF_SCAN) return segments;
    at = to;
  }
  return segments;
}

/** True for the segments that contain the size of the image. */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const EXIF = 0xe1;
const ORIENTATION = 0x0112;

/** EXIF orientation, 1 to 8; 1 (upright) when there is none. */
export function orientationOf(bytes: Uint8Array, segments: readonly JpegSegment[]): number {
  for (const { marker, from, to } of segments) {
    if (marker !== EXIF || Buffer.from(bytes.subarray(from + 4, from + 10)).toString('latin1') !== 'Exif\0\0') continue;
    const found = orientationIn(bytes.subarray(from + 10, to));
    if (found !== null) return found;
  }
  return 1;
}

function orientationIn(tiff: Uint8Array): number | null {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  try {
    const little = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, little);
    const entries = view.getUint16(directory, little);
    for (let entry = 0; entry < Math.min(entries, 200); entry += 1) {
      const at = directory + 2 + entry * 12;
      if (view.getUint16(at, little) !== ORIENTATION) continue;
      const value = view.getUint16(at + 8, little);
      return value >= 1 && value <= 8 ? value : null;
    }
  } catch (error) {
    // Offsets beyond the segment: treated like missing EXIF.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** A segment that contains only the orientation. */
export function orientationSegment(orientation: number): Uint8Array {
  const segment = Buffer.alloc(36);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(34, 2);
  segment.write('Exif\0\0', 4, 'latin1');
  segment.write('MM', 10, 'latin1');
  segment.writeUInt16BE(42, 12);
  segment.writeUInt32BE(8, 14);
  segment.writeUInt16BE(1, 18);
  segment.writeUInt16BE(ORIENTATION, 20);
  segment.writeUInt16BE(3, 22);
  segment.writeUInt32BE(1, 24);
  segment.writeUInt16BE(orientation, 28);
  return segment;
}
