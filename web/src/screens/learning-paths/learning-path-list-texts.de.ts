export const de = {
  search: 'Lernpfade durchsuchen',
  amount: '{count, plural, one {# Lernpfad} other {# Lernpfade}}',
  amountOf: '{count} von {all, plural, one {# Lernpfad} other {# Lernpfaden}}',
  pages: 'Seiten der Lernpfade',
  showAll: 'Alle Lernpfade anzeigen',
  none: 'Noch keine Lernpfade',
  coming: 'Die ersten Lernpfade sind in Arbeit. Schau bald wieder vorbei.',
  nothingFits: 'Kein Lernpfad passt zu deinen Filtern',
  without: '{title} entfernen: {count, plural, one {# Lernpfad} other {# Lernpfade}}',
};
