import { isNearly } from '@academy/contract/rules/near-names';
import { readProveSettings } from '@academy/contract/rules/prove-settings';
import type { WorkshopAction } from '../built-item.ts';
import { FindingList } from '../finding-list.ts';
import { parseYaml } from '../front-matter.ts';
import type { JsonNode, JsonObject } from '../json-source.ts';
import { shortened } from '../text-source.ts';
import { type ActionKind, ALL_TERMINALS, type FieldType } from './action-kind.ts';
import { ACTIONS, COMMON_FIELDS, REFUSED_ACTIONS } from './action-table.ts';
import { variablesInBraces } from './lab-variables.ts';

/** A fenced block of a lab page. */
export interface ActionBlock {
  /** The word after the fence. */
  word: string;
  /** The rest of that line. */
  rest: string;
  /** The text inside, with placeholders for variables. */
  body: string;
  file: string;
  /** Line of the opening marker. */
  line: number;
}

/** Old short forms, and their meaning; the body is plain text. */
const SHORT_FORMS: Readonly<Record<string, { name: string; field: string; session?: string }>> = {
  execute: { name: 'terminal:execute', field: 'command' },
  'execute-1': { name: 'terminal:execute', field: 'command', session: '1' },
  'execute-2': { name: 'terminal:execute', field: 'command', session: '2' },
  'execute-3': { name: 'terminal:execute', field: 'command', session: '3' },
  'execute-all': { name: 'terminal:execute-all', field: 'command' },
  copy: { name: 'workshop:copy', field: 'text' },
  'copy-and-edit': { name: 'workshop:copy-and-edit', field: 'text' },
};

/** Aliases from labs' own additions to their platform; those additions ignore settings that they do not know. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'x-terminal:focus': 'terminal:select' };

/** Names of older editions of the format. */
const OLD_NAMES: Readonly<Record<string, string>> = { 'dashboard:expose-dashboard': 'dashboard:open-dashboard' };

/** The old way to interrupt a terminal: this text instead of a command. */
const INTERRUPT = /^<ctrl[+-]c>$/i;

/** True for the word of a clickable action: namespaced, or an old short form. */
export function isActionWord(word: string): boolean {
  return Object.hasOwn(SHORT_FORMS, word) || /^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/.test(word);
}

/** The name of a known action that a word in other case would be; null for none. */
export function actionInSmallLetters(word: string): string | null {
  const name = word.toLowerCase();
  return name !== word && (ACTIONS.has(name) || REFUSED_ACTIONS.has(name)) ? name : null;
}

/** The action that a word may mean: another spelling of one, or its name in another group. */
export function nearAction(word: string): string | null {
  const names = [...ACTIONS.keys(), ...Object.keys(SHORT_FORMS)];
  const plain = word
    .toLowerCase()
    .replace(/[._/]|(?<=^(?:terminal|editor|dashboard|examiner|section|workshop|files))-/, ':')
    .replaceAll('_', '-');
  const [, own = ''] = plain.split(':');
  return (
    names.find((name) => name === plain) ??
    names.find((name) => isNearly(plain, name)) ??
    (own === '' ? undefined : names.find((name) => name.startsWith(`${plain}-`))) ??
    (own === '' ? null : (names.find((name) => name.split(':')[1] === own) ?? null))
  );
}

/** A setting that an action does not have. */
export interface UnknownSetting {
  word: string;
  name: string;
  line: number;
}

/** Reports the settings of a page that its actions do not have, each once: a page may have one in every action. */
export function reportUnknownSettings(unknown: readonly UnknownSetting[], file: string, findings: FindingList): void {
  for (const [, all] of Map.groupBy(unknown, ({ word, name }) => `${word} ${name}`)) {
    const [first] = all;
    if (first === undefined) continue;
    const near = Object.keys(ACTIONS.get(first.word)?.fields ?? {}).find((field) => isNearly(first.name, field));
    const advice = near === undefined ? 'it was left out' : `did you mean "${near}"?`;
    const more = all.length === 1 ? '' : ` (${all.length} times on this page)`;
    const message = `"${first.word}" has no setting "${shortened(first.name, 60)}"${more}; ${advice}`;
    findings.warning('action-field-unknown', file, first.line, message);
  }
}

/**
 * Parses one action; an invalid one gives a finding, and is returned as unknown.
 *
 * @param unknown receives the settings that it does not have
 */
