import type { ImportResult } from '@academy/contract/people-import';
import { importTexts } from './import-texts.ts';

/** What rows are listed by: their outcome, and separately those that would lose something. */
export type ImportGroup = ImportResult['outcome'] | 'lowers';

/** Titles of the groups, before and after the import; the most important group first. */
export const groupTitles = (): Readonly<Record<ImportGroup, { before: string; after: string }>> => ({
  error: { before: importTexts.withErrors, after: importTexts.withErrors },
  lowers: { before: importTexts.wouldLose, after: importTexts.lost },
  created: { before: importTexts.toBeAdded, after: importTexts.added },
  updated: { before: importTexts.toBeChanged, after: importTexts.changed },
  unchanged: { before: importTexts.unchanged, after: importTexts.unchanged },
});

const groupOf = ({ outcome, lowers }: ImportResult): ImportGroup =>
  outcome === 'updated' && lowers ? 'lowers' : outcome;

/** The results of an import by group; a group without rows is empty. */
export function importGroups(results: readonly ImportResult[]): Readonly<Record<ImportGroup, readonly ImportResult[]>> {
  const groups = Map.groupBy(results, groupOf);
  const rowsOf = (group: ImportGroup) => groups.get(group) ?? [];
  return {
    error: rowsOf('error'),
    lowers: rowsOf('lowers'),
    created: rowsOf('created'),
    updated: rowsOf('updated'),
    unchanged: rowsOf('unchanged'),
  };
}

/** How many people an import changes. @param mayLower whether rows that take something away are included */
export const changesOf = ({ created, updated, lowers }: ReturnType<typeof importGroups>, mayLower: boolean): number =>
  created.length + updated.length + (mayLower ? lowers.length : 0);

/** Addresses of the people who become administrators. @param mayLower whether rows that take something away are included */
export const raisedBy = ({ created, updated, lowers }: ReturnType<typeof importGroups>, mayLower: boolean): string[] =>
  [...created, ...updated, ...(mayLower ? lowers : [])].filter(({ raises }) => raises).map(({ email }) => email);

/** The result in one sentence, before and after the import. */
export function importSummary(groups: ReturnType<typeof importGroups>, isDone: boolean): string {
  const { created, updated, unchanged, error, lowers } = groups;
  const counts = {
    created: created.length,
    updated: updated.length,
    unchanged: unchanged.length,
    error: error.length,
    lowers: lowers.length,
  };
  return isDone ? importTexts.summaryDone(counts) : importTexts.summary(counts);
}
