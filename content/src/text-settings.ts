import type { FindingList } from './finding-list.ts';
import { frontMatterIn } from './front-matter.ts';
import { type JsonNode, plainValue, readJson } from './json-source.ts';
import type { SourceFiles } from './source-files.ts';
import { shortened } from './text-source.ts';

/** The files that hold the settings of the texts beside them. */
const SETTINGS_FILES: readonly string[] = [
  'lesson.json',
  'module.json',
  'guide.json',
  'page.json',
  'course.template.json',
  'course.json',
  'path.json',
  'test.json',
  'instructor.json',
];

/** Where readers of site generators' settings look for the same here. */
const OWN_FORMS: readonly [names: RegExp, form: string][] = [
  [/^(?:description|summary|excerpt)$/i, 'a description stands in description.md'],
  [/(?:^weight|order|position)$/i, 'the order is that of the numbers of folders'],
  [/^(?:tags|categories|keywords)$/i, '"topics" of the course or guide are its topics'],
  [/^(?:draft|published|hidden|unlisted)$/i, '"status" says who can see it'],
  [/^authors?$/i, '"instructors" are its authors'],
];
const MAX_NAMES = 8;
/** Two settings or more, or one with a usual name, without the line that closes them; or an object of JSON. */
const OPEN_SETTINGS =
  /^\s*(?:(?:---|\+\+\+)[ \t]*\n(?:(?:[A-Za-z_][\w.-]*[ \t]*[:=][ \t][^\n]*\n){2,}|(?:title|id|slug|layout|weight|draft|date|tags|sidebar_\w+)[ \t]*[:=][ \t][^\n]*\n)\s*\n|\{[ \t]*\n\s*"[\w-]{1,40}"[ \t]*:)/;

/**
 * Takes the settings of other tools (front matter) off the head of a text: the JSON file beside it has the settings. The
 * lines of the text stay the same. Settings that say the same as the JSON file are left out silently.
 */
export function withoutSettings(text: string, file: string, files: SourceFiles, findings: FindingList): string {
  // Nearly all texts end here.
  if (!/^\s*(?:---[ \t]*\n|\+\+\+[ \t]*\n|\{)/.test(text)) return text;
  const head = frontMatterIn(text);
  if (head === null && OPEN_SETTINGS.test(text)) {
    const message = `begins with settings that are shown as text, because their end is missing or their form is JSON; settings stand in ${settingsFile(file, files)?.name ?? 'the JSON file'}. Delete them`;
    findings.warning('front-matter-shown', file, text.split('\n').findIndex((line) => line.trim() !== '') + 1, message);
  }
  if (head === null || !looksLikeSettings(head.source, head.form)) return text;
  if (!head.result.ok) {
    const message = `the settings at the head cannot be read (${head.result.message}) and are left out; settings stand in ${settingsFile(file, files)?.name ?? 'the JSON file'}`;
    findings.warning('front-matter-left-out', file, head.result.line, message);
  } else report(head.result.documents[0], file, files, findings);
  return head.rest;
}

/** Whether each line at the margin is a name with a value: a text may also begin with a rule. */
function looksLikeSettings(source: string, form: 'yaml' | 'toml'): boolean {
  const name = form === 'yaml' ? /^(?:[A-Za-z_][\w.-]*[ \t]*:(?:[ \t]|$)|[-#\]}])/ : /^(?:[\w."'-]+[ \t]*=|[#[\]}])/;
  const lines = source.split('\n').filter((line) => /^\S/.test(line));
  return lines.every((line) => name.test(line)) && (lines.length === 0 || lines.some((line) => /^\w/.test(line)));
}

function report(node: JsonNode | undefined, file: string, files: SourceFiles, findings: FindingList): void {
  if (node?.kind !== 'object') return;
  const settings = settingsFile(file, files);
  const where = settings?.name ?? 'the JSON file';
  const others: string[] = [];
  for (const [name, value] of node.fields) {
    const own = settings?.fields.get(name);
    if (own === undefined) {
      others.push(name);
    } else if (JSON.stringify(plainValue(own)) !== JSON.stringify(plainValue(value))) {
      const message = `"${shortened(name, 40)}" says something else in ${where}, which counts; delete it here`;
      findings.warning('front-matter-conflict', file, value.line, message);
    }
  }
  const [first] = others;
  if (first === undefined) return;
  const listed = others.slice(0, MAX_NAMES).map((name) => `"${shortened(name, 40)}"`);
  const more = others.length > MAX_NAMES ? ` and ${others.length - MAX_NAMES} more` : '';
  const forms = OWN_FORMS.filter(([names]) => others.some((name) => names.test(name))).map(([, form]) => form);
  const message = `${listed.join(', ')}${more} at the head of the text ${others.length === 1 ? 'is' : 'are'} left out: settings stand in ${where}${forms.map((form) => `; ${form}`).join('')}`;
  findings.warning('front-matter-left-out', file, node.fields.get(first)?.line ?? 1, message);
}

function settingsFile(file: string, files: SourceFiles): { name: string; fields: Map<string, JsonNode> } | null {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const name = SETTINGS_FILES.find((one) => files.has(folder + one));
  const bytes = name === undefined ? undefined : files.get(folder + name);
  if (name === undefined || bytes === undefined) return null;
  // What is wrong with the file is reported where it is read.
  const read = readJson(new TextDecoder().decode(bytes));
  return { name, fields: read.ok && read.node.kind === 'object' ? read.node.fields : new Map() };
}
