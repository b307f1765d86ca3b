import { relative } from 'node:path';
import { type Finding, formatFinding } from '@academy/contract/findings';
import { EXIT, type Terminal } from '../command.ts';
import { printable } from '../table.ts';

/** What became of one item, for people and machines. */
export interface ItemReport {
  kind: string;
  /** The id, or the path of its file when it has none. */
  id: string;
  tenantId: string | null;
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped' | 'checked';
  version: number | null;
  /** Files are relative to the folder that the command was called in. */
  findings: Finding[];
}

/** Makes paths of findings good for a click: relative to where the author is. */
export function placeFindings(findings: readonly Finding[], root: string, cwd: string): Finding[] {
  const prefix = relative(cwd, root);
  return findings.map((finding) => ({ ...finding, file: prefix === '' ? finding.file : `${prefix}/${finding.file}` }));
}

/** One line for the item and one for each finding (content-format 14.2). */
export function itemLines(item: ItemReport, note = ''): string[] {
  const version = item.version === null ? '' : ` (version ${item.version})`;
  const head = `${item.outcome} ${item.kind} ${item.id}${item.tenantId === null ? '' : ` in ${item.tenantId}`}${version}${note}`;
  return [head, ...item.findings.map(formatFinding)].map(printable);
}

function totalsOf(items: readonly ItemReport[]) {
  const outcomes = { created: 0, updated: 0, unchanged: 0, skipped: 0, checked: 0 };
  const severities = { fatal: 0, error: 0, warning: 0 };
  for (const item of items) {
    outcomes[item.outcome] += 1;
    for (const finding of item.findings) severities[finding.severity] += 1;
  }
  return { items: items.length, ...outcomes, ...severities };
}

/** Prints the end of the report and returns the exit status. */
export function finish(
  items: readonly ItemReport[],
  options: { json: boolean; strict: boolean },
  terminal: Terminal,
): number {
  const totals = totalsOf(items);
  if (options.json) terminal.out(JSON.stringify({ items, totals }));
  else {
    const counts = (['checked', 'created', 'updated', 'unchanged', 'skipped'] as const)
      .filter((name) => totals[name] > 0)
      .map((name) => `${totals[name]} ${name}`);
    const { fatal, error, warning } = totals;
    terminal.out(
      `${totals.items} ${totals.items === 1 ? 'item' : 'items'}: ${counts.join(', ')}; ${fatal} fatal, ${error} errors, ${warning} warnings`,
    );
  }
  const bad = totals.fatal + totals.error + (options.strict ? totals.warning : 0) + totals.skipped;
  return bad > 0 ? EXIT.failed : EXIT.ok;
}
