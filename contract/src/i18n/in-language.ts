import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { currentLanguage, LANGUAGES, type Language } from './languages.ts';

/** Messages in ICU format by their names. */
export type Texts = Readonly<Record<string, string>>;

/** Compiled messages by their names. */
export type Catalogue = Readonly<Record<string, CompiledMessage>>;

interface ArgumentTypes {
  ICUArgument: string | number;
  ICUNumberArgument: number;
  ICUDateArgument: Date | number;
}

type TagsOf<T extends string> = T extends `${string}</${infer Name}>${infer Rest}` ? Name | TagsOf<Rest> : never;

/** The part of a message between a tag and its end. */
type Chunks<R> = (string | R)[];

/** A text, or a function of its arguments; with tags it gives the parts of the text in their order. */
type Message<T extends string> = [TagsOf<T>] extends [never]
  ? T extends `${string}{${string}`
    ? (values: GetICUArgs<T, ArgumentTypes>) => string
    : string
  : <R>(
      values: GetICUArgs<T, ArgumentTypes> & Readonly<Record<TagsOf<T>, (chunks: Chunks<R>) => R>>,
    ) => readonly (string | R)[];

/** The messages of a catalogue as code uses them. */
export type Messages<T extends Texts> = { readonly [K in keyof T]: T[K] extends string ? Message<T[K]> : never };

/**
 * The messages of a screen or noun in the current language. They are read while a page, reply or mail is made: a constant
 * of a module would keep the language of the first reader.
 * @param languageNow where another language than the reader's decides
 */
export function inLanguage<T extends Texts>(
  catalogues: Readonly<Partial<Record<Language, Catalogue>>>,
  languageNow: () => Language = currentLanguage,
): Messages<T> {
  const made = new Map<Language, Readonly<Record<string, unknown>>>();
  return new Proxy({} as Messages<T>, {
    get(_target, key) {
      const language = languageNow();
      let messages = made.get(language);
      if (messages === undefined) {
        messages = messagesOf(catalogues[language], language);
        made.set(language, messages);
      }
      return messages[key as string];
    },
  });
}

function messagesOf(catalogue: Catalogue | undefined, language: Language): Readonly<Record<string, unknown>> {
  if (catalogue === undefined) throw new Error(`This build has no messages in "${language}"`);
  const { locale } = LANGUAGES[language];
  const made: Record<string, unknown> = {};
  for (const [key, message] of Object.entries(catalogue))
    made[key] =
      typeof message === 'string'
        ? message
        : (values: FormatValues) => {
            const result = format(message, locale, values, { formatters });
            // Tags give parts; a message whose only tag surrounds everything gives that one.
            return hasTags(values) && !Array.isArray(result) ? [result] : result;
          };
  return made;
}

const hasTags = (values: FormatValues): boolean => Object.values(values).some((value) => typeof value === 'function');

/** Making a formatter takes much longer than using it. */
function remembered<O, F>(make: (locale: string, options?: O) => F): (locale: string, options?: O) => F {
  const known = new Map<string, F>();
  return (locale, options) => {
    const key = locale + JSON.stringify(options ?? null);
    const formatter = known.get(key) ?? make(locale, options);
    known.set(key, formatter);
    return formatter;
  };
}

const formatters = {
  getDateTimeFormat: remembered(
    (locale: string, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
  ),
  getNumberFormat: remembered(
    (locale: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
  ),
  getPluralRules: remembered(
    (locale: string, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
  ),
} as unknown as Parameters<typeof format>[3]['formatters'];
