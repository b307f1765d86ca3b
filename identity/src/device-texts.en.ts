import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  known: '{browser} on {system}',
  unknown: 'Unknown browser',
  unknownOn: 'Unknown browser on {system}',
});
