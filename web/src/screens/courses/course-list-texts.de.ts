export const de = {
  search: 'Kurse durchsuchen',
  amount: '{count, plural, one {# Kurs} other {# Kurse}}',
  amountOf: '{count} von {all, plural, one {# Kurs} other {# Kursen}}',
  pages: 'Seiten der Kurse',
  showAll: 'Alle Kurse anzeigen',
  none: 'Noch keine Kurse',
  coming: 'Die ersten Kurse sind in Arbeit. Schau bald wieder vorbei.',
  nothingFits: 'Kein Kurs passt zu deinen Filtern',
  without: '{title} entfernen: {count, plural, one {# Kurs} other {# Kurse}}',
};
