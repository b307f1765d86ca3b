export const de = {
  language: 'Sprache',
  originalOnly: 'Diesen Text gibt es nur auf {language}.',
};
