import { parse as parseToml, TomlDate, TomlError } from 'smol-toml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, type YAMLError } from 'yaml';
import { Fields } from './fields.ts';
import type { FindingList } from './finding-list.ts';
import { type JsonNode, type JsonObject, readJson } from './json-source.ts';
import type { SourceFiles } from './source-files.ts';
import { decode, shortened, storable, type TextSource } from './text-source.ts';
import { yamlAdvice } from './yaml-advice.ts';

/** Longest front matter and longest YAML file, characters. */
const MAX_FRONT_MATTER = 32 * 1024;
const MAX_YAML = 128 * 1024;
/** Levels of nested objects and lists. */
const MAX_DEPTH = 20;
/** Most values of one text with every alias expanded, so that a few lines cannot become millions of values. */
const MAX_VALUES = 20_000;
const MAX_DOCUMENTS = 50;
const TOO_DEEP = 'it is nested too deeply';

/** A text with front matter, as site generators use it. */
export interface FrontMatterText {
  /** The front matter; empty when the text has none. */
  fields: Fields;
  /** The text after it, with the same line numbers as in the file; null when there is only white space. */
  text: TextSource | null;
}

/** The position of the front matter in a text. */
interface FrontMatterPlace {
  form: 'yaml' | 'toml';
  /** Lines of the opening and the closing marker, from 0; null: not closed. */
  from: number;
  to: number | null;
}

/**
 * Reads a Markdown file with front matter: YAML between lines `---`, TOML between lines `+++`, or JSON in braces.
 * Returns null, with a fatal finding, when the file is missing or its front matter cannot be read.
 */
export function readFrontMatter(files: SourceFiles, file: string, findings: FindingList): FrontMatterText | null {
  const bytes = files.get(file);
  if (bytes === undefined) {
    findings.fatal('file-missing', file, 1, 'is missing; create it or name another file');
    return null;
  }
  return splitFrontMatter(decode(bytes, file, findings), file, findings);
}

/** The same for a text in memory. */
export function splitFrontMatter(text: string, file: string, findings: FindingList): FrontMatterText | null {
  const lines = text.split('\n');
  const place = placeOf(lines);
  const bodyOf = (body: string) => (body.trim() === '' ? null : { file, text: body });
  const json = jsonHead(lines);
  if (json?.ok === false) {
    findings.fatal('front-matter-broken', file, json.line, `the settings at the head cannot be read: ${json.message}`);
    return null;
  }
  if (json !== null) {
    const rest = lines.map((line, at) => (at < json.end ? '' : line)).join('\n');
    return { fields: new Fields(json.node, file, findings), text: bodyOf(rest) };
  }
  if (place === null) {
    const none: JsonObject = { kind: 'object', line: 1, fields: new Map(), repeated: [] };
    return { fields: new Fields(none, file, findings), text: bodyOf(text) };
  }
  const mark = place.form === 'yaml' ? '---' : '+++';
  if (place.to === null) {
    const message = `the settings that open here are not closed; add a line "${mark}" after them`;
    findings.fatal('front-matter-broken', file, place.from + 1, message);
    return null;
  }
  const source = lines.slice(place.from + 1, place.to).join('\n');
  const fields = readSettings(source, place.form, place.from + 1, file, findings);
  if (fields === null) return null;
  return {
    fields,
    text: bodyOf([...lines.slice(0, place.to + 1).map(() => ''), ...lines.slice(place.to + 1)].join('\n')),
  };
}

/**
 * The front matter of a text, without findings; null when it has none.
 *
 * `rest` is the text after it with the same line numbers.
 */
export function frontMatterIn(
  text: string,
): { form: FrontMatterPlace['form']; source: string; rest: string; result: YamlResult } | null {
  const lines = text.split('\n');
  const place = placeOf(lines);
  if (place === null || place.to === null) return null;
  const source = lines.slice(place.from + 1, place.to).join('\n');
  if (source.length > MAX_FRONT_MATTER) return null;
  const before = place.from + 1;
  const result = place.form === 'yaml' ? parseYaml(source, before) : parseTomlText(source, before);
  const rest = [...lines.slice(0, place.to + 1).map(() => ''), ...lines.slice(place.to + 1)].join('\n');
  return { form: place.form, source, rest, result };
}

