import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { isNearly } from '@academy/contract/rules/near-names';
import { FILE_TABLES, fieldNames } from '../file-tables/file-table.ts';
import { FindingList } from '../finding-list.ts';
import { type JsonNode, readJson } from '../json-source.ts';
import type { SourceFiles } from '../source-files.ts';
import { fillTemplate, isTemplate } from '../template-variables.ts';
import { decode, shortened } from '../text-source.ts';

const KNOWN = new Map(Object.keys(FILE_TABLES).map((kind) => [kind, fieldNames(kind as keyof typeof FILE_TABLES)]));

/**
 * Fields that nothing reads. They are stored and ignored when content is published: an author who writes "entitlement"
 * meant to lock something.
 *
 * @param file the item's own file
 */
export function unknownFields(kind: ContentKind, files: SourceFiles, file: string): Finding[] {
  const findings = new FindingList();
  for (const [name, bytes] of files) {
    const what = name === file ? kind : kind === 'course' ? /\/(lesson|module)\.json$/.exec(name)?.[1] : undefined;
    const known = what === undefined || !name.endsWith('.json') ? undefined : KNOWN.get(what);
    if (known === undefined) continue;
    // Problems of the file itself are reported when it is read.
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
    // Fields of the deployment trace have other names, which nothing reads.
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