export function readAction(block: ActionBlock, findings: FindingList, unknown: UnknownSetting[]): WorkshopAction {
  const { file, line } = block;
  const other = Object.hasOwn(OTHER_NAMES, block.word) ? OTHER_NAMES[block.word] : undefined;
  const word = other ?? (Object.hasOwn(OLD_NAMES, block.word) ? OLD_NAMES[block.word] : undefined) ?? block.word;
  const short = Object.hasOwn(SHORT_FORMS, word) ? SHORT_FORMS[word] : undefined;
  if (short !== undefined) return shortAction(short, block);
  const kind = ACTIONS.get(word);
  const body = readBody(block, kind === undefined ? new FindingList() : findings);
  const read = other !== undefined && 'trouble' in body ? NOTHING : body;
  const instead = REFUSED_ACTIONS.get(word);
  if (instead !== undefined) {
    refuse(word, instead, block, findings);
    return { name: word, known: false, settings: 'fields' in read ? plainSettings(read.fields) : {}, line };
  }
  if (kind === undefined) {
    const near = nearAction(word);
    const advice = near === null ? 'Use an action of the lab format, or write what to do' : `Did you mean "${near}"?`;
    const message = `the action "${shortened(word, 60)}" is unknown here; it is shown as code. ${advice}`;
    findings.warning('action-unknown', file, line, message);
    return { name: word, known: false, settings: 'fields' in read ? plainSettings(read.fields) : {}, line };
  }
  if ('trouble' in read) {
    const message = `the settings of "${word}" cannot be read, and are shown as code: ${read.trouble.message}`;
    findings.error('action-unreadable', file, read.trouble.line, message);
    return { name: word, known: false, settings: {}, line };
  }
  for (const { key, line: at } of read.repeated) {
    const message = `"${shortened(key, 60)}" stands twice in "${word}"; the last one counts here. The lab platform stops at it: actions that follow on the page do nothing there. Delete one`;
    findings.warning('action-field-repeated', file, at, message);
  }
  const settings = readSettings(kind, read.fields, block, { findings, unknown });
  if (word === 'examiner:execute-test') reportArguments(read.fields.get('args'), block, findings);
  const absent = kind.required.filter((name) => settings[name] === undefined);
  if (absent.length > 0) {
    const message = `"${word}" needs ${absent.map((name) => `"${name}"`).join(' and ')}; add it. Until then it is shown as code`;
    findings.error('action-incomplete', file, line, message);
  }
  const refusal = absent.length > 0 ? null : (kind.refuses?.(settings) ?? null);
  if (refusal !== null) refuse(word, refusal, block, findings);
  return { ...meant(word, settings), known: absent.length === 0 && refusal === null, line };
}

/** Actions of all terminals, for those of one whose session is all of them. */
const OF_ALL: Readonly<Record<string, string>> = {
  'terminal:execute': 'terminal:execute-all',
  'terminal:interrupt': 'terminal:interrupt-all',
  'terminal:clear': 'terminal:clear-all',
};

/** What an action means: the session `*` is all terminals, and the command `<ctrl+c>` interrupts. */
function meant(name: string, settings: Record<string, unknown>): Pick<WorkshopAction, 'name' | 'settings'> {
  const isInterrupt = /^terminal:execute/.test(name) && INTERRUPT.test(String(settings.command ?? '').trim());
  const own = isInterrupt ? name.replace('execute', 'interrupt') : name;
  const { command, session, ...others } = settings;
  const left = isInterrupt || command === undefined ? others : { command, ...others };
  if (session === ALL_TERMINALS && Object.hasOwn(OF_ALL, own)) return { name: OF_ALL[own] ?? own, settings: left };
  return { name: own, settings: session === undefined ? left : { session, ...left } };
}

/** Says that no lab of the academy runs an action, and what to write instead. */
function refuse(word: string, instead: string, { file, line }: ActionBlock, findings: FindingList): void {
  const message = `labs of the academy do not run this "${word}", and show it as code: ${instead}`;
  findings.warning('lab-action-unsupported', file, line, message);
}

