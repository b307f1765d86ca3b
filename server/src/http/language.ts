import { AsyncLocalStorage } from 'node:async_hooks';
import { API_BASE_PATH } from '@academy/contract/constants';
import { splitLanguage } from '@academy/contract/i18n/address';
import { isLanguage, LANGUAGES, type Language, ORIGINAL, readLanguageWith } from '@academy/contract/i18n/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { remembered } from './remembered.ts';

const speaking = new AsyncLocalStorage<Language>();
readLanguageWith(() => speaking.getStore() ?? ORIGINAL);

/**
 * The language of a reply: pages have it in their address, and so in a cache; calls say it in `Accept-Language`, as the
 * academy's own pages do.
 */
export function languageOf({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  if (!url.startsWith(`${API_BASE_PATH}/`)) return splitLanguage(url.split('?', 1)[0] ?? '').language;
  return acceptedLanguage(headers);
}

/** The language that a browser asks for: also for pages that have none in their address and that nobody else gets. */
export function acceptedLanguage(headers: FastifyRequest['headers']): Language {
  const header = headers['accept-language'];
  return header === undefined ? ORIGINAL : preferredLanguage(header);
}

const preferredLanguage = remembered((header): Language => {
  const negotiator = new Negotiator({ headers: { 'accept-language': header } });
  const wanted = negotiator.language(Object.keys(LANGUAGES)) ?? ORIGINAL;
  return isLanguage(wanted) ? wanted : ORIGINAL;
}, 100);

/**
 * Does something in a language: what waits for nobody's request, such as mail, or comes from another thread.
 *
 * @param language null: its reader has chosen none, so it is the original
 */
export const inLanguageOf = <T>(language: Language | null, work: () => T): T =>
  speaking.run(language ?? ORIGINAL, work);

/** Makes each request in its language. */
export function addLanguage(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    speaking.run(languageOf(request), done);
  });
}
