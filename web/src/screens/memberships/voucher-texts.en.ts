import { messages } from '@academy/contract/i18n/messages';

/** Requests for exam vouchers, for administrators. */
export const en = messages({
  name: 'Name',
  email: 'E-mail',
  requested: 'Requested',
  year: 'Year of membership from (UTC)',
  sent: 'Sent',
  download: 'Download the requests as CSV',
  state: 'State',
  all: 'All',
  waiting: 'Waiting',
  markAsSent: 'Mark as sent',
  notSent: 'Not sent yet',
  emptyTitle: 'No requests yet',
  emptyText: 'Pro members ask for their exam voucher on the home page, once in each year of membership.',
  vouchers: 'Exam vouchers',
  intro:
    'What Pro members of this academy asked for. Vouchers are sent by hand; who got one is marked here, and the mark can be taken back.',
  search: 'Search requests',
  isSent: 'The voucher of {name} is marked as sent.',
  isWaiting: 'The voucher of {name} waits again.',
  listLabel: 'Requests',
  counted: '{count, plural, one {# request} other {# requests}}',
});
