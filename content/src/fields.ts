import type { FieldKind } from './file-tables/field-rows.ts';
import { type FileKind, type ReadableFields, readableFields } from './file-tables/file-table.ts';
import type { FindingList } from './finding-list.ts';
import { type JsonNode, type JsonObject, plainValue, readJson } from './json-source.ts';
import type { SourceFiles } from './source-files.ts';
import { fillTemplate, isTemplate, type TemplateVariables } from './template-variables.ts';
import { decode, shortened } from './text-source.ts';

/** A value with its line number. */
export interface Located<T> {
  value: T;
  line: number;
}

const MAX_TEXT = 2_000;
const MAX_ITEMS = 1_000;

/** The fields that may be read, and their place in the file. */
interface Place {
  readable: ReadableFields;
  /** `settings.`, `steps[].`. */
  path: string;
}

/**
 * Typed access to the fields of one JSON object. A wrong type is the finding `field-type` with its line, and the field
 * counts as absent. For files with a table (`file-tables`) only the fields of the table can be read, so that no reader
 * knows a field that the reference does not name.
 */
export class Fields {
  readonly file: string;
  readonly line: number;
  readonly #node: JsonObject;
  readonly #findings: FindingList;
  readonly #prefix: string;
  readonly #place: Place | null;

  constructor(node: JsonObject, file: string, findings: FindingList, prefix = '', place: Place | null = null) {
    this.#place = place;
    this.file = file;
    this.line = node.line;
    this.#node = node;
    this.#findings = findings;
    this.#prefix = prefix;
    for (const { key, line } of node.repeated) {
      findings.warning(
        'field-repeated',
        file,
        line,
        `"${prefix}${shortened(key, 60)}" stands twice; the last one counts`,
      );
    }
  }

  /** True when the field exists; `null` counts as absent. */
  has(name: string): boolean {
    return this.#get(name) !== null;
  }

