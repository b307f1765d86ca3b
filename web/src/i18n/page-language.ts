import { type Language, readLanguageWith } from '@academy/contract/i18n/languages';

// A page has one language, and its scripts are those of that language.
readLanguageWith(() => document.documentElement.lang as Language);
