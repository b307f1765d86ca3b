import { inLanguageOf } from '../http/language.ts';
import { scimTexts } from './scim-texts.ts';

type TextKey = keyof typeof scimTexts;
type Words = Readonly<Record<string, string>>;

/** Kinds of errors that RFC 7644 names. */
type ScimType =
  | 'uniqueness'
  | 'invalidValue'
  | 'invalidSyntax'
  | 'invalidFilter'
  | 'invalidPath'
  | 'mutability'
  | 'noTarget';

/** A refusal that a directory is answered. Its words hold nothing personal: administrators are shown the last one. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  readonly key: TextKey;
  readonly words: Words;
  constructor(status: number, key: TextKey, words: Words = {}, scimType: ScimType | null = null) {
    super(key);
    this.name = 'ScimError';
    this.status = status;
    this.key = key;
    this.words = words;
    this.scimType = scimType;
  }
}

/** Refusals with status 400 that have a kind. */
export const invalid = (scimType: ScimType, key: TextKey, words: Words = {}): ScimError =>
  new ScimError(400, key, words, scimType);

/** A refusal in the language of whoever reads it. */
function wordsOf({ key, words }: Pick<ScimError, 'key' | 'words'>): string {
  const text = scimTexts[key] as string | ((words: Words) => string);
  return typeof text === 'string' ? text : text(words);
}

/** A refusal as it was noted, in the language of whoever reads it; one that is not known any more as it stands. */
export function scimWords(noted: string): string {
  try {
    const { key, words } = JSON.parse(noted) as { key: TextKey; words: Words };
    return wordsOf({ key, words });
  } catch {
    return noted;
  }
}

/** The body of an error. Programs of directories get it in English. */
export function errorBody(error: ScimError): Record<string, unknown> {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(error.status),
    ...(error.scimType === null ? {} : { scimType: error.scimType }),
    detail: inLanguageOf('en', () => wordsOf(error)),
  };
}
