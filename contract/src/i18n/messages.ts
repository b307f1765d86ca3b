import compile from 'icu-minify/compile';
import type { Catalogue, Texts } from './in-language.ts';

/**
 * A catalogue: the messages of one screen or noun in one language, in ICU format. The client build compiles it, so that
 * browsers get no parser.
 *
 * @throws when a message is not valid
 */
export function messages<const T extends Texts>(texts: T): Catalogue<T> {
  const compiled = Object.entries(texts).map(([key, text]) => [key, compiledText(key, text)]);
  return Object.fromEntries(compiled) as Catalogue<T>;
}

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
