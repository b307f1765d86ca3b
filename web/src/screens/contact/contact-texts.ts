import { texts } from '@academy/contract/i18n/texts';
import { de } from './contact-texts.de.ts';

/** The contact form. */
export const contactTexts = texts({
  contact: 'Contact',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  emailHint: 'We reply to this address.',
  topic: 'Topic',
  chooseTopic: 'Choose a topic',
  message: 'Message',
  leaveEmpty: 'Leave this field empty',
  notSent: 'Your message was not sent. Your text is kept. {failure}',
  oneMoment: 'One moment',
  send: 'Send message',
  problem: 'This {message}',
  description: 'Write to the people behind the {name} Academy.',
  heading: 'CONTACT',
  writeToUs: 'Write to us',
  intro:
    'A question, an idea for a course, something that does not work: a person reads your message and replies by e-mail.',
}).translated({ de });
