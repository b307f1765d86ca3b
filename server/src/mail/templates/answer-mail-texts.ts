import { texts } from '@academy/contract/i18n/texts';
import { de } from './answer-mail-texts.de.ts';

/** The mail to admins about a change of somebody’s rights. */
export const answerMailTexts = texts({
  subject: 'Answer to your message to {academy}',
  heading: 'Answer to your message',
  intro: 'You wrote to {academy}. This is the answer:',
  yourMessage: 'Your message: {question}',
  noReply: 'To write again, use the contact form of the academy.',
  reply: 'To write again, reply to this e-mail.',
}).translated({ de });
