/** Encodings in which a file can be read; names as `TextDecoder` knows them, and `cp850`, which it does not know. */
export const FILE_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-15',
  'macintosh',
  'cp850',
] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

/** Encodings of which each file is a text: bytes do not say which of them it is, only its reader does. */
export const LEGACY_ENCODINGS = FILE_ENCODINGS.slice(3);

export interface FileText {
  text: string;
  encoding: FileEncoding;
  /** True where the bytes do not say the encoding: a person has to look at the letters. */
  isGuess: boolean;
}

/** Upper half of CP850, which Excel writes as “CSV (MS-DOS)” in Western Europe. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const decode = (bytes: Uint8Array, encoding: FileEncoding): string =>
  encoding === 'cp850'
    ? Array.from(bytes, (byte) => CP850[byte - 128] ?? String.fromCharCode(byte)).join('')
    : new TextDecoder(encoding).decode(bytes);

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

/**
 * The text of a file. A byte order mark decides; without one UTF-8 is tried, then UTF-16 where half of the bytes are zero.
 * Other files are read as Windows-1252, which spreadsheets write in Western Europe, and marked as a guess. Bytes that
 * contradict the mark become U+FFFD.
 *
 * @param encoding chosen by a person, where the bytes do not say it
 * @returns null for a file that is no text
 */
export function textOfFile(bytes: Uint8Array, encoding?: FileEncoding): FileText | null {
  const read = (as: FileEncoding, isGuess: boolean): FileText => ({
    text: decode(bytes, as),
    encoding: as,
    isGuess,
  });
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return read('utf-8', false);
  if (startsWith(bytes, 0xff, 0xfe)) return read('utf-16le', false);
  if (startsWith(bytes, 0xfe, 0xff)) return read('utf-16be', false);
  if (bytes.includes(0)) {
    const wide = unmarkedUtf16(bytes);
    return wide === null ? null : read(wide, false);
  }
  if (encoding !== undefined) return read(encoding, LEGACY_ENCODINGS.includes(encoding));
  return isUtf8(bytes) ? read('utf-8', false) : read('windows-1252', true);
}

/** UTF-16 without a byte order mark: with letters of ASCII, every second byte is zero. */
function unmarkedUtf16(bytes: Uint8Array): FileEncoding | null {
  if (bytes.length % 2 !== 0) return null;
  const zeros = (rest: number) => bytes.reduce((count, byte, at) => count + (byte === 0 && at % 2 === rest ? 1 : 0), 0);
  const [even, odd] = [zeros(0), zeros(1)];
  if (even > 0 && odd > 0) return null;
  return Math.max(even, odd) * 4 < bytes.length ? null : even > odd ? 'utf-16be' : 'utf-16le';
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** The first line, from 1, that holds bytes that are not UTF-8; null: there is none. Lines end with LF, CR LF or CR. */
export function firstLineNotUtf8(bytes: Uint8Array): number | null {
  if (isUtf8(bytes)) return null;
  const [cr, lf] = [13, 10];
  let line = 1;
  let from = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== lf && (byte !== cr || bytes[at + 1] === lf)) continue;
    // No character of several bytes holds a line end, so each line is UTF-8 by itself or not at all.
    if (!isUtf8(bytes.subarray(from, at))) return line;
    line += 1;
    from = at + 1;
  }
  return line;
}

/** Stands where letters were lost because bytes were read in a wrong encoding. */
export const LOST_LETTER = '\ufffd';

/** What tools take UTF-8 for most often. */
const MISREAD: readonly FileEncoding[] = ['windows-1252', 'macintosh'];

/** Byte of each character of Windows-1252; control characters, which Latin-1 has in the same place, are themselves. */
const bytesOfWestern = (): Map<string, number> => {
  const bytes = Uint8Array.from({ length: 256 }, (_, code) => code);
  const characters = [...new TextDecoder('windows-1252').decode(bytes)];
  return new Map(
    [...bytes].flatMap((code) => [
      [String.fromCharCode(code), code],
      [characters[code] ?? '', code],
    ]),
  );
};

/**
 * A letter of Latin languages in UTF-8, two bytes, read as another encoding. In these encodings hardly any name has such
 * a pair.
 */
const misreadPair = (encoding: FileEncoding): RegExp => {
  const between = (first: number, last: number) =>
    decode(
      Uint8Array.from({ length: last - first + 1 }, (_, at) => first + at),
      encoding,
    );
  return new RegExp(`[${between(0xc3, 0xc5)}][${between(0x80, 0xbf)}]`);
};

/**
 * Whether a text is UTF-8 that was read in another encoding, as a whole (`JÃ¶rg` for `Jörg`) or in a part of it
 * (`Jörg KÃ¼hn`).
 */
export function isMisreadUtf8(text: string): boolean {
  if (/^[\0-\x7f]*$/.test(text)) return false;
  const codes = bytesOfWestern();
  const bytes = [...text].map((character) => codes.get(character));
  if (bytes.every((code) => code !== undefined) && isUtf8(Uint8Array.from(bytes as number[]))) return true;
  return MISREAD.some((encoding) => misreadPair(encoding).test(text));
}
