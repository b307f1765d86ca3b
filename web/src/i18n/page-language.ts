import { draftOf, readDraftWith } from '@academy/contract/i18n/address';
import { type Language, readLanguageWith } from '@academy/contract/i18n/languages';

// A page has one language, and its scripts are those of that language.
readLanguageWith(() => document.documentElement.lang as Language);

// And it belongs to one draft, or to none: links that lead elsewhere load another document.
const draft = draftOf(location.pathname);
readDraftWith(() => draft);
