import { messages } from '@academy/contract/i18n/messages';

/** The audit log. */
export const en = messages({
  when: 'When',
  who: 'Who',
  what: 'What',
  about: 'About',
  address: 'From where',
  academy: 'Academy',
  action: 'Action',
  id: 'Id',
  actionBy: '{action}, by {name}',
  download: 'Download the audit as CSV',
  emptyTitle: 'Nothing yet',
  emptyText: 'Whoever changes rights, addresses, alerts or settings from now on is written down here.',
  became: 'became',
  request: 'Request',
  audit: 'Audit',
  intro:
    'Who changed rights, memberships, tokens, certificates, alerts, addresses and content of this academy, when and from where, with what was before and after. Nobody can change or delete what stands here.',
  value: 'Value',
  search: 'Search the audit',
  everything: 'Everything',
  allAcademies: 'All',
  nothing: 'nothing',
  yes: 'yes',
  no: 'no',
  allEntries:
    '{kind, select, token {Everything about this token} person {Everything about this person} account {Everything about this account} alert {Everything about this alert} certificate {Everything about this certificate} webhook {Everything about this webhook} course {Everything about this course} guide {Everything about this guide} academy {Everything about this academy} other {Everything about this}}',
  listLabel: 'Entries',
  counted: '{count, plural, one {# entry} other {# entries}}',
});
