export const de = {
  search: 'Anleitungen durchsuchen',
  amount: '{count, plural, one {# Anleitung} other {# Anleitungen}}',
  amountOf: '{count} von {all, plural, one {# Anleitung} other {# Anleitungen}}',
  pages: 'Seiten der Anleitungen',
  showAll: 'Alle Anleitungen anzeigen',
  none: 'Noch keine Anleitungen',
  coming: 'Die ersten Anleitungen sind in Arbeit. Schau bald wieder vorbei.',
  nothingFits: 'Keine Anleitung passt zu deinen Filtern',
  without: '{title} entfernen: {count, plural, one {# Anleitung} other {# Anleitungen}}',
};
