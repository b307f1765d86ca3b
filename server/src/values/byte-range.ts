/** A part of a file, in bytes. */
export interface ByteRange {
  from: number;
  length: number;
}

/**
 * The single range that a `Range` header asks for.
 *
 * @returns null: the whole file (no header, several ranges, or an unknown unit); `unsatisfiable`: beyond its end
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, length };
  }
  const from = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { from, length: end - from + 1 };
}
