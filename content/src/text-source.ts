import { firstLineNotUtf8, textOfFile } from '@academy/contract/rules/text-encoding';
import type { FindingList } from './finding-list.ts';

/** A text of an item, with the file it was read from. */
export interface TextSource {
  file: string;
  text: string;
  /** Dialect of the text's shortcodes; by default the academy's own (`@@@`). */
  dialect?: 'hugo';
}

const lenient = new TextDecoder('utf-8');

export function decode(bytes: Uint8Array, file: string, findings: FindingList): string {
  const text = lenient.decode(bytes).replace(/\r\n?/g, '\n');
  const wrong = firstLineNotUtf8(bytes);
  if (textOfFile(bytes)?.encoding.startsWith('utf-16') === true)
    findings.error('text-not-utf8', file, 1, 'is saved as UTF-16; save the file as UTF-8');
  else if (wrong !== null)
    findings.error('text-not-utf8', file, wrong, 'holds bytes that are not UTF-8; save the file as UTF-8');
  else if (text.includes('\0')) {
    const line = text.slice(0, text.indexOf('\0')).split('\n').length;
    findings.error('text-not-utf8', file, line, 'holds zero bytes, which no text has; save the file as UTF-8');
  }
  return storable(text);
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
