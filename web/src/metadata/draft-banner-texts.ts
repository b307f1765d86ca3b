import { texts } from '@academy/contract/i18n/texts';
import { de } from './draft-banner-texts.de.ts';

/** The banner above pages of a draft. */
export const draftBannerTexts = texts({
  draft: 'Draft',
  notPublished: 'Readers do not see this yet, and nothing is recorded.',
  overview: 'Overview',
}).translated({ de });
