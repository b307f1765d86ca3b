/** Every language of the product: its name in itself, and the locale of its dates and numbers. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-US' },
  de: { name: 'Deutsch', locale: 'de-DE' },
} as const;

export type Language = keyof typeof LANGUAGES;

/** Its addresses have no prefix, and texts that are missing in another language are shown in it. */
export const ORIGINAL = 'en' satisfies Language;

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

let read: () => Language = () => ORIGINAL;

/**
 * Says where the current language comes from: the browser takes it from the document, a server from the request or person
 * that it works for. Where nothing says so, as in commands, it is the original.
 */
export function readLanguageWith(reader: () => Language): void {
  read = reader;
}

/** The language of the page, reply or mail that is being made. */
export const currentLanguage = (): Language => read();

/** The locale for `Intl`, such as `de-DE`. */
export const currentLocale = (): string => LANGUAGES[currentLanguage()].locale;
