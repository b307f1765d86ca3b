import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  subject: 'Exam voucher requested at {academy}',
  heading: 'An exam voucher was requested',
  request: '{person} asks for the Spring Certified Professional exam voucher that Pro membership includes.',
  year: 'It is the voucher of the membership year from {from} until {until} (UTC); no other was requested for that year.',
  send: 'Please send the voucher to that address. An answer to this mail goes there, too.',
  openUsers: 'Open the list of users',
  contactAddress: 'This mail goes to the contact address of the academy.',
});
