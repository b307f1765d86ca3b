import type { FindingList } from '../../finding-list.ts';
import { skeletonSentences } from '../../skeletons.ts';
import type { SourceFiles } from '../../source-files.ts';
import { shortened } from '../../text-source.ts';

const SENTENCES = skeletonSentences();

/** Placeholder sentences of `content new` must be replaced before readers see them. */
export function checkSkeletonSentences(files: SourceFiles, findings: FindingList): void {
  for (const [file, bytes] of files) {
    if (!file.endsWith('.md')) continue;
    const lines = new TextDecoder().decode(bytes).split('\n');
    const left = lines.filter((line) => SENTENCES.has(line.trim()));
    const [first] = left;
    if (first === undefined) continue;
    const more = left.length > 1 ? ` (${left.length - 1} more in this text)` : '';
    const message = `"${shortened(first.trim(), 60)}" is what "content new" wrote for authors; write your own words${more}`;
    findings.warning('skeleton-sentence', file, lines.indexOf(first) + 1, message);
  }
}
