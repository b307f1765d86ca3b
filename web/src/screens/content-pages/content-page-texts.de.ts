export const de = {
  empty: 'Diese Seite hat noch keinen Text.',
};
