import { currentLanguage, isLanguage, type Language, ORIGINAL } from './languages.ts';

/** Where drafts of content are shown: `/drafts/<key>`, and below it every page of the site. */
const DRAFT = /^\/drafts\/[^/?#]+/;

/** The draft that an address begins with, `/drafts/<key>`; '' for what readers see. */
export const draftOf = (address: string): string => DRAFT.exec(address)?.[0] ?? '';

let readDraft = (): string => '';

/** Says which draft the page that is being made belongs to; until then, none. */
export function readDraftWith(reader: () => string): void {
  readDraft = reader;
}

/** The draft of the page, `/drafts/<key>`; '' for what readers see. */
export const currentDraft = (): string => readDraft();

/** A path without the draft and the language that it begins with: `/de/courses` is `/courses` in German. */
export function splitLanguage(address: string): { language: Language; path: string } {
  const path = address.slice(draftOf(address).length) || '/';
  const [, first = ''] = path.split('/', 2);
  if (!isLanguage(first) || first === ORIGINAL) return { language: ORIGINAL, path };
  return { language: first, path: path.slice(first.length + 1) || '/' };
}

/**
 * The address of a page in a language: `/courses` is `/de/courses` in German. The original language has no prefix. On a
 * page of a draft it leads to the draft.
 */
export function withLanguage(address: string, language: Language = currentLanguage()): string {
  return currentDraft() + (language === ORIGINAL ? address : `/${language}${address.replace(/^\/(?=$|[?#])/, '')}`);
}
