import { isLanguage, type Language } from '@academy/contract/i18n/languages';
import type { Plugin } from 'vite';

/** A catalogue: a name that ends with `.de.ts` exports German messages as `de`. */
const CATALOGUE = /\.([a-z]{2})\.ts$/;

/**
 * Gives the browser compiled messages in one language: catalogues of the others are empty. A server entry keeps the sources,
 * and with them all languages.
 *
 * @param languageOf the language of an environment; null: all languages, compiled when they are loaded
 */
export function messagesInOneLanguage(languageOf: (environment: string) => Language | null): Plugin {
  return {
    name: 'academy:messages',
    apply: 'build',
    load: {
      filter: { id: CATALOGUE },
      async handler(id) {
        const language = languageOf(this.environment.name);
        const own = CATALOGUE.exec(id)?.[1] ?? '';
        if (language === null || !isLanguage(own)) return;
        if (own !== language) return `export const ${own} = null;`;
        this.addWatchFile(id);
        const catalogue = (await import(id)) as Record<string, unknown>;
        return `export const ${own} = ${JSON.stringify(catalogue[own])};`;
      },
    },
  };
}
