export const de = {
  title: 'Auf dieser Seite',
};
