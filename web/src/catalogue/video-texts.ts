import { texts } from '@academy/contract/i18n/texts';
import { de } from './video-texts.de.ts';

/** Why a video cannot be played. */
export const videoTexts = texts({
  noAccount: 'This academy has no video account set up, so the video cannot be played here.',
  notValid: 'The address of this video is not valid.',
}).translated({ de });
