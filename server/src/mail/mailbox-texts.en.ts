import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  title: 'Mailbox',
  lead: 'All mail that the academies here have written, newest first. This page exists on your own machine only. Reload it to see newer mail. There are <link>samples of all mail</link>, too.',
  empty: 'No mail yet. Mail that the academy writes appears here. Register or ask for a new password to get some.',
  toRecipient: 'to {recipient}',
  stateAt: '{state, select, sent {sent} failed {given up} waiting {waiting} other {written}} {at}',
  stateNow: '{state, select, sent {sent} failed {given up} waiting {waiting} other {written}}',
  allMail: 'All mail',
  to: 'To',
  replyTo: 'Reply to',
  unsubscribe: 'Unsubscribe',
  written: 'Written',
  state: 'State',
  kind: 'Kind',
  samplesTitle: 'Mail samples',
  samplesLead: 'Every mail that this academy can write, with invented people. None of it was sent.',
  allSamples: 'All samples',
  asText: 'As text',
  mailAsText: 'The mail as text',
  asHtml: 'As HTML',
  mailAsHtml: 'The mail as HTML',
});
