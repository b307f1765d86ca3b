import { isLanguage, type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import { FILE_TABLES } from '../file-tables/file-table.ts';
import type { FindingList } from '../finding-list.ts';
import { plainValue, readJson } from '../json-source.ts';
import type { SourceFiles } from '../source-files.ts';
import { fillTemplate, isTemplate, type TemplateVariables } from '../template-variables.ts';
import { decode } from '../text-source.ts';

/** The translations of an item's files by language: the path of each original, and the one of its translation. */
export type TranslatedFiles = ReadonlyMap<Language, ReadonlyMap<string, string>>;

/** The language stands before the ending. */
const TRANSLATION = /^(.*\/)?([^/]+)\.([a-z]{2})\.(md|json)$/;

/** The fields of JSON files that a translation replaces; a list is translated entry by entry. */
const TRANSLATABLE: ReadonlySet<string> = new Set(
  Object.values(FILE_TABLES).flatMap(({ fields }) =>
    fields.filter(({ isTranslatable }) => isTranslatable === true).map(({ name }) => name),
  ),
);

/** What a file translates: its language, and the paths that its original may have; null for every other file. */
export function translationIn(file: string): { language: Language; originals: readonly string[] } | null {
  const [, folder = '', name, language = '', extension] = TRANSLATION.exec(file) ?? [];
  if (name === undefined || !isLanguage(language) || language === ORIGINAL) return null;
  return { language, originals: ['', '.template'].map((part) => `${folder}${name}${part}.${extension}`) };
}

/** Finds the translations among an item's files. One whose original does not exist is reported and not used. */
export function translatedFiles(files: SourceFiles, findings: FindingList): TranslatedFiles {
  const found = new Map<Language, Map<string, string>>();
  for (const file of files.keys()) {
    const translation = translationIn(file);
    if (translation === null) continue;
    const { language, originals } = translation;
    const known = originals.filter((one) => files.has(one));
    const [plain = ''] = originals;
    if (known.length === 0)
      findings.warning(
        'translation-alone',
        file,
        1,
        `there is no "${plain}" that this translates; add it or remove this`,
      );
    const ofLanguage = found.get(language) ?? new Map<string, string>();
    found.set(language, ofLanguage);
    for (const original of known) ofLanguage.set(original, file);
  }
  return found;
}

/** The files without translations: what the original is made of. */
export function originalFiles(files: SourceFiles): SourceFiles {
  return new Map([...files].filter(([file]) => translationIn(file) === null));
}

/** The files as a reader of the language gets them: translations stand in the place of their originals. */
export function filesInLanguage(
  files: SourceFiles,
  translations: ReadonlyMap<string, string>,
  variables: TemplateVariables,
  findings: FindingList,
): SourceFiles {
  const mixed = new Map(originalFiles(files));
  for (const [original, translation] of translations) {
    const [before, bytes] = [files.get(original), files.get(translation)];
    if (before === undefined || bytes === undefined) continue;
    const text = original.endsWith('.json')
      ? mergedJson(filled(before, original, variables), bytes, translation, findings)
      : bytes;
    if (text !== null) mixed.set(original, text);
  }
  return mixed;
}

function filled(bytes: Uint8Array, file: string, variables: TemplateVariables): string {
  const text = new TextDecoder().decode(bytes);
  return isTemplate(file) ? fillTemplate(text, variables, file) : text;
}

/** The original with the texts of its translation; null when one of them cannot be read. */
function mergedJson(before: string, bytes: Uint8Array, translation: string, findings: FindingList): Uint8Array | null {
  const read = readJson(decode(bytes, translation, findings));
  if (!read.ok) {
    findings.error('json-invalid', translation, read.line, `${read.message}; readers get the original`);
    return null;
  }
  // What is wrong with the original is reported where it is read.
  const own = readJson(before);
  if (!own.ok) return null;
  const other: string[] = [];
  const merged = merge(plainValue(own.node), plainValue(read.node), '', other);
  for (const field of other) {
    const message = `"${field}" is not translated: it is the same in all languages, or the original does not have it. Remove it`;
    findings.warning('translation-field', translation, 1, message);
  }
  return new TextEncoder().encode(JSON.stringify(merged));
}

/** @param path `settings.links[].` @param other receives the fields of the translation that are not used */
function merge(original: unknown, translation: unknown, path: string, other: string[]): unknown {
  if (Array.isArray(original) && Array.isArray(translation))
    return original.map((one, at) =>
      at < translation.length ? merge(one, translation[at], `${path}[].`, other) : one,
    );
  if (!isObject(original) || !isObject(translation)) {
    other.push(path.replace(/\.$/, ''));
    return original;
  }
  const merged: Record<string, unknown> = { ...original };
  for (const [name, value] of Object.entries(translation)) {
    const field = `${path}${name}`;
    const before = original[name];
    if (typeof value === 'object' && value !== null && typeof before === 'object' && before !== null)
      merged[name] = merge(before, value, Array.isArray(before) ? field : `${field}.`, other);
    else if (typeof value === 'string' && typeof before === 'string' && TRANSLATABLE.has(field)) merged[name] = value;
    // The same value may stand in both: it is how authors find the entry of a list.
    else if (value !== before) other.push(field);
  }
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
