import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  known: '{browser} on {system}',
  unknown: 'A browser',
  unknownOn: 'A browser on {system}',
});
