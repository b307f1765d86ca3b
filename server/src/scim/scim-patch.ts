import {
  type Attribute,
  attributeOf,
  byName,
  type Entry,
  EXTERNAL_ID,
  type Resource,
  readEntry,
  readValue,
} from './scim-attributes.ts';
import { invalid } from './scim-error.ts';
import { equationsOf, type Filter, matches, type Path, parsePath, plainName } from './scim-filter.ts';

/** One change of a PATCH request, as it was sent. */
export interface Operation {
  op: 'add' | 'replace' | 'remove';
  /** Null: the value names the attributes. */
  path: Path | null;
  value: unknown;
}

/**
 * The operations of a PATCH request. Names of operations and keys are read in any case.
 *
 * @throws ScimError invalidSyntax, invalidPath
 */
export function operationsOf(body: Readonly<Record<string, unknown>>): Operation[] {
  const given = fieldOf(body, 'operations');
  if (!Array.isArray(given) || given.length === 0) throw invalid('invalidSyntax', 'noOperations');
  return given.flatMap((one: unknown): Operation[] => {
    if (one === null || typeof one !== 'object') throw invalid('invalidSyntax', 'operation');
    const op = String(fieldOf(one, 'op')).toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw invalid('invalidSyntax', 'operation');
    const path = fieldOf(one, 'path');
    const value = fieldOf(one, 'value');
    if (typeof path === 'string' && path.trim() !== '') return [{ op, path: parsePath(path), value }];
    if (op === 'remove') throw invalid('noTarget', 'noPath');
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalid('invalidSyntax', 'noBody');
    // Without a path each key is one: also `name.givenName` and those that begin with a schema.
    return Object.entries(value).map(([key, part]) => ({ op, path: pathOfKey(key), value: part as unknown }));
  });
}

/** Keys that are no path are unknown attributes: they are left out later. */
function pathOfKey(key: string): Path | null {
  try {
    return parsePath(key);
  } catch {
    return null;
  }
}

/**
 * A person or group after the operations. What the table does not have is left out; the given one stays as it is.
 *
 * @throws ScimError mutability, invalidValue
 */
export function patched(
  attributes: readonly Attribute[],
  before: Resource,
  operations: readonly Operation[],
): Resource {
  const after = structuredClone(before);
  for (const operation of operations) {
    const { path } = operation;
    const attribute = path === null ? null : attributeOf(attributes, path.attribute);
    if (path === null || attribute === null) continue;
    if (attribute.readOnly === true) throw invalid('mutability', 'readOnly', { attribute: attribute.name });
    apply(after, attribute, path, operation);
  }
  return after;
}

function apply(resource: Resource, attribute: Attribute, path: Path, { op, value }: Operation): void {
  if (attribute.multiValued === true) {
    const entries = entriesAfter(attribute, entriesOf(resource[attribute.name]), path, { op, value });
    set(resource, attribute, entries.length === 0 ? undefined : entries, op);
    return;
  }
  if (attribute.type === 'complex') {
    const now = entryOf(resource[attribute.name]);
    if (path.part !== null) setPart(attribute, now, path.part, op === 'remove' ? null : value);
    const whole = path.part !== null ? now : op === 'remove' ? {} : { ...now, ...entryIn(attribute, value) };
    set(resource, attribute, Object.keys(whole).length === 0 ? undefined : whole, op);
    return;
  }
  if (path.part !== null || path.filter !== null) return;
  set(resource, attribute, op === 'remove' ? undefined : readValue(attribute, value), op);
}

/** An empty value in place of a removal takes neither what is required nor the id at the directory. */
function set(
  resource: Resource,
  { name, required }: Attribute,
  value: Resource[string] | undefined,
  op: Operation['op'],
): void {
  if (value !== undefined) resource[name] = value;
  else if (op === 'remove' && required === true) throw invalid('mutability', 'required', { attribute: name });
  else if (op === 'remove' || (required !== true && name !== EXTERNAL_ID.name)) delete resource[name];
}

/** Values of a list after one operation. A value path that matches nothing makes a value that does. */
function entriesAfter(
  attribute: Attribute,
  before: Entry[],
  { filter, part }: Path,
  { op, value }: Pick<Operation, 'op' | 'value'>,
): Entry[] {
  if (op === 'remove') return removedFrom(attribute, before, filter, part, value);
  if (filter === null && part === null) {
    const given = entriesOf(readValue(attribute, value));
    return onePrimary(
      op === 'replace' ? given : [...before.filter((one) => !given.some(sameAs(one))), ...given],
      given,
    );
  }
  const meant = before.filter((entry) => filter === null || matches(filter, entry));
  const changed = meant.length > 0 ? meant : [madeFor(attribute, filter)];
  for (const entry of changed) {
    if (part !== null) setPart(attribute, entry, part, value);
    else Object.assign(entry, readEntry(attribute, firstOf(value)));
  }
  const all = meant.length > 0 ? before : [...before, ...changed];
  return onePrimary(
    all.filter((entry) => entry.value !== undefined),
    changed,
  );
}

