import { texts } from '@academy/contract/i18n/texts';
import { de } from './contact-messages-texts.de.ts';

/** The messages of the contact form, for administrators. */
export const contactMessagesTexts = texts({
  contactMessages: 'Contact messages',
  intro:
    'Messages from the contact form of this academy. Each one was also e-mailed to the contact addresses. Answer them here, or by e-mail.',
  download: 'Download the messages as CSV',
  subject: 'Subject',
  emptyTitle: 'No messages yet',
  emptyText: 'Messages from the contact form will be listed here, newest first.',
  from: 'From',
  loggedIn: 'Logged in',
  notLoggedIn: 'No. Name and address are not verified.',
  yes: 'Yes',
  search: 'Search messages',
  allSubjects: 'All subjects',
  when: 'When',
  message: 'Message',
  email: 'E-mail',
  id: 'Id',
  listLabel: 'Contact messages',
  counted: '{count, plural, one {# contact message} other {# contact messages}}',
}).translated({ de });
