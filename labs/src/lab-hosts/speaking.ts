import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { isLanguage, type Language, ORIGINAL } from '@academy/contract/i18n/languages';

const speaking = new AsyncLocalStorage<Language>();

/** The language of the reply that is being made: that of its lab's page, or what the browser asks for. */
export const spoken = (): Language => speaking.getStore() ?? ORIGINAL;

/** Does something in a language; `spoken` says it meanwhile. */
export const speakingIn = <T>(language: Language, work: () => T): T => speaking.run(language, work);

/** The first known language that a browser asks for: browsers list theirs in order. */
export function askedLanguage(headers: IncomingHttpHeaders): Language {
  const wanted = (headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? ORIGINAL;
}
