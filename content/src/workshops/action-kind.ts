import { stringify } from 'yaml';

/**
 * `text` accepts numbers too; `count` is a number from 0 up; `number` is a whole number, whose negative values have a meaning
 * of their own; `any` is any YAML value.
 */
export type FieldType = 'text' | 'count' | 'number' | 'flag' | 'any';

/** What readers see of an action outside of a running lab. */
export interface ActionReading {
  /** What it does, as a short sentence without a full stop. */
  title: string;
  /** Its arguments; each piece gets a copy button. */
  code: readonly { text: string; language: string }[];
  /** Address that it opens. */
  address?: string;
}

export type Settings = Readonly<Record<string, unknown>>;
type FieldTypes = Readonly<Record<string, FieldType>>;

export interface ActionKind {
  /** Settings of its own, besides the common ones. */
  fields: FieldTypes;
  required: readonly string[];
  read(settings: Settings): ActionReading;
  /** What to write instead where no lab of the academy can do what these settings ask for; null: labs can. */
  refuses?(settings: Settings): string | null;
}

export const word = (settings: Settings, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const shell = (settings: Settings, name: string) => [{ text: word(settings, name), language: 'shell' }];

/** Languages of files by extension, where the two differ. */
const LANGUAGE_OF: Readonly<Record<string, string>> = { htm: 'html', bat: 'text', env: 'properties', cfg: 'ini' };

/** A setting in the language of the action's file. */
export function inFile(settings: Settings, name: string) {
  const extension = /\.([A-Za-z0-9]+)$/.exec(word(settings, 'file'))?.[1]?.toLowerCase() ?? '';
  const text = word(settings, name);
  return text === '' ? [] : [{ text, language: LANGUAGE_OF[extension] ?? extension }];
}

/** A setting that holds any YAML, as YAML. */
export const asYaml = (settings: Settings, name: string) =>
  settings[name] === undefined ? [] : [{ text: stringify(settings[name]).trimEnd(), language: 'yaml' }];

/** An action that only its title and its code describe. */
export const simple = (
  fields: FieldTypes,
  required: readonly string[],
  read: (settings: Settings) => string,
  code: (settings: Settings) => ActionReading['code'] = () => [],
): ActionKind => ({ fields, required, read: (settings) => ({ title: read(settings), code: code(settings) }) });

/** The session that means every terminal. */
export const ALL_TERMINALS = '*';
/** The name of the editor's terminal where none is given. */
const EDITOR_TERMINAL = 'educates';

/** The terminal that an action is about, as its author names it. */
export const terminalOf = (name: string, settings: Settings): string =>
  word(settings, 'session') || (name.startsWith('editor:') ? EDITOR_TERMINAL : '1');
