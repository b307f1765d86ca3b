import type { FindingList } from './finding-list.ts';
import type { SourceFiles } from './source-files.ts';
import { withoutSettings } from './text-settings.ts';
import { decode, type TextSource } from './text-source.ts';

/**
 * Reads a text file: UTF-8, without byte order mark, `\n` as line end, without the settings of other tools at its head.
 * Null when the file is missing or contains only white space, which are equivalent.
 */
export function readText(files: SourceFiles, file: string, findings: FindingList): TextSource | null {
  const bytes = files.get(file);
  if (bytes === undefined) return null;
  const text = withoutSettings(decode(bytes, file, findings), file, files, findings);
  return text.trim() === '' ? null : { file, text };
}
