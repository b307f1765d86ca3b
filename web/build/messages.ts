import type { Language } from '@academy/contract/i18n/languages';
import { cataloguesOf } from '@academy/contract/i18n/texts';
import type { Plugin } from 'vite';

/**
 * Gives the browser compiled messages in one language. A server entry keeps the sources, and with them all languages.
 *
 * @param languageOf the language of an environment; null: all languages, compiled when they are loaded
 */
export function messagesInOneLanguage(languageOf: (environment: string) => Language | null): Plugin {
  return {
    name: 'academy:messages',
    apply: 'build',
    load: {
      filter: { id: /texts\.ts$/ },
      async handler(id) {
        const language = languageOf(this.environment.name);
        if (language === null) return;
        const lines = Object.entries((await import(id)) as object).map(([name, messages]) => {
          const own = { [language]: cataloguesOf(messages)?.[language] };
          return `export const ${name} = inLanguage(${JSON.stringify(own)});`;
        });
        return ["import { inLanguage } from '@academy/contract/i18n/in-language';", ...lines].join('\n');
      },
    },
  };
}
