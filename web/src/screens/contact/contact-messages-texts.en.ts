import { messages } from '@academy/contract/i18n/messages';

/** The messages of the contact form, for administrators. */
export const en = messages({
  contactMessages: 'Contact messages',
  intro:
    'What people wrote to this academy by its contact form. Each message was also mailed to the contact addresses; answers go by mail to who wrote it.',
  download: 'Download the messages as CSV',
  subject: 'Subject',
  emptyTitle: 'Nobody has written yet',
  emptyText: 'Whatever people write by “Contact” stands here, newest first.',
  from: 'From',
  loggedIn: 'Logged in',
  notLoggedIn: 'No; name and address are as they were typed',
  yes: 'Yes',
  search: 'Search messages',
  allSubjects: 'All subjects',
  when: 'When',
  message: 'Message',
  email: 'E-mail',
  id: 'Id',
  listLabel: 'Contact messages',
  counted: '{count, plural, one {# contact message} other {# contact messages}}',
});
