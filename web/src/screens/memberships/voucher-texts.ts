import { texts } from '@academy/contract/i18n/texts';
import { de } from './voucher-texts.de.ts';

/** Requests for exam vouchers, for administrators. */
export const voucherTexts = texts({
  name: 'Name',
  email: 'E-mail',
  requested: 'Requested',
  year: 'Membership year from (UTC)',
  sent: 'Sent',
  download: 'Download requests as CSV',
  state: 'State',
  all: 'All',
  waiting: 'Waiting',
  markAsSent: 'Mark as sent',
  notSent: 'Mark as not sent',
  emptyTitle: 'No requests yet',
  emptyText:
    'Pro members can request an exam voucher on the home page, once in each membership year. Their requests appear here.',
  vouchers: 'Exam vouchers',
  intro:
    'Exam vouchers that Pro members of this academy requested. Send each voucher yourself, then mark the request as sent. You can undo this.',
  search: 'Search requests',
  isSent: 'Voucher of {name} marked as sent.',
  isWaiting: 'Voucher of {name} marked as not sent.',
  listLabel: 'Requests',
  counted: '{count, plural, one {# request} other {# requests}}',
}).translated({ de });
