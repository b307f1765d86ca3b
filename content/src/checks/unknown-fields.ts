import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { FILE_TABLES, fieldNames } from '../file-tables/file-table.ts';
import { FindingList } from '../finding-list.ts';
import { type JsonNode, readJson } from '../json-source.ts';
import type { SourceFiles } from '../source-files.ts';
import { fillTemplate, isTemplate } from '../template-variables.ts';
import { decode, shortened } from '../text-source.ts';

const KNOWN = new Map(Object.keys(FILE_TABLES).map((kind) => [kind, fieldNames(kind as keyof typeof FILE_TABLES)]));

/**
 * Fields that nothing reads. They are kept and ignored when content is published: an author who writes "entitlement" wanted
 * to lock something.
 *
 * @param file the item's own file
 */
export function unknownFields(kind: ContentKind, files: SourceFiles, file: string): Finding[] {
  const findings = new FindingList();
  for (const [name, bytes] of files) {
    const what = name === file ? kind : kind === 'course' ? /\/(lesson|module)\.json$/.exec(name)?.[1] : undefined;
    const known = what === undefined || !name.endsWith('.json') ? undefined : KNOWN.get(what);
    if (known === undefined) continue;
    // Trouble with the file itself is told when it is read.
    const text = decode(bytes, name, new FindingList());
    const json = readJson(isTemplate(name) ? fillTemplate(text, {}, name) : text);
    if (json.ok) visit(json.node, '', { known, file: name, findings });
  }
  return findings.list();
}

interface Visit {
  known: ReadonlySet<string>;
  file: string;
  findings: FindingList;
}

function visit(node: JsonNode, path: string, terms: Visit): void {
  if (node.kind === 'array') for (const item of node.items) visit(item, `${path}[]`, terms);
  if (node.kind !== 'object') return;
  const { known, file, findings } = terms;
  for (const [name, field] of node.fields) {
    const prefix = path === '' ? '' : `${path}.`;
    // The deployment trace has names of its own (content-format 4.1).
    if (`${prefix}${name}`.startsWith('settings.debug.')) continue;
    if (known.has(`${prefix}${name}`)) {
      visit(field, `${prefix}${name}`, terms);
      continue;
    }
    const meant = [...known].find((one) => one.startsWith(prefix) && isNearly(name, one.slice(prefix.length)));
    const advice = meant === undefined ? 'Correct its name or remove it' : `Did you mean "${meant}"?`;
    const message = `"${shortened(`${prefix}${name}`, 80)}" is no field of this file; nothing reads it. ${advice}`;
    findings.warning('field-unknown', file, field.line, message);
  }
}

/** True for names that differ in case, or in one letter more, less, other or exchanged; short names are too many things. */
function isNearly(name: string, known: string): boolean {
  if (known.length < 4 || name.length > 40) return false;
  const [a, b] = [name.toLowerCase(), known.toLowerCase()];
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  const isExchanged = restA.slice(0, 2) === [...restB.slice(0, 2)].reverse().join('');
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isExchanged && restA.slice(2) === restB.slice(2))
  );
}
