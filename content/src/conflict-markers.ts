import type { Finding } from '@academy/contract/findings';
import { closesFence, type FenceState, openedFence } from '@academy/contract/rules/code-fences';
import { isTextFile, type SourceFiles } from './source-files.ts';

/** The lines with which git marks a conflict: ours, an optional common base, theirs. */
const MARKERS = { begin: /^<{7}(?: |$)/, middle: /^={7}$/, end: /^>{7}(?: |$)/ };

/**
 * Unresolved git conflicts in texts: fatal, but only a warning inside a code block, because a lesson may be about them.
 */
export function conflictMarkers(files: SourceFiles): Finding[] {
  const decoder = new TextDecoder();
  return [...files].flatMap(([file, bytes]) =>
    isTextFile(file)
      ? conflictsOf(decoder.decode(bytes), file.endsWith('.md')).map(({ line, isCode }) =>
          findingOf(file, line, isCode),
        )
      : [],
  );
}

function conflictsOf(text: string, isMarkdown: boolean): { line: number; isCode: boolean }[] {
  if (!text.includes('<<<<<<<')) return [];
  const found: { line: number; isCode: boolean }[] = [];
  let fence: FenceState | null = null;
  let open: { line: number; isCode: boolean; hasMiddle: boolean } | null = null;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (MARKERS.begin.test(line)) open = { line: at + 1, isCode: fence !== null, hasMiddle: false };
    else if (open !== null && MARKERS.middle.test(line)) open.hasMiddle = true;
    else if (open?.hasMiddle === true && MARKERS.end.test(line)) {
      found.push(open);
      open = null;
    } else if (isMarkdown) fence = fence === null ? openedFence(line) : closesFence(line, fence) ? null : fence;
  }
  return found;
}

function findingOf(file: string, line: number, isCode: boolean): Finding {
  const message = isCode
    ? 'this code holds a conflict that git marked; remove the markers unless the text is about them'
    : 'git left a conflict here; keep what is right, remove the lines <<<<<<<, ======= and >>>>>>>, and commit';
  return { file, line, severity: isCode ? 'warning' : 'fatal', code: 'conflict-markers', message };
}
