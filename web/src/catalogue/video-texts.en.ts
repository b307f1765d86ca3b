import { messages } from '@academy/contract/i18n/messages';

/** Why a video cannot be played. */
export const en = messages({
  noAccount: 'This academy has no video account set up, so the video cannot be played here.',
  notValid: 'The address of this video is not valid.',
});
