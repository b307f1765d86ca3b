import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  title: 'Mailbox',
  lead: 'Every mail that the academies here have written, newest first. This page exists on your own machine only. Reload it to see newer mail. There are <link>samples of all mail</link>, too.',
  empty: 'No mail yet. Whatever the academy writes to people appears here: register, or ask for a new password.',
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
  samplesTitle: 'Samples of mail',
  samplesLead: 'Every mail that this academy can write, about invented people. Nothing of it was sent.',
  allSamples: 'All samples',
  asText: 'As text',
  mailAsText: 'The mail as text',
  asHtml: 'As HTML',
  mailAsHtml: 'The mail as HTML',
});
