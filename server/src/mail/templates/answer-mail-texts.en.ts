import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  subject: 'Answer to your message to {academy}',
  heading: 'Answer to your message',
  intro: 'You wrote to {academy}. This is the answer:',
  yourMessage: 'Your message: {question}',
  noReply: 'To write again, use the contact form of the academy.',
  reply: 'To write again, reply to this e-mail.',
});
