export const de = {
  title: 'Tastenkürzel',
  next: 'Nächste Lektion',
  previous: 'Vorherige Lektion',
  complete: 'Diese Lektion abschließen',
  help: 'Diese Liste anzeigen',
};
