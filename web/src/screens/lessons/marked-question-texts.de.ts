export const de = {
  question: 'Frage {number}',
  right: 'Frage {number}: richtig',
  wrong: 'Frage {number}: falsch',
  notAnswered: 'Frage {number}: nicht beantwortet',
  yourChoice: 'Deine Auswahl',
  rightAnswer: 'Richtige Antwort',
  why: 'Erklärung',
};
