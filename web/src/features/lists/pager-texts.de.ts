export const de = {
  pagesOfResults: 'Seiten der Ergebnisse',
  previous: 'Zurück',
  next: 'Weiter',
  page: 'Seite {page} von {pages}',
};
