import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  nameless: 'A learner',
});
