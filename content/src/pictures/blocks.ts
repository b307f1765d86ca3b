/** A part of a PNG or WebP file: its four-letter name and position, header and checksum included. */
export interface Chunk {
  name: string;
  from: number;
  to: number;
}

/** The chunks of a PNG, as far as they are complete. */
export function pngChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const to = at + 12 + view.getUint32(at);
    if (to > bytes.length) break;
    const name = latin1(bytes, at + 4, 4);
    chunks.push({ name, from: at, to });
    if (name === 'IEND') break;
    at = to;
  }
  return chunks;
}

/** The chunks of a WebP file, as far as they are complete. */
export function webpChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const to = at + 8 + size + (size % 2);
    // Some programs leave out the padding of the last chunk.
    if (at + 8 + size > bytes.length) break;
    chunks.push({ name: latin1(bytes, at, 4), from: at, to: Math.min(to, bytes.length) });
    at = to;
  }
  return chunks;
}

/** Number of frames of a GIF (two stand for "more than one") and whether the file is complete. */
export function gifFrames(bytes: Uint8Array): { frames: number; ended: boolean } {
  const tableSize = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + tableSize(bytes[10] ?? 0);
  let frames = 0;
  const skipBlocks = () => {
    while ((bytes[at] ?? 0) !== 0) at += 1 + (bytes[at] ?? 0);
    at += 1;
  };
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return { frames, ended: true };
    if (kind === 0x21) {
      at += 2;
      skipBlocks();
    } else if (kind === 0x2c) {
      frames += 1;
      at += 10 + tableSize(bytes[at + 9] ?? 0) + 1;
      skipBlocks();
    } else {
      return { frames, ended: false };
    }
  }
  return { frames, ended: false };
}

export function latin1(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
