import { texts } from '@academy/contract/i18n/texts';
import { de } from './audit-texts.de.ts';

/** The audit log. */
export const auditTexts = texts({
  when: 'When',
  who: 'Person',
  what: 'Change',
  about: 'About',
  address: 'Network address',
  academy: 'Academy',
  action: 'Action code',
  id: 'Id',
  actionBy: '{action}, by {name}',
  download: 'Download audit log as CSV',
  emptyTitle: 'No entries yet',
  emptyText: 'Changes of rights, addresses, alerts and settings appear here.',
  became: 'changed to',
  request: 'Request',
  audit: 'Audit log',
  intro:
    'Changes of rights, memberships, tokens, certificates, alerts, addresses and content of this academy, with person, time, network address and the values before and after. Nobody can change or delete entries.',
  value: 'Value',
  search: 'Search audit log',
  everything: 'Everything',
  allAcademies: 'All',
  nothing: 'empty',
  yes: 'yes',
  no: 'no',
  allEntries:
    '{kind, select, token {All entries about this token} person {All entries about this person} account {All entries about this account} alert {All entries about this alert} certificate {All entries about this certificate} webhook {All entries about this webhook} directory {All entries about this directory} course {All entries about this course} guide {All entries about this guide} academy {All entries about this academy} other {All entries about this item}}',
  listLabel: 'Entries',
  counted: '{count, plural, one {# entry} other {# entries}}',
}).translated({ de });