function placeOf(lines: readonly string[]): FrontMatterPlace | null {
  const from = lines.findIndex((line) => line.trim() !== '');
  const mark = lines[from]?.trimEnd();
  if (mark !== '---' && mark !== '+++') return null;
  // YAML has a second sign for its end.
  const isEnd = (line: string) => line === mark || (mark === '---' && line === '...');
  const to = lines.findIndex((line, at) => at > from && isEnd(line.trimEnd()));
  return { form: mark === '---' ? 'yaml' : 'toml', from, to: to === -1 ? null : to };
}

/** The longest settings in JSON, lines. */
const MAX_JSON_LINES = 500;

/** Settings in JSON at the head of a text, which end with the brace of their object; null when it has none. */
function jsonHead(
  lines: readonly string[],
): { ok: true; node: JsonObject; end: number } | { ok: false; line: number; message: string } | null {
  const from = lines.findIndex((line) => line.trim() !== '');
  const opening = lines.slice(from, from + 2).join('\n');
  if (from === -1 || !/^\s*\{\s*"[^"\n]{1,100}"\s*:/.test(opening)) return null;
  const until = Math.min(lines.length, from + MAX_JSON_LINES);
  for (let end = from + 1; end <= until; end += 1) {
    if (!/\}[ \t]*$/.test(lines[end - 1] ?? '')) continue;
    const read = readJson(
      lines
        .map((line, at) => (at < from ? '' : line))
        .slice(0, end)
        .join('\n'),
    );
    if (read.ok && read.node.kind === 'object') return { ok: true, node: read.node, end };
  }
  const read = readJson(lines.slice(0, until).join('\n'));
  return read.ok ? null : { ok: false, line: read.line, message: read.message };
}

/** @param before number of lines before the front matter */
function readSettings(
  source: string,
  form: FrontMatterPlace['form'],
  before: number,
  file: string,
  findings: FindingList,
): Fields | null {
  const broken = (line: number, message: string) => {
    findings.fatal('front-matter-broken', file, line, message);
    return null;
  };
  if (source.length > MAX_FRONT_MATTER) {
    return broken(before, `the settings have more than ${MAX_FRONT_MATTER} characters; shorten them`);
  }
  const result = form === 'yaml' ? parseYaml(source, before) : parseTomlText(source, before);
  if (!result.ok) return broken(result.line, `the settings at the head cannot be read: ${result.message}`);
  const [node, second] = result.documents;
  if (second !== undefined) return broken(second.line, 'the settings at the head must be one list of names and values');
  if (node === undefined || node.kind === 'null') {
    return new Fields({ kind: 'object', line: before, fields: new Map(), repeated: [] }, file, findings);
  }
  if (node.kind !== 'object')
    return broken(node.line, 'the settings at the head must be names and values, "title: ..."');
  return new Fields(node, file, findings);
}

/**
 * Reads a YAML text of one or more documents. Only plain values: tags create nothing, aliases are counted, and texts
 * that are too large or too deep are refused. Returns null, with the fatal finding `yaml-broken` and its line, when
 * that fails.
 */
export function readYaml(text: string, file: string, findings: FindingList): JsonNode[] | null {
  const result = text.length > MAX_YAML ? tooLong() : parseYaml(text, 0);
  if (result.ok) return result.documents;
  findings.fatal('yaml-broken', file, result.line, `is not valid YAML: ${result.message}`);
  return null;
}

function tooLong(): YamlResult {
  return { ok: false, line: 1, message: `it has more than ${MAX_YAML} characters; shorten it` };
}

