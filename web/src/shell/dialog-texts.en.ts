import { messages } from '@academy/contract/i18n/messages';

/** The dialogs that any screen can open. */
export const en = messages({
  warning: 'Warning',
  success: 'Success',
  accessDenied: 'Access Denied',
  ok: 'OK',
});