  /** The names of its fields, in the order of the file. */
  names(): string[] {
    return [...this.#node.fields.keys()];
  }

  lineOf(name: string): number {
    return this.#node.fields.get(name)?.line ?? this.line;
  }

  string(name: string): string | null {
    const node = this.#get(name, 'text');
    if (node === null) return null;
    if (node.kind !== 'string') return this.#wrong(name, node, 'a text in double quotes');
    if (node.value.length > MAX_TEXT) {
      const message = `"${this.#prefix}${name}" has more than ${MAX_TEXT} characters; shorten it`;
      this.#findings.fatal('text-too-long', this.file, node.line, message);
      return null;
    }
    return node.value.trim();
  }

  boolean(name: string): boolean | null {
    const node = this.#get(name, 'flag');
    if (node === null) return null;
    return node.kind === 'boolean' ? node.value : this.#wrong(name, node, 'true or false');
  }

  /** A whole number from 0 to two thousand million. */
  integer(name: string): number | null {
    const node = this.#get(name, 'count');
    if (node === null) return null;
    const whole = node.kind === 'number' && Number.isInteger(node.value) && node.value >= 0 && node.value <= 2e9;
    return whole ? node.value : this.#wrong(name, node, 'a whole number from 0 up');
  }

  /** A whole number, negative ones included. */
  whole(name: string): number | null {
    const node = this.#get(name, 'count');
    if (node === null) return null;
    const fits = node.kind === 'number' && Number.isInteger(node.value) && Math.abs(node.value) <= 2e9;
    return fits ? node.value : this.#wrong(name, node, 'a whole number');
  }

  /** Digits, written as a number or as a text; kept as text. */
  digits(name: string): string | null {
    const node = this.#get(name, 'digits');
    if (node === null) return null;
    const text = node.kind === 'number' ? node.text : node.kind === 'string' ? node.value.trim() : '';
    return /^\d{1,20}$/.test(text) ? text : this.#wrong(name, node, 'a number of digits only');
  }

  /** A list of texts; items of other types are reported and left out. */
  strings(name: string): Located<string>[] | null {
    const items = this.#items(name, 'texts');
    if (items === null) return null;
    return items.flatMap((item) => {
      if (item.kind === 'string' && item.value.length <= MAX_TEXT)
        return [{ value: item.value.trim(), line: item.line }];
      this.#wrong(name, item, 'a list of short texts');
      return [];
    });
  }

  /** One text or a list of them, as in front matter; a number counts as text. */
  texts(name: string): Located<string>[] {
    const node = this.#get(name);
    if (node === null) return [];
    const items = node.kind === 'array' ? (this.#items(name) ?? []) : [node];
    return items.flatMap((item) => {
      const text = item.kind === 'number' ? item.text : item.kind === 'string' ? item.value.trim() : null;
      if (text !== null && text.length <= MAX_TEXT) return text === '' ? [] : [{ value: text, line: item.line }];
      if (item.kind !== 'null') this.#wrong(name, item, 'a short text or a list of them');
      return [];
    });
  }

  /** A value of any type; null when it is absent. */
  plain(name: string): unknown {
    const node = this.#get(name);
    return node === null ? null : plainValue(node);
  }

  object(name: string): Fields | null {
    const node = this.#get(name, 'object');
    if (node === null) return null;
    if (node.kind !== 'object') return this.#wrong(name, node, 'an object in braces');
    return new Fields(node, this.file, this.#findings, `${this.#prefix}${name}.`, this.#within(`${name}.`));
  }

  objects(name: string): Fields[] | null {
    const items = this.#items(name, 'objects');
    if (items === null) return null;
    const place = this.#within(`${name}[].`);
    return items.flatMap((item) => {
      if (item.kind === 'object')
        return [new Fields(item, this.file, this.#findings, `${this.#prefix}${name}.`, place)];
      this.#wrong(name, item, 'a list of objects');
      return [];
    });
  }

  #items(name: string, kind?: FieldKind): JsonNode[] | null {
    const node = this.#get(name, kind);
    if (node === null) return null;
    if (node.kind !== 'array') return this.#wrong(name, node, listWords(this.file, name));
    if (node.items.length > MAX_ITEMS) {
      const message = `"${this.#prefix}${name}" has more than ${MAX_ITEMS} entries; shorten it`;
      this.#findings.fatal('list-too-long', this.file, node.line, message);
      return null;
    }
    return node.items;
  }

  #within(part: string): Place | null {
    return this.#place === null ? null : { ...this.#place, path: this.#place.path + part };
  }

  /** @param kind type of the field; left out where it makes no difference */
  #get(name: string, kind?: FieldKind): JsonNode | null {
    const known = this.#place?.readable.get(this.#place.path + name);
    if (this.#place !== null && (known === undefined || (kind !== undefined && known !== kind)))
      throw new Error(`the table of ${this.file} has no field "${this.#place.path}${name}" to be read as ${kind}`);
    const node = this.#node.fields.get(name);
    return node === undefined || node.kind === 'null' ? null : node;
  }

  #wrong(name: string, node: JsonNode, expected: string): null {
    const message = `"${this.#prefix}${name}" must be ${expected}; it was left out`;
    this.#findings.error('field-type', this.file, node.line, message);
    return null;
  }
}

/** How a list is written: YAML, also at the head of a text, has two forms. */
function listWords(file: string, name: string): string {
  return file.endsWith('.json')
    ? 'a list in square brackets'
    : `a list: "${name}: [one, two]", or "${name}:" and below it lines "  - one"`;
}

/** Reads the JSON file of an item or lesson. Returns null, with a fatal finding, when that fails. */
export function readFields(
  files: SourceFiles,
  file: string,
  variables: TemplateVariables,
  findings: FindingList,
  kind: FileKind,
): Fields | null {
  const node = readNode(files, file, variables, findings);
  if (node === null) return null;
  if (node.kind === 'object') return new Fields(node, file, findings, '', { readable: readableFields(kind), path: '' });
  findings.fatal('json-broken', file, node.line, 'must hold one object in braces');
  return null;
}

/** Reads a JSON file that holds a list of objects; entries of other types are reported and left out. */
export function readListFields(
  files: SourceFiles,
  file: string,
  findings: FindingList,
  kind: FileKind,
): Fields[] | null {
  const node = readNode(files, file, {}, findings);
  if (node === null) return null;
  if (node.kind !== 'array') {
    findings.fatal('json-broken', file, node.line, 'must hold one list in square brackets');
    return null;
  }
  if (node.items.length > MAX_ITEMS) {
    findings.fatal('list-too-long', file, node.line, `has more than ${MAX_ITEMS} entries; shorten it`);
    return null;
  }
  return node.items.flatMap((item) => {
    if (item.kind === 'object')
      return [new Fields(item, file, findings, '', { readable: readableFields(kind), path: '[].' })];
    findings.error('field-type', file, item.line, 'an entry of the list must be an object; it was left out');
    return [];
  });
}

function readNode(
  files: SourceFiles,
  file: string,
  variables: TemplateVariables,
  findings: FindingList,
): JsonNode | null {
  const bytes = files.get(file);
  if (bytes === undefined) {
    findings.fatal('file-missing', file, 1, 'is missing; create it or name another file');
    return null;
  }
  const text = decode(bytes, file, findings);
  const result = readJson(isTemplate(file) ? fillTemplate(text, variables, file) : text);
  if (result.ok) return result.node;
  findings.fatal('json-broken', file, result.line, `is not valid JSON: ${result.message}`);
  return null;
}
