export const de = {
  reload: 'Neu laden',
  notLoaded: 'Diese Seite konnte nicht geladen werden. Was du geschrieben hast, ist noch da.',
};
