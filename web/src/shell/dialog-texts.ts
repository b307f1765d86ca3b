import { texts } from '@academy/contract/i18n/texts';
import { de } from './dialog-texts.de.ts';

/** The dialogs that any screen can open, loaded with the first of them. */
export const dialogTexts = texts({
  warning: 'Warning',
  success: 'Success',
  accessDenied: 'Access Denied',
  ok: 'OK',
}).translated({ de });
