import { texts } from '@academy/contract/i18n/texts';
import { de } from './voucher-mail-texts.de.ts';

/** The mail to an academy whose member requests an exam voucher. */
export const voucherMailTexts = texts({
  subject: 'Exam voucher requested at {academy}',
  heading: 'Exam voucher requested',
  request: '{person} requests the Spring Certified Professional exam voucher that is part of Pro membership.',
  year: 'It belongs to the membership year from {from} until {until} (UTC). No other voucher was requested for that year.',
  send: 'Please send the voucher to that address. Replies to this e-mail go there, too.',
  openUsers: 'Open the list of users',
  contactAddress: 'This e-mail goes to the contact address of the academy.',
}).translated({ de });
