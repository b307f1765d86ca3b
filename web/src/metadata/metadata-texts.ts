import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './metadata-texts.de.ts';
import { en } from './metadata-texts.en.ts';

/** What search engines, readers of feeds and previews of links are told. */
export const metadataTexts = inLanguage({ en, de });
