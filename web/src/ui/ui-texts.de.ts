export const de = {
  removeFavorite: '{title} aus den Favoriten entfernen',
  addFavorite: '{title} zu den Favoriten hinzufügen',
  close: 'Schließen',
  newTab: '(öffnet sich in einem neuen Tab)',
  copied: 'Kopiert',
  copy: 'Kopieren',
  closeMessage: 'Meldung schließen',
  messages: 'Meldungen',
};