export type YamlResult =
  | { ok: true; documents: JsonNode[] }
  /** `stopsAt`: the line at which reading stops, where the one to be mended is another. */
  | { ok: false; line: number; message: string; stopsAt?: number };

/**
 * Parses YAML without findings, for texts whose problems have a code of their own. @param before number of lines before
 * the text
 */
export function parseYaml(text: string, before: number): YamlResult {
  const result = parseDocuments(text, before);
  if (result.ok) return result;
  const advice = yamlAdvice(text, (changed) => {
    const other = parseDocuments(changed, 0);
    return other.ok ? null : other.line - 1;
  });
  if (advice === null) return result;
  const message = `this line ${advice.message}`;
  return { ok: false, line: before + advice.line + 1, message, stopsAt: result.line };
}

function parseDocuments(text: string, before: number): YamlResult {
  const counter = new LineCounter();
  try {
    const documents = parseAllDocuments(text, {
      schema: 'core',
      resolveKnownTags: false,
      merge: false,
      // Duplicate names are reported as in JSON; the parser's own check compares every pair.
      uniqueKeys: false,
      logLevel: 'silent',
      prettyErrors: false,
      lineCounter: counter,
    });
    if (!Array.isArray(documents)) return { ok: true, documents: [] };
    if (documents.length > MAX_DOCUMENTS) throw new YamlTrouble(`more than ${MAX_DOCUMENTS} documents`, 0);
    const trouble = documents.flatMap(({ errors }) => errors)[0];
    if (trouble !== undefined) throw new YamlTrouble(wordsOf(trouble), trouble.pos[0]);
    const budget = { values: MAX_VALUES };
    const lineAt = (offset: number) => before + Math.max(1, counter.linePos(offset).line);
    const nodes = documents.map((document) => {
      const anchors = anchorsOf(document.contents);
      return toNode(document.contents, { lineAt, anchors, budget, line: before + 1 }, 0);
    });
    return { ok: true, documents: nodes };
  } catch (error) {
    if (error instanceof YamlTrouble) {
      return { ok: false, line: before + Math.max(1, counter.linePos(error.offset).line), message: error.message };
    }
    // Nesting deeper than the call stack.
    if (error instanceof RangeError) return { ok: false, line: before + 1, message: TOO_DEEP };
    throw error;
  }
}

class YamlTrouble extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

function wordsOf(error: YAMLError): string {
  const words = error.message.split('\n')[0] ?? '';
  return /call stack/i.test(words) ? TOO_DEEP : shortened(words, 200);
}

interface Reading {
  lineAt(offset: number): number;
  /** The last value of each name before the alias counts; names are rarely reused. */
  anchors: ReadonlyMap<string, Node>;
  budget: { values: number };
  /** Line of the enclosing value. */
  line: number;
}

function anchorsOf(root: Node | null): Map<string, Node> {
  const anchors = new Map<string, Node>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isSeq(node)) open.push(...node.items);
    if (isMap(node)) for (const { key, value } of node.items) open.push(key, value);
  }
  return anchors;
}

function toNode(node: unknown, reading: Reading, depth: number): JsonNode {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : null;
  const offset = range?.[0] ?? 0;
  const line = range == null ? reading.line : reading.lineAt(offset);
  reading.budget.values -= 1;
  if (reading.budget.values < 0) throw new YamlTrouble(`more than ${MAX_VALUES} values, aliases written out`, offset);
  if (depth > MAX_DEPTH) throw new YamlTrouble(`more than ${MAX_DEPTH} levels inside each other`, offset);
  const inside = { ...reading, line };
  if (isAlias(node)) {
    // An alias inside its own value runs into the limit of the depth.
    const target = reading.anchors.get(node.source);
    if (target === undefined) throw new YamlTrouble(`the alias "*${shortened(node.source, 40)}" names nothing`, offset);
    return toNode(target, inside, depth + 1);
  }
  if (isSeq(node)) return { kind: 'array', line, items: node.items.map((item) => toNode(item, inside, depth + 1)) };
  if (isMap(node)) return toObject(node.items, inside, depth);
  return toScalar(isScalar(node) ? node.value : null, isScalar(node) ? (node.source ?? '') : '', line);
}

