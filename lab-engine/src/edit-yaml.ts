import { replaceRange, type TextRange } from '@academy/contract/rules/lab-text';
import {
  type CreateNodeOptions,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  stringify,
  type ToStringOptions,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { withLinesAsWritten } from './keep-lines.ts';
import { type Place, placeAt, yamlPath } from './yaml-path.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Why a YAML file cannot be changed. */
export type YamlFailure = 'yamlUnreadable' | 'yamlPathNotFound';

/** A changed document, or the range of one that stays as it is. */
export type YamlEdit = { text: string } | { range: TextRange };

/** A line that separates two documents of one file. */
const SEPARATOR = /^---[ \t]*(?:#.*)?(?:\n|$)/gm;

/**
 * What an action makes of a YAML text: `setYaml` and the others follow the actions of the same names. Comments and the
 * styles of values stay. Of several documents in one file the first in which the path exists is meant, else the first.
 */
export function editedYaml(name: string, settings: Settings, text: string): YamlEdit | YamlFailure {
  const steps = yamlPath(typeof settings.path === 'string' ? settings.path : '');
  if (steps === null) return 'yamlPathNotFound';
  const parts = partsOf(text).map((range) => {
    const document = parseDocument(text.slice(range.from, range.to));
    return { range, document, place: document.errors.length > 0 ? null : placeAt(document, steps) };
  });
  const readable = parts.filter(({ document }) => document.errors.length === 0);
  const part = readable.find(({ place }) => place?.exists === true) ?? readable.find(({ place }) => place !== null);
  if (readable.length === 0) return 'yamlUnreadable';
  if (part?.place == null) return 'yamlPathNotFound';
  const { document, place, range } = part;
  const source = text.slice(range.from, range.to);
  if (name === 'editor:select-yaml-path') {
    const found = place.exists ? rangeOf(document, place.keys) : null;
    return found === null
      ? 'yamlPathNotFound'
      : { range: { from: range.from + found.from, to: range.from + found.to } };
  }
  const { value = null } = settings;
  const small = name === 'editor:set-yaml-value' ? scalarReplaced(document, place.keys, value, source) : null;
  if (small !== null) return { text: replaceRange(text, range, small) };
  const style = styleOf(source, document, place.keys);
  const before = document.toString(style);
  if (!change(name, document, place, settings)) return 'yamlPathNotFound';
  return { text: replaceRange(text, range, asWritten(source, before, document, style)) };
}

/** The changed document, with all other lines as their author wrote them where that is still the same YAML. */
function asWritten(source: string, before: string, document: Document, style: ToStringOptions): string {
  const after = document.toString(style);
  const own = source.endsWith('\n') ? source : `${source}\n`;
  const kept = withLinesAsWritten(own, before, after);
  return kept !== null && JSON.stringify(parseDocument(kept).toJS()) === JSON.stringify(document.toJS()) ? kept : after;
}

/** The documents of a file, without the lines between them. */
function partsOf(text: string): TextRange[] {
  const parts: TextRange[] = [];
  let from = 0;
  for (const { index, 0: line } of text.matchAll(SEPARATOR)) {
    parts.push({ from, to: index });
    from = index + line.length;
  }
  parts.push({ from, to: text.length });
  const full = parts.filter((part) => text.slice(part.from, part.to).trim() !== '');
  return full.length > 0 ? full : parts.slice(-1);
}

/** Replaces one value on its line, so that nothing else of the text changes; null when that is not enough. */
function scalarReplaced(document: Document, keys: readonly unknown[], value: unknown, source: string): string | null {
  const node = document.getIn(keys, true);
  if (!isScalar(node) || node.range == null || keys.length === 0 || typeof value === 'object') return null;
  const [from, to] = node.range;
  const quoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
  if (from === to || /\n/.test(source.slice(from, to)) || (node.type !== 'PLAIN' && !quoted)) return null;
  const type = typeof value === 'string' && quoted ? (node.type as 'QUOTE_DOUBLE' | 'QUOTE_SINGLE') : 'PLAIN';
  const by = stringify(value, { defaultStringType: type, lineWidth: 0 }).trimEnd();
  return /\n/.test(by) ? null : replaceRange(source, { from, to }, by);
}

/** Changes the document. @returns false when the path does not lead to what the action needs */
function change(name: string, document: Document, { keys, exists }: Place, settings: Settings): boolean {
  const { value = null } = settings;
  const there = exists ? (document.getIn(keys, true) as Node | undefined) : undefined;
  const make = (one: unknown, like?: Node | null) => document.createNode(one, flowOf(like)) as Node;
  switch (name) {
    case 'editor:set-yaml-value':
      put(document, keys, make(value));
      return true;
    case 'editor:add-yaml-item':
      return addItem(document, keys, there, value, Number.POSITIVE_INFINITY);
    case 'editor:insert-yaml-item':
      return addItem(document, keys, there, value, typeof settings.index === 'number' ? settings.index : 0);
    case 'editor:replace-yaml-item': {
      const list = exists ? document.getIn(keys.slice(0, -1), true) : undefined;
      if (!isSeq(list)) return false;
      put(document, keys, make(value, list));
      return true;
    }
    case 'editor:delete-yaml-value':
      return exists && keys.length > 0 && document.deleteIn(keys);
    case 'editor:merge-yaml-values':
      return merge(document, keys, there, value);
    case 'editor:insert-value-into-yaml':
      if (isSeq(there)) {
        const items = Array.isArray(value) ? value : [value];
        return items.every((item) => addItem(document, keys, there, item, Number.POSITIVE_INFINITY));
      }
      if (isMap(there)) return merge(document, keys, there, value);
      put(document, keys, make(value));
      return true;
    default:
      return false;
  }
}

const flowOf = (like: Node | null | undefined): CreateNodeOptions =>
  like != null && 'flow' in like && like.flow === true ? { flow: true } : {};

/** Puts a value, and keeps the comments of the one before it. */
function put(document: Document, keys: readonly unknown[], node: Node): void {
  const before = keys.length === 0 ? document.contents : document.getIn(keys, true);
  if (isNode(before)) {
    node.commentBefore = before.commentBefore ?? null;
    if (isScalar(node) && isScalar(before)) node.comment = before.comment ?? null;
  }
  if (keys.length === 0) document.contents = node as typeof document.contents;
  else document.setIn(withoutNulls(document, keys), node);
}

/** A key without a value becomes a map when something is put below it. */
function withoutNulls(document: Document, keys: readonly unknown[]): readonly unknown[] {
  for (let length = 1; length < keys.length; length += 1) {
    const node = document.getIn(keys.slice(0, length), true);
    if (isScalar(node) && node.value === null) document.deleteIn(keys.slice(0, length));
  }
  return keys;
}

function addItem(document: Document, keys: readonly unknown[], there: unknown, value: unknown, at: number): boolean {
  if (there === undefined || (isScalar(there) && there.value === null)) {
    put(document, keys, document.createNode([value]) as Node);
    return true;
  }
  if (!isSeq(there)) return false;
  const list = there as YAMLSeq;
  list.items.splice(Math.min(at, list.items.length), 0, document.createNode(value, flowOf(list)));
  return true;
}

function merge(document: Document, keys: readonly unknown[], there: unknown, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (there === undefined || (isScalar(there) && there.value === null)) {
    put(document, keys, document.createNode(value) as Node);
    return true;
  }
  if (!isMap(there)) return false;
  const map = there as YAMLMap;
  for (const [key, one] of Object.entries(value)) {
    const own = map.items.find((pair) => String(isScalar(pair.key) ? pair.key.value : pair.key) === key);
    const node = document.createNode(one, flowOf(map)) as Node;
    if (isScalar(node) && isScalar(own?.value)) (own.value as Scalar).value = node.value;
    else if (own === undefined) map.set(document.createNode(key), node);
    else own.value = node;
  }
  return true;
}

/** The place of a value in the text, with its key; of an item of a list without its dash. */
function rangeOf(document: Document, keys: readonly unknown[]): TextRange | null {
  const node = keys.length === 0 ? document.contents : document.getIn(keys, true);
  const parent = keys.length === 0 ? null : document.getIn(keys.slice(0, -1), true);
  const holder = keys.length === 1 ? document.contents : parent;
  const key = isMap(holder)
    ? holder.items.find((pair) => (isScalar(pair.key) ? pair.key.value : pair.key) === keys.at(-1))?.key
    : null;
  const first = isNode(key) ? key.range?.[0] : isNode(node) ? node.range?.[0] : undefined;
  const last = isNode(node) ? node.range?.[1] : isNode(key) ? key.range?.[1] : undefined;
  return first === undefined || last === undefined ? null : { from: first, to: last };
}

/** How a text is written where it is changed, as far as the library can write it the same way. */
function styleOf(source: string, document: Document, keys: readonly unknown[]): ToStringOptions {
  const indent = /^(?!\s*#)( *)\S[^\n]*:[ \t]*(?:#[^\n]*)?\n\1( +)(?!- )\S/m.exec(source)?.[2]?.length ?? 2;
  const flow = keys
    .map((_key, at) => document.getIn(keys.slice(0, at + 1), true))
    .findLast((node) => (isMap(node) || isSeq(node)) && node.flow === true);
  const first = isNode(flow) ? flow.range?.[0] : undefined;
  return {
    lineWidth: 0,
    minContentWidth: 0,
    indent: Math.min(Math.max(indent, 1), 8),
    indentSeq: !UNINDENTED_LIST.test(source),
    flowCollectionPadding: first !== undefined && source[first + 1] === ' ',
  };
}

/** A list whose dashes stand below the first letter of its key, comments between them or not. */
const UNINDENTED_LIST = /^( *)(?:- )*[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*\1- /m;
