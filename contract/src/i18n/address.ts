import { currentLanguage, isLanguage, type Language, ORIGINAL } from './languages.ts';

/** A path without the language that it begins with: `/de/courses` is `/courses` in German. */
export function splitLanguage(path: string): { language: Language; path: string } {
  const [, first = ''] = path.split('/', 2);
  if (!isLanguage(first) || first === ORIGINAL) return { language: ORIGINAL, path };
  return { language: first, path: path.slice(first.length + 1) || '/' };
}

/** The address of a page in a language: `/courses` is `/de/courses` in German. The original language has no prefix. */
export function withLanguage(address: string, language: Language = currentLanguage()): string {
  if (language === ORIGINAL) return address;
  return `/${language}${address.replace(/^\/(?=$|[?#])/, '')}`;
}