function removedFrom(
  attribute: Attribute,
  before: Entry[],
  filter: Filter | null,
  part: string | null,
  value: unknown,
): Entry[] {
  const isMeant = (entry: Entry) => filter === null || matches(filter, entry);
  if (part !== null) {
    for (const entry of before.filter(isMeant)) setPart(attribute, entry, part, null);
    return before.filter((entry) => entry.value !== undefined);
  }
  // A removal that names values removes those, and none when it names none.
  const named = value === undefined || value === null ? null : Array.isArray(value) ? value : [value];
  const given = named?.map((one) => readEntry(attribute, one)) ?? null;
  return before.filter((entry) => !isMeant(entry) || (given !== null && !given.some(sameAs(entry))));
}

/** The values of the list that are new say which one is the primary one. */
function onePrimary(entries: Entry[], said: readonly Entry[]): Entry[] {
  const primary = said.find((entry) => entry.primary === true);
  if (primary === undefined) return entries;
  return entries.map((entry) => (entry === primary || entry.primary !== true ? entry : { ...entry, primary: false }));
}

function madeFor(attribute: Attribute, filter: Filter | null): Entry {
  return filter === null ? {} : readEntry(attribute, equationsOf(filter));
}

function setPart(attribute: Attribute, entry: Entry, name: string, value: unknown): void {
  const part = byName(attribute.parts ?? [], name);
  if (part === null) return;
  const read = value === null ? undefined : readEntry(attribute, { [part.name]: firstOf(value) })[part.name];
  if (read === undefined) delete entry[part.name];
  else entry[part.name] = read;
}

/** A text in place of a name is the whole name. */
const entryIn = (attribute: Attribute, value: unknown): Entry =>
  typeof value === 'string' ? readEntry(attribute, { formatted: value }) : readEntry(attribute, firstOf(value));

const firstOf = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);
const entriesOf = (value: Resource[string] | undefined): Entry[] => (Array.isArray(value) ? value : []);
const entryOf = (value: Resource[string] | undefined): Entry =>
  typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

const sameAs =
  (entry: Entry) =>
  (given: Entry): boolean =>
    String(given.value).toLowerCase() === String(entry.value).toLowerCase() &&
    (given.type === undefined || entry.type === undefined || given.type === entry.type);

function fieldOf(object: object, name: string): unknown {
  return Object.entries(object).find(([key]) => plainName(key) === name)?.[1];
}

/** What operations do to the members of a group. `all` null: the others stay. */
export interface MemberChanges {
  all: readonly string[] | null;
  add: ReadonlySet<string>;
  remove: ReadonlySet<string>;
}

/**
 * The changes of a group's members, without reading them. A removal that names nobody by value removes nobody.
 *
 * @throws ScimError invalidValue
 */
export function memberChanges(members: Attribute, operations: readonly Operation[]): MemberChanges {
  let all: string[] | null = null;
  const [add, remove] = [new Set<string>(), new Set<string>()];
  const join = (id: string) => {
    remove.delete(id);
    add.add(id);
  };
  const leave = (id: string) => {
    add.delete(id);
    remove.add(id);
  };
  const only = (ids: string[]) => {
    all = ids;
    add.clear();
    remove.clear();
  };
  for (const { op, path, value } of operations) {
    if (path?.attribute !== members.name) continue;
    // Nothing is said about the members by what has no value.
    if (value === null && path.filter === null) continue;
    const named = path.filter === null ? idsIn(value) : idsOf(path.filter);
    if (op === 'add') named?.forEach(join);
    else if (op === 'replace' && path.filter === null) only(named ?? []);
    else if (op === 'remove' && named === null) only([]);
    else if (op === 'remove') named?.forEach(leave);
  }
  return { all, add, remove };
}

/** Ids of the members that a value names; null: there is no value. */
export function idsIn(value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  return (Array.isArray(value) ? value : [value]).map((one: unknown) => {
    const id = typeof one === 'string' ? one : (fieldOf(Object(one), 'value') as unknown);
    if (typeof id !== 'string') throw invalid('invalidValue', 'required', { attribute: 'members.value' });
    return id;
  });
}

/** `members[value eq "a" or value eq "b"]`. */
function idsOf(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsOf);
  if (filter.kind === 'compare' && filter.attribute === 'value' && filter.comparison === 'eq')
    return [String(filter.value)];
  throw invalid('invalidPath', 'path', { at: '1' });
}
