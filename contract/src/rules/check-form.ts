/** How a field of a check's form is filled in. */
export type CheckFieldKind = 'text' | 'textarea' | 'password' | 'number' | 'checkbox' | 'select' | 'radios';

export interface CheckField {
  name: string;
  kind: CheckFieldKind;
  label: string;
  help: string;
  isRequired: boolean;
  /** Text of the field before the learner changes it; a ticked box is `1`. */
  initial: string;
  /** For `select` and `radios`. */
  choices: readonly { value: string; label: string }[];
}

/** The form that a learner fills in before a check runs. */
export interface CheckForm {
  fields: readonly CheckField[];
  /** Label of its button; null: the usual one. */
  submit: string | null;
  /** Types of fields that the author asks for and no form here has. */
  unknownTypes: readonly string[];
}

/** Most fields of a form. */
const MAX_FIELDS = 50;

type Entries = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, CheckFieldKind>> = {
  text: 'text',
  string: 'text',
  email: 'text',
  url: 'text',
  textarea: 'textarea',
  password: 'password',
  number: 'number',
  integer: 'number',
  boolean: 'checkbox',
  checkbox: 'checkbox',
  select: 'select',
  radios: 'radios',
};

const isEntries = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const words = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/**
 * The form of a check, from its setting `inputs`: `schema` names the fields, `form` their order and look. Parts that need
 * programs of the author's page are left out.
 *
 * @returns null when the check asks nothing
 */
export function checkForm(inputs: unknown): CheckForm | null {
  if (!isEntries(inputs) || !isEntries(inputs.schema)) return null;
  const schema = isEntries(inputs.schema.properties) ? inputs.schema.properties : inputs.schema;
  const form = Array.isArray(inputs.form) ? inputs.form : ['*'];
  const fields: CheckField[] = [];
  const unknownTypes = new Set<string>();
  let submit: string | null = null;
  const add = (name: string, entry: Entries) => {
    const about = schema[name];
    if (!isEntries(about) || fields.some((field) => field.name === name) || fields.length >= MAX_FIELDS) return;
    const field = fieldOf(name, about, entry);
    if (typeof field === 'string') unknownTypes.add(field);
    else fields.push(field);
  };
  for (const entry of form) {
    if (entry === '*') for (const name of Object.keys(schema)) add(name, {});
    else if (typeof entry === 'string') add(entry, {});
    else if (isEntries(entry) && entry.type === 'submit') submit = words(entry.title) || null;
    else if (isEntries(entry) && typeof entry.key === 'string') add(entry.key, entry);
    else if (isEntries(entry)) unknownTypes.add(words(entry.type) || 'form');
  }
  return { fields, submit, unknownTypes: [...unknownTypes] };
}

/** @returns the name of its type when that is unknown */
function fieldOf(name: string, about: Entries, entry: Entries): CheckField | string {
  const choices = choicesOf(about, entry);
  const type = words(entry.type) || (choices.length > 0 ? 'select' : words(about.type) || 'string');
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) return type;
  const initial = words(entry.value ?? about.default);
  return {
    name,
    kind,
    label: (words(entry.title) || words(about.title) || name).replace(/:\s*$/, ''),
    help: words(entry.description) || words(about.description),
    isRequired: about.required === true,
    initial: kind === 'checkbox' ? (['true', '1'].includes(initial) ? '1' : '') : initial,
    choices,
  };
}

function choicesOf(about: Entries, entry: Entries): { value: string; label: string }[] {
  const titles = isEntries(entry.titleMap) ? entry.titleMap : {};
  return Array.isArray(about.enum)
    ? about.enum.map((one) => ({ value: words(one), label: words(titles[words(one)]) || words(one) }))
    : [];
}

/** What a check gets when the learner changes nothing; boxes that are not ticked are left out. */
export const initialAnswers = ({ fields }: CheckForm): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, initial }) => (kind === 'checkbox' && initial === '' ? [] : [[name, initial]])),
  );
