import compile from 'icu-minify/compile';
import { type Catalogue, inLanguage, type Messages, type Texts } from './in-language.ts';
import { type Language, ORIGINAL } from './languages.ts';

type Translations<T extends Texts> = Readonly<
  Record<Exclude<Language, typeof ORIGINAL>, { readonly [K in keyof T]: string }>
>;

/** Messages that the original does not have are refused. */
type NoOthers<X, T> = { readonly [L in keyof X]: Readonly<Record<Exclude<keyof X[L], keyof T>, never>> };

/** The compiled messages of each language, by what `translated` has returned. */
const compiled = new WeakMap<object, Readonly<Record<Language, Catalogue>>>();

/**
 * The messages of one screen or noun in the original language, in ICU format, to be joined with those of the other languages:
 * `texts({ title: 'Courses' }).translated({ de })`. The client build compiles them, so that browsers get no parser.
 */
export function texts<const T extends Texts>(original: T) {
  return {
    /**
     * The messages in the current language.
     * @param languageNow where another language than the reader's decides
     * @throws when a message is not valid
     */
    translated<X extends Translations<T>>(translations: X & NoOthers<X, T>, languageNow?: () => Language): Messages<T> {
      const sources = Object.entries({ [ORIGINAL]: original, ...translations });
      const catalogues = Object.fromEntries(sources.map(([language, source]) => [language, catalogueOf(source)]));
      const messages = inLanguage<T>(catalogues, languageNow);
      compiled.set(messages, catalogues as Readonly<Record<Language, Catalogue>>);
      return messages;
    },
  };
}

/** The compiled messages of each language; undefined for what is not made by `texts`. */
export const cataloguesOf = (messages: unknown): Readonly<Record<Language, Catalogue>> | undefined =>
  typeof messages === 'object' && messages !== null ? compiled.get(messages) : undefined;

const catalogueOf = (source: Texts): Catalogue =>
  Object.fromEntries(Object.entries(source).map(([key, text]) => [key, compiledText(key, text)]));

/** A text without arguments stays as it is. */
const PLAIN = /^[^{}<>']*$/;

function compiledText(key: string, text: string) {
  if (PLAIN.test(text)) return text;
  try {
    return compile(text);
  } catch (error) {
    throw new Error(`Message "${key}" is not valid: ${text}`, { cause: error });
  }
}
