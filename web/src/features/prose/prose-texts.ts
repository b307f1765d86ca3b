import { texts } from '@academy/contract/i18n/texts';
import { de } from './prose-texts.de.ts';

/** What a press on code, a video or a picture of a text needs. */
export const proseTexts = texts({
  picture: 'Picture',
  video: 'Video',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying. Select the text and copy it yourself.',
}).translated({ de });
