import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** Unchanged lines around a change. */
const CONTEXT = 3;
/** Finding more changed lines than this takes too long: the patch then replaces the whole text. */
const MAX_CHANGES = 1_000;

/**
 * The difference of two texts as a unified diff.
 *
 * @param before null for a file that did not exist
 * @param after null for a file that does not exist any more
 * @returns no lines when both are the same
 */
export function unifiedDiff(file: string, before: string | null, after: string | null): string[] {
  if (before === after) return [];
  const [oldName, newName] = [before === null ? '/dev/null' : `a/${file}`, after === null ? '/dev/null' : `b/${file}`];
  const [oldText, newText] = [before ?? '', after ?? ''];
  const options = { context: CONTEXT, maxEditLength: MAX_CHANGES, headerOptions: FILE_HEADERS_ONLY };
  const patch =
    createTwoFilesPatch(oldName, newName, oldText, newText, undefined, undefined, options) ??
    replacement(oldName, newName, oldText, newText);
  return patch.split('\n').slice(0, -1);
}

/** The patch that removes all lines of one text and adds all of the other. */
function replacement(oldName: string, newName: string, oldText: string, newText: string): string {
  const removed = structuredPatch(oldName, newName, oldText, '').hunks[0];
  const added = structuredPatch(oldName, newName, '', newText).hunks[0];
  const hunk = {
    ...{ oldStart: 1, oldLines: removed?.oldLines ?? 0, newStart: 1, newLines: added?.newLines ?? 0 },
    lines: [...(removed?.lines ?? []), ...(added?.lines ?? [])],
  };
  const names = { oldFileName: oldName, newFileName: newName, oldHeader: undefined, newHeader: undefined };
  return formatPatch({ ...names, hunks: [hunk] }, FILE_HEADERS_ONLY);
}
