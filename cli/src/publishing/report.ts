import { join, relative, sep } from 'node:path';
import type { FoundItem } from '@academy/content/found-item';
import { type Finding, formatFinding, OF_THE_PUBLISH } from '@academy/contract/findings';
import { EXIT, type Style, type Terminal } from '../command.ts';
import { printable } from '../table.ts';

/** Result for one item, for people and as JSON. */
export interface ItemReport {
  kind: string;
  /** The id, or the path of its file when it has none. */
  id: string;
  tenantId: string | null;
  /** `refused`: it was only checked, and a publish would skip it. */
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped' | 'checked' | 'refused' | 'drafted' | 'kept';
  version: number | null;
  /** Files are relative to the folder in which the command was run. */
  findings: Finding[];
  /** The other source of an item that was kept. */
  from?: string;
  /** Link to the draft that got it; left out where it was published. */
  draftUrl?: string;
}

/** Makes paths of findings relative to the author's folder, so that terminals can link them. */
export function placeFindings(
  findings: readonly Finding[],
  { root, parts }: Pick<FoundItem, 'root' | 'parts'>,
  cwd: string,
): Finding[] {
  const places = new Map((parts ?? []).map(({ file, from }) => [file, from]));
  const placed = (file: string) => {
    // A fetched image has no file on this disk.
    if (file.startsWith('@')) return file;
    return relative(cwd, places.get(file) ?? join(root, file))
      .split(sep)
      .join('/');
  };
  return findings.map((finding) => ({ ...finding, file: placed(finding.file) }));
}

const STYLES: Readonly<Record<ItemReport['outcome'] | Finding['severity'], Style>> = {
  created: 'green',
  updated: 'green',
  checked: 'green',
  unchanged: 'dim',
  drafted: 'yellow',
  kept: 'yellow',
  skipped: 'red',
  refused: 'red',
  fatal: 'red',
  error: 'red',
  warning: 'yellow',
};

/** One line for the item and one for each finding, in the form of `formatFinding`. */
export function itemLines(item: ItemReport, paint: Terminal['paint'], note = ''): string[] {
  const version = item.version === null ? '' : ` (version ${item.version})`;
  const head = `${item.outcome} ${item.kind} ${item.id}${item.tenantId === null ? '' : ` in ${item.tenantId}`}${version}${item.from === undefined ? '' : `, published from ${item.from}`}${note}`;
  const lines: [Style, string][] = [
    [STYLES[item.outcome], printable(head)],
    ...item.findings.map((finding): [Style, string] => [STYLES[finding.severity], printable(formatFinding(finding))]),
  ];
  return lines.map(([style, line]) => paint?.(style, line) ?? line);
}

function totalsOf(items: readonly ItemReport[]) {
  const outcomes = { created: 0, updated: 0, unchanged: 0, skipped: 0, checked: 0, refused: 0, drafted: 0, kept: 0 };
  const severities = { fatal: 0, error: 0, warning: 0 };
  for (const item of items) {
    outcomes[item.outcome] += 1;
    for (const finding of item.findings) severities[finding.severity] += 1;
  }
  return { items: items.length, ...outcomes, ...severities };
}

/** `1 finding`, `2 findings`. */
export const counted = (count: number, name: string): string => `${count} ${count === 1 ? name : `${name}s`}`;

/** Prints the end of the report and returns the exit status. */
export function finish(
  items: readonly ItemReport[],
  options: { json: boolean; strict: boolean },
  terminal: Terminal,
): number {
  const totals = totalsOf(items);
  const drafts = new Map(items.flatMap(({ tenantId, draftUrl }) => (draftUrl ? [[tenantId, draftUrl] as const] : [])));
  if (options.json) {
    const links = [...drafts].map(([tenantId, url]) => ({ tenantId, url }));
    terminal.out(JSON.stringify({ items, totals, ...(links.length > 0 ? { drafts: links } : {}) }));
  } else {
    const counts = (['checked', 'refused', 'created', 'updated', 'unchanged', 'drafted', 'kept', 'skipped'] as const)
      .filter((name) => totals[name] > 0)
      .map((name) => `${totals[name]} ${name}`);
    const { fatal, error, warning } = totals;
    const line = `${counted(totals.items, 'item')}: ${counts.join(', ')}; ${fatal} fatal, ${counted(error, 'error')}, ${counted(warning, 'warning')}`;
    terminal.out(terminal.paint?.('bold', line) ?? line);
    for (const [tenantId, url] of drafts) terminal.out(`Draft in ${tenantId}: ${url}`);
  }
  const told = items.flatMap(({ findings }) => findings).filter(({ code }) => OF_THE_PUBLISH.has(code)).length;
  const warnings = options.strict ? totals.warning - told : 0;
  const bad = totals.fatal + totals.error + warnings + totals.skipped + totals.refused + totals.kept;
  return bad > 0 ? EXIT.failed : EXIT.ok;
}
