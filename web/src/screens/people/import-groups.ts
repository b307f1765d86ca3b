import type { ImportResult } from '@academy/contract/people-import';

/** What rows are listed by: their outcome, and separately those that would lose something. */
export type ImportGroup = ImportResult['outcome'] | 'lowers';

/** Titles of the groups, before and after the import; the most important group first. */
export const IMPORT_GROUPS: Readonly<Record<ImportGroup, { before: string; after: string }>> = {
  error: { before: 'With errors', after: 'With errors' },
  lowers: { before: 'Would lose something', after: 'Lost something' },
  created: { before: 'To be added', after: 'Added' },
  updated: { before: 'To be changed', after: 'Changed' },
  unchanged: { before: 'Unchanged', after: 'Unchanged' },
};

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

/** The result in one sentence, before and after the import. */
export function importSummary(groups: ReturnType<typeof importGroups>, isDone: boolean): string {
  const { created, updated, unchanged, error, lowers } = groups;
  const parts = [
    `${created.length} ${isDone ? 'added' : 'to be added'}`,
    `${updated.length} ${isDone ? 'changed' : 'to be changed'}`,
    `${unchanged.length} unchanged`,
    `${error.length} with errors`,
  ];
  if (lowers.length > 0) parts.push(`${lowers.length} ${isDone ? 'lost something' : 'would lose something'}`);
  return `${parts.join(', ')}.`;
}
