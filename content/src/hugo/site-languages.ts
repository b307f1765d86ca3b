import { isLanguage, ORIGINAL } from '@academy/contract/i18n/languages';
import { compare } from '../finding-list.ts';

/** How the files of a site are called here, where its languages have a folder or an ending each. */
export interface SiteNames {
  /** The path on disk of each file that is called otherwise here, both below the site's root. */
  places: ReadonlyMap<string, string>;
  /** Pages in the original language, sorted. */
  originals: readonly string[];
  /** The translations of a page by its own file: `content/a.de.md` of `content/a.md`. */
  translations: ReadonlyMap<string, readonly string[]>;
  /** Pages in languages that the academies do not have, by language. */
  foreign: ReadonlyMap<string, readonly string[]>;
}

const LANGUAGE_FOLDER = /^content\/([a-z]{2}(?:-[A-Za-z]{2,4})?)\//;
const LANGUAGE_ENDING = /^(.*[^/])\.([a-z]{2}(?:-[A-Za-z]{2,4})?)\.md$/;

/**
 * Finds the languages of a site. Hugo knows the folders `content/en` and `content/de`, and endings like `.de.md` beside `.md`
 * or `.en.md`; here a page has the ending `.md`, its translation `.de.md`, and both lie in `content`.
 *
 * @param files paths on disk below the site's root
 */
export function siteNames(files: ReadonlySet<string>): SiteNames {
  const places = new Map<string, string>();
  const pages = new Set<string>();
  const foreign = new Map<string, string[]>();
  const hasFolders = [...files].some((file) => file.startsWith(`content/${ORIGINAL}/`));
  const take = (name: string, file: string) => {
    if (name.startsWith('content/') && name.endsWith('.md')) pages.add(name);
    if (name !== file) places.set(name, file);
  };
  const setAside = (language: string, file: string) => {
    if (file.endsWith('.md')) foreign.set(language, [...(foreign.get(language) ?? []), file]);
  };
  for (const file of [...files].sort(compare)) {
    const language = hasFolders ? (LANGUAGE_FOLDER.exec(file)?.[1] ?? null) : null;
    const rest = file.slice(`content/${language}/`.length);
    if (language === null) take(file, file);
    else if (language === ORIGINAL) take(`content/${rest}`, file);
    else if (!isLanguage(language)) setAside(language, file);
    else if (file.endsWith('.md')) take(`content/${rest.slice(0, -'.md'.length)}.${language}.md`, file);
  }
  for (const name of [...pages]) {
    const [, stem = '', language] = LANGUAGE_ENDING.exec(name) ?? [];
    if (language !== ORIGINAL || pages.has(`${stem}.md`)) continue;
    pages.delete(name);
    take(`${stem}.md`, places.get(name) ?? name);
  }
  const originals: string[] = [];
  const translations = new Map<string, string[]>();
  for (const name of [...pages].sort(compare)) {
    const [, stem = '', language = ORIGINAL] = LANGUAGE_ENDING.exec(name) ?? [];
    const original = `${stem}.md`;
    // A dot may be a part of a name, as in "node.js".
    if (language === ORIGINAL || !pages.has(original)) originals.push(name);
    else if (isLanguage(language)) translations.set(original, [...(translations.get(original) ?? []), name]);
    else setAside(language, places.get(name) ?? name);
  }
  return { places, originals, translations, foreign };
}
