import { csvSeparator } from '@academy/contract/i18n/csv-separator';
import type { ImportResult } from '@academy/contract/people-import';
import { stringify } from 'csv-stringify/browser/esm/sync';

/** What became of each row as a CSV file, in the order of the lines; no cell is taken for a formula. */
export function resultsFile(results: readonly ImportResult[]): string {
  const rows = results
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, email, outcome, message }) => [line, email, outcome, message ?? '']);
  return stringify([['Line', 'E-mail', 'Outcome', 'What'], ...rows], {
    bom: true,
    delimiter: csvSeparator(),
    record_delimiter: 'windows',
    escape_formulas: true,
  });
}
