import { messages } from '../i18n/messages.ts';

/** Parts of a duration. */
export const en = messages({
  days: '{count} d',
  hours: '{count} h',
  minutes: '{count} min',
});
