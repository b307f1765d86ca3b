import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { FindingList } from '../finding-list.ts';
import { type JsonNode, readJson } from '../json-source.ts';
import type { SourceFiles } from '../source-files.ts';
import { fillTemplate, isTemplate } from '../template-variables.ts';
import { decode, shortened } from '../text-source.ts';

const NAMES = 'id slug title status settings';
const VIDEO =
  'settings.vimeo settings.brightcove settings.youtube settings.video settings.vimeoAutocomplete settings.brightcoveAutocomplete';
const LAB = 'settings.educates settings.labType settings.labUrl';

/** The fields of each file, content-format section 4 and our own; `[]` stands for the entries of a list. */
const FIELDS: Readonly<Record<string, string>> = {
  course: `${NAMES} order level topics entitlements instructors settings.thumbnail settings.pro ${LAB}`,
  module: `${NAMES} type duration parentId parent settings.manualCompletion`,
  lesson: `${NAMES} type duration entitlements instructors parentId parent moduleId module settings.manualCompletion settings.links settings.links[].text settings.links[].url ${VIDEO} ${LAB}`,
  guide: `${NAMES} type duration level topics entitlements instructors settings.manualCompletion ${VIDEO} ${LAB}`,
  instructor:
    'id slug name status settings settings.avatar settings.credentials settings.github settings.linkedin settings.twitter settings.website',
  path: `${NAMES} order level topics steps steps[].type steps[].id`,
  test: `${NAMES} order entitlements`,
  page: NAMES,
  tags: '[].slug [].name [].type',
};

const KNOWN = new Map(Object.entries(FIELDS).map(([kind, fields]) => [kind, new Set(fields.split(' '))]));

/**
 * Fields that nothing reads: mostly a slip of the pen. They are ignored when content is published, so this is told only
 * to those who ask for it (`--strict`).
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
    if (json.ok) visit(json.node, '', known, name, findings);
  }
  return findings.list();
}

function visit(node: JsonNode, path: string, known: ReadonlySet<string>, file: string, findings: FindingList): void {
  if (node.kind === 'array') for (const item of node.items) visit(item, `${path}[]`, known, file, findings);
  if (node.kind !== 'object') return;
  for (const [name, field] of node.fields) {
    const full = path === '' ? name : `${path}.${name}`;
    // The deployment trace has names of its own (content-format 4.1).
    if (full.startsWith('settings.debug.')) continue;
    if (known.has(full)) {
      visit(field, full, known, file, findings);
      continue;
    }
    const message = `"${shortened(full, 80)}" is no field of this file; nothing reads it. Correct its name or remove it`;
    findings.warning('field-unknown', file, field.line, message);
  }
}
