import { invalid } from './scim-error.ts';

/** What is known of an attribute: the table from which input is read, and which the schemas show. */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  about: string;
  required?: true;
  /** What counts when a required attribute is left out. */
  usual?: true;
  multiValued?: true;
  readOnly?: true;
  isExact?: true;
  isUnique?: true;
  values?: readonly string[];
  parts?: readonly Attribute[];
  refers?: readonly string[];
}

/** One value of a list, such as an address. */
export type Entry = Record<string, string | boolean>;
/** A person or group as a directory describes it: names of the table, and no others. */
export type Resource = Record<string, string | boolean | Entry | Entry[]>;

const MAX_TEXT = 500;
const MAX_ENTRIES = 50;

const text = (name: string, about: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  about,
  ...more,
});

/** What an academy keeps of a person. Everything else that a directory sends is left out. */
export const USER_ATTRIBUTES: readonly Attribute[] = [
  text('userName', 'The name of the person at the directory, compared without case.', {
    required: true,
    isUnique: true,
  }),
  {
    name: 'name',
    type: 'complex',
    about: 'The name of the person.',
    parts: [
      text('formatted', 'The whole name.'),
      text('familyName', 'The last name.'),
      text('givenName', 'The first name.'),
    ],
  },
  text('displayName', 'The name as it is shown, where there are no first and last names.'),
  text('preferredLanguage', 'The language of pages and e-mails, until the person chooses one.'),
  {
    name: 'active',
    type: 'boolean',
    required: true,
    usual: true,
    about: 'False: the person has left, and their account has ended.',
  },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    about: 'Addresses. The primary one, or the one for work, is the address of the account if its domain is proved.',
    parts: [
      text('value', 'The address.'),
      text('type', 'What the address is for.', { values: ['work', 'home', 'other'] }),
      { name: 'primary', type: 'boolean', about: 'Whether it is the main one.' },
    ],
  },
  {
    name: 'groups',
    type: 'complex',
    multiValued: true,
    readOnly: true,
    about: 'The groups of this directory that the person is in.',
    parts: [
      text('value', 'The id of the group.', { readOnly: true }),
      { name: '$ref', type: 'reference', about: 'The address of the group.', readOnly: true, refers: ['Group'] },
      text('display', 'The name of the group.', { readOnly: true }),
    ],
  },
];

export const GROUP_ATTRIBUTES: readonly Attribute[] = [
  text('displayName', 'The name of the group, compared without case.', { required: true, isUnique: true }),
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    about: 'The people in the group.',
    parts: [
      text('value', 'The id of the person.', { isExact: true }),
      { name: '$ref', type: 'reference', about: 'The address of the person.', refers: ['User'] },
      text('type', 'What the member is.', { values: ['User'] }),
    ],
  },
];

/** Kept of both kinds; part of no schema. */
export const EXTERNAL_ID = text('externalId', 'The id at the directory.', { isExact: true });

export const byName = (attributes: readonly Attribute[], name: string): Attribute | null =>
  attributes.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;

/** The attribute of a person or group that may be written. */
export const attributeOf = (attributes: readonly Attribute[], name: string): Attribute | null =>
  byName([...attributes, EXTERNAL_ID], name);

/**
 * A value as it is kept. Undefined: there is none, as for null and for empty lists.
 *
 * @throws ScimError invalidValue for one of another type, and for one that is too long
 */
export function readValue(attribute: Attribute, given: unknown): Resource[string] | undefined {
  if (given === undefined || given === null) return undefined;
  if (attribute.multiValued === true) return readEntries(attribute, given);
  // A list of one is what some programs make of a single value.
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (attribute.type === 'complex') {
    const entry = readEntry(attribute, value);
    return Object.keys(entry).length === 0 ? undefined : entry;
  }
  return readSingle(attribute, value);
}

function readSingle(attribute: Attribute, value: unknown): string | boolean | undefined {
  const { name, type } = attribute;
  if (type === 'boolean') {
    // Entra writes booleans as texts.
    const known = typeof value === 'string' ? { true: true, false: false }[value.trim().toLowerCase()] : value;
    if (typeof known !== 'boolean') throw wrongType(attribute);
    return known;
  }
  if (typeof value !== 'string') throw wrongType(attribute);
  if (value.length > MAX_TEXT) throw invalid('invalidValue', 'tooLong', { attribute: name });
  // The database refuses the letter with number zero.
  return value === '' ? undefined : value.replaceAll('\0', '');
}

function readEntries(attribute: Attribute, given: unknown): Entry[] | undefined {
  const values = Array.isArray(given) ? given : [given];
  if (values.length > MAX_ENTRIES) throw invalid('invalidValue', 'tooLong', { attribute: attribute.name });
  const entries = values.map((value) => readEntry(attribute, value)).filter((entry) => Object.keys(entry).length > 0);
  return entries.length === 0 ? undefined : entries;
}

/** Parts of a value; a text alone is its `value`. */
export function readEntry(attribute: Attribute, value: unknown): Entry {
  const given = typeof value === 'string' && attribute.multiValued === true ? { value } : value;
  if (given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) throw wrongType(attribute);
  const entry: Entry = {};
  for (const [key, one] of Object.entries(given)) {
    const part = byName(attribute.parts ?? [], key);
    const read = part === null || one === null ? undefined : readSingle(part, one);
    if (part !== null && read !== undefined) entry[part.name] = read;
  }
  return entry;
}

function wrongType({ name, type }: Attribute): Error {
  return invalid('invalidValue', 'wrongType', { attribute: name, type });
}

/**
 * What of a body is kept, whatever the case of its keys. Attributes that the table does not have, and those that only the
 * academy writes, are left out.
 *
 * @throws ScimError invalidValue
 */
export function readResource(attributes: readonly Attribute[], body: Readonly<Record<string, unknown>>): Resource {
  const resource: Resource = {};
  for (const [key, given] of Object.entries(body)) {
    const attribute = attributeOf(attributes, key);
    if (attribute === null || attribute.readOnly === true) continue;
    const value = readValue(attribute, given);
    if (value !== undefined) resource[attribute.name] = value;
  }
  for (const { name, required, usual } of attributes)
    if (required === true && usual === undefined && resource[name] === undefined)
      throw invalid('invalidValue', 'required', { attribute: name });
  return resource;
}
