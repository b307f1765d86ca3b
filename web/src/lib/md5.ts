const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32));

/** MD5 of a text (UTF-8) as 32 hexadecimal digits (RFC 1321). A key for caches, no protection of anything. */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) << 6) + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, (bytes.length << 3) >>> 0, true);
  view.setUint32(padded.length - 4, Math.floor(bytes.length / 2 ** 29), true);

  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let step = 0; step < 64; step += 1) {
      const round = step >> 4;
      const [mixed, word] =
        round === 0
          ? [(b & c) | (~b & d), step]
          : round === 1
            ? [(d & b) | (~d & c), (5 * step + 1) & 15]
            : round === 2
              ? [b ^ c ^ d, (3 * step + 5) & 15]
              : [c ^ (b | ~d), (7 * step) & 15];
      const sum = (a + mixed + (SINES[step] ?? 0) + view.getUint32(block + word * 4, true)) | 0;
      const shift = SHIFTS[round * 4 + (step & 3)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [index, value] of [a0, b0, c0, d0].entries()) digest.setUint32(index * 4, value, true);
  return Array.from(new Uint8Array(digest.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
