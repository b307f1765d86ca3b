import type { FindingList } from './finding-list.ts';
import type { SourceFiles } from './source-files.ts';

/** A text of an item, with the file it was read from. */
export interface TextSource {
  file: string;
  text: string;
  /** Dialect of the text's shortcodes; by default the academy's own (`@@@`). */
  dialect?: 'hugo';
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/**
 * Reads a text file: UTF-8, without byte order mark, `\n` as line end. Null when the file is missing or contains only
 * white space, which are equivalent.
 */
export function readText(files: SourceFiles, file: string, findings: FindingList): TextSource | null {
  const bytes = files.get(file);
  if (bytes === undefined) return null;
  const text = decode(bytes, file, findings);
  return text.trim() === '' ? null : { file, text };
}

export function decode(bytes: Uint8Array, file: string, findings: FindingList): string {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    text = lenient.decode(bytes);
    findings.error('text-not-utf8', file, 1, 'holds bytes that are not UTF-8; save the file as UTF-8');
  }
  return storable(text.replace(/\r\n?/g, '\n'));
}

/** Text that every database accepts: no NUL, no unpaired surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** The first `length` characters at most, never half of a surrogate pair. */
export function shortened(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}
