import { texts } from '@academy/contract/i18n/texts';
import { de } from './mailbox-texts.de.ts';

/** The local mailbox, for people who try the academy. */
export const mailboxTexts = texts({
  title: 'Mailbox',
  lead: 'All e-mails that the academies here have written, newest first. This page exists on your own machine only. Reload it to see newer e-mails. There are <link>samples of all e-mails</link>, too.',
  empty: 'No e-mails yet. E-mails that the academy writes appear here. Register or ask for a new password to get one.',
  toRecipient: 'to {recipient}',
  stateAt: '{state, select, sent {sent} failed {given up} waiting {waiting} other {written}} {at}',
  stateNow: '{state, select, sent {sent} failed {given up} waiting {waiting} other {written}}',
  allMail: 'All e-mails',
  to: 'To',
  replyTo: 'Reply to',
  unsubscribe: 'Unsubscribe',
  written: 'Written',
  state: 'State',
  kind: 'Kind',
  samplesTitle: 'E-mail samples',
  samplesLead: 'Every e-mail that this academy can write, with invented people. None of it was sent.',
  allSamples: 'All samples',
  asText: 'As text',
  mailAsText: 'The e-mail as text',
  asHtml: 'As HTML',
  mailAsHtml: 'The e-mail as HTML',
}).translated({ de });
