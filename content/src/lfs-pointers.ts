import type { Finding } from '@academy/contract/findings';
import { FindingList } from './finding-list.ts';
import { pointerTrouble } from './lfs-pointer.ts';
import { isTextFile, type SourceFiles } from './source-files.ts';

/** Texts of which git holds only a pointer would be shown as that; pictures and downloads are told where they are used. */
export function lfsPointers(files: SourceFiles): Finding[] {
  const findings = new FindingList();
  for (const [file, bytes] of files) {
    const trouble = isTextFile(file) ? pointerTrouble(bytes) : null;
    if (trouble !== null) findings.fatal('lfs-pointer', file, 1, trouble);
  }
  return findings.list();
}
