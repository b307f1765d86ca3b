export const de = {
  search: 'Dozenten durchsuchen',
  amount: '{count, plural, one {# Dozent} other {# Dozenten}}',
  amountOf: '{count} von {all, plural, one {# Dozent} other {# Dozenten}}',
  pages: 'Seiten der Dozenten',
  showAll: 'Alle Dozenten anzeigen',
  none: 'Noch keine Dozenten',
  coming: 'Die ersten Dozenten stellen sich bald vor. Schau wieder vorbei.',
  nothingFits: 'Kein Dozent passt zu deinen Filtern',
  without: '{title} entfernen: {count, plural, one {# Dozent} other {# Dozenten}}',
};
