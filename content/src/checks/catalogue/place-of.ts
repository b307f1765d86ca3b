import { isTextFile } from '../../source-files.ts';
import type { CheckedItem } from './checked-item.ts';

/** The position of a name in quotes in an item's files; the item's own file when it has none. */
export function placeOf(
  name: string,
  { files, file }: Pick<CheckedItem, 'files' | 'file'>,
): {
  file: string;
  line: number;
} {
  const wanted = Buffer.from(JSON.stringify(name));
  const names = [file, ...[...files.keys()].filter((other) => other !== file && isTextFile(other)).sort()];
  for (const one of names) {
    const bytes = Buffer.from(files.get(one) ?? []);
    const at = bytes.indexOf(wanted);
    if (at !== -1) return { file: one, line: bytes.toString('latin1', 0, at).split('\n').length };
  }
  return { file, line: 1 };
}
