export const de = {
  draft: 'Entwurf',
  notPublished: 'Lernende sehen das noch nicht, und nichts wird gespeichert.',
  overview: 'Übersicht',
};
