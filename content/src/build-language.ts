import { AsyncLocalStorage } from 'node:async_hooks';
import { type Language, ORIGINAL } from '@academy/contract/i18n/languages';

const building = new AsyncLocalStorage<Language>();

/** Renders a text with the labels of its language, whatever the process around it speaks. */
export const inBuildLanguage = <T>(language: Language, work: () => T): T => building.run(language, work);

/** The language of the text that is being rendered. */
export const buildLanguage = (): Language => building.getStore() ?? ORIGINAL;