function shortAction(form: { name: string; field: string; session?: string }, block: ActionBlock): WorkshopAction {
  const { line } = block;
  const body = variablesInBraces(block.body);
  const session = form.session === undefined ? {} : { session: form.session };
  if (form.field === 'command' && INTERRUPT.test(body.trim())) {
    return { ...meant(form.name, { command: body, ...session }), known: true, line };
  }
  const language = /^[\w+#.-]{1,40}$/.test(block.rest) ? { language: block.rest } : {};
  return { name: form.name, known: true, settings: { [form.field]: body, ...session, ...language }, line };
}

type Body =
  | { fields: ReadonlyMap<string, JsonNode>; repeated: JsonObject['repeated'] }
  | { trouble: { line: number; message: string } };

const NOTHING: Body = { fields: new Map(), repeated: [] };

function readBody({ body, line, file, word }: ActionBlock, findings: FindingList): Body {
  const read = parseYaml(body, line);
  if (!read.ok) {
    const indented = parseYaml(withIndent(body), line);
    if (!indented.ok || indented.documents[0]?.kind !== 'object') return { trouble: read };
    const message = `a value of "${word}" goes on at the start of a line; the lab platform may refuse that. Indent its lines`;
    findings.warning('action-indent', file, read.stopsAt ?? read.line, message);
    return { fields: indented.documents[0].fields, repeated: repeatedIn(indented.documents[0]) };
  }
  const [node, second] = read.documents;
  if (node === undefined || node.kind === 'null') return NOTHING;
  if (node.kind === 'object' && second === undefined) return { fields: node.fields, repeated: repeatedIn(node) };
  return { trouble: { line: node.line, message: 'they must be lines such as "name: value"' } };
}

/** Names that stand twice, at any depth. */
function repeatedIn(node: JsonNode): JsonObject['repeated'] {
  if (node.kind === 'array') return node.items.flatMap(repeatedIn);
  return node.kind === 'object' ? [...node.repeated, ...[...node.fields.values()].flatMap(repeatedIn)] : [];
}

/** Indents lines that continue a quoted text of the line above, which some YAML parsers accept without indentation. */
function withIndent(body: string): string {
  const starts = /^(?:\s|$|[A-Za-z][\w-]*:(?:\s|$))/;
  return body
    .split('\n')
    .map((text) => (starts.test(text) ? text : `  ${text}`))
    .join('\n');
}

function readSettings(
  kind: ActionKind,
  fields: ReadonlyMap<string, JsonNode>,
  { word, file }: ActionBlock,
  { findings, unknown }: { findings: FindingList; unknown: UnknownSetting[] },
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [name, node] of fields) {
    const types = Object.hasOwn(kind.fields, name) ? kind.fields : COMMON_FIELDS;
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) {
      unknown.push({ word, name, line: node.line });
      continue;
    }
    // A setting without a value is absent; the value of a YAML file may be none.
    if (node.kind === 'null' && name !== 'value') continue;
    const value = fit(node, type);
    if (name === 'prove') reportProveSettings(value, { word, file, line: node.line }, findings);
    if (value !== undefined) settings[name] = value;
    else {
      const message = `"${name}" of "${word}" must be ${TYPE_WORDS[type]}; it was left out`;
      findings.warning('action-field-type', file, node.line, message);
    }
  }
  return settings;
}

/** The lab platform refuses a check whose arguments are no texts. */
function reportArguments(args: JsonNode | undefined, { word, file }: ActionBlock, findings: FindingList): void {
  for (const item of args?.kind === 'array' ? args.items : []) {
    if (item.kind === 'string') continue;
    const shown = item.kind === 'number' ? item.text : item.kind === 'boolean' ? String(item.value) : item.kind;
    const message = `an argument of "${word}" must be a text, or the lab platform refuses the check; write "${shortened(shown, 40)}" in quotes`;
    findings.warning('action-field-type', file, item.line, message);
  }
}

function reportProveSettings(
  value: unknown,
  { word, file, line }: Pick<ActionBlock, 'word' | 'file' | 'line'>,
  findings: FindingList,
): void {
  const { problem } = readProveSettings(value);
  if (problem === null) return;
  findings.warning('action-field-type', file, line, `"prove" of "${word}" ${shortened(problem, 200)}`);
}

const TYPE_WORDS: Readonly<Record<FieldType, string>> = {
  text: 'a text',
  count: 'a number from 0 up',
  number: 'a whole number',
  flag: 'true or false',
  any: 'a value',
};

/** The value in the type that engines expect; undefined when it has another type. */
function fit(node: JsonNode, type: FieldType): unknown {
  switch (type) {
    case 'text':
      if (node.kind === 'string') return variablesInBraces(node.value);
      if (node.kind === 'number') return node.text;
      return node.kind === 'boolean' ? String(node.value) : undefined;
    case 'flag':
      if (node.kind === 'boolean') return node.value;
      return node.kind === 'string' && /^(?:true|false|yes|no)$/i.test(node.value)
        ? /^(?:true|yes)$/i.test(node.value)
        : undefined;
    case 'count':
    case 'number': {
      const text = node.kind === 'number' ? String(node.value) : node.kind === 'string' ? node.value : '';
      // JSON has no infinite numbers.
      if (text === 'Infinity' || text === 'infinite') return 'infinite';
      return (type === 'count' ? /^\d{1,9}(?:\.\d+)?$/ : /^-?\d{1,9}$/).test(text) ? Number(text) : undefined;
    }
    case 'any':
      return plainValue(node);
  }
}

/** A value that JSON can represent. */
function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'string':
      return variablesInBraces(node.value);
    case 'number':
      return Number.isFinite(node.value) ? node.value : null;
    case 'boolean':
      return node.value;
    case 'null':
      return null;
    case 'array':
      return node.items.map(plainValue);
    case 'object':
      return plainSettings(node.fields);
  }
}

function plainSettings(fields: ReadonlyMap<string, JsonNode>): Record<string, unknown> {
  // A name such as __proto__ would not become a field.
  const named = [...fields].filter(([name]) => name !== '__proto__');
  return Object.fromEntries(named.map(([name, node]) => [name, plainValue(node)]));
}
