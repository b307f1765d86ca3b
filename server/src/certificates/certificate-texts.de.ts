export const de = {
  nameless: 'Lernende Person',
};