function toObject(items: readonly { key: unknown; value: unknown }[], reading: Reading, depth: number): JsonObject {
  const object: JsonObject = { kind: 'object', line: reading.line, fields: new Map(), repeated: [] };
  for (const { key, value } of items) {
    if (!isScalar(key)) throw new YamlTrouble('a name must be a plain text', 0);
    const name = storable(String(key.value ?? ''));
    const line = key.range == null ? reading.line : reading.lineAt(key.range[0]);
    if (object.fields.has(name)) object.repeated.push({ key: name, line });
    // A value that starts on a later line gets the line of its name.
    object.fields.set(name, toNode(value, { ...reading, line }, depth + 1));
  }
  return object;
}

function toScalar(value: unknown, source: string, line: number): JsonNode {
  if (typeof value === 'string') return { kind: 'string', line, value: storable(value) };
  if (typeof value === 'boolean') return { kind: 'boolean', line, value };
  if (typeof value === 'number') return { kind: 'number', line, value, text: source === '' ? String(value) : source };
  if (typeof value === 'bigint') return { kind: 'number', line, value: Number(value), text: String(value) };
  return { kind: 'null', line };
}

function parseTomlText(text: string, before: number): YamlResult {
  try {
    const reading = { lines: linesOfNames(text, before), budget: { values: MAX_VALUES } };
    return { ok: true, documents: [tomlNode(parseToml(text), reading, before + 1, 0)] };
  } catch (error) {
    if (error instanceof TomlError) {
      const message = shortened(error.message.split('\n')[0] ?? '', 200);
      return { ok: false, line: before + error.line, message };
    }
    if (error instanceof YamlTrouble) return { ok: false, line: before + 1, message: error.message };
    if (error instanceof RangeError) return { ok: false, line: before + 1, message: TOO_DEEP };
    throw error;
  }
}

/** The first line that begins with each name, or with the table of that name. TOML values have no positions. */
function linesOfNames(text: string, before: number): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [at, line] of text.split('\n').entries()) {
    const found = /^\[{0,2}[ \t]*(?:"([^"]*)"|'([^']*)'|([\w-]+))/.exec(line.trimStart());
    const name = found?.[1] ?? found?.[2] ?? found?.[3];
    if (name !== undefined && !lines.has(name)) lines.set(name, before + at + 1);
  }
  return lines;
}

/** A name's first line in the text is close enough for a finding. */
function tomlNode(
  value: unknown,
  reading: { lines: ReadonlyMap<string, number>; budget: { values: number } },
  line: number,
  depth: number,
): JsonNode {
  reading.budget.values -= 1;
  if (reading.budget.values < 0) throw new YamlTrouble(`more than ${MAX_VALUES} values`, 0);
  if (depth > MAX_DEPTH) throw new YamlTrouble(`more than ${MAX_DEPTH} levels inside each other`, 0);
  if (value instanceof TomlDate) return { kind: 'string', line, value: value.toISOString() };
  if (Array.isArray(value)) {
    return { kind: 'array', line, items: value.map((item) => tomlNode(item, reading, line, depth + 1)) };
  }
  if (typeof value !== 'object' || value === null) return toScalar(value, '', line);
  const object: JsonObject = { kind: 'object', line, fields: new Map(), repeated: [] };
  for (const [name, inner] of Object.entries(value)) {
    object.fields.set(name, tomlNode(inner, reading, reading.lines.get(name) ?? line, depth + 1));
  }
  return object;
}

/** The plain value of a node: objects, lists, texts, numbers. Names such as `__proto__` are ordinary ones. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'null') return null;
  if (node.kind === 'array') return node.items.map(plainValue);
  if (node.kind === 'object') {
    return Object.fromEntries([...node.fields].map(([name, value]) => [name, plainValue(value)]));
  }
  return node.value;
}
