import { messages } from '@academy/contract/i18n/messages';

/** What a press on code, a video or a picture of a text needs. */
export const en = messages({
  picture: 'Picture',
  video: 'Video',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying. Select the text and copy it yourself.',
});
