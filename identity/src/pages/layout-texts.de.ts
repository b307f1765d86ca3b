export const de = {
  placeKept: 'Dein Stand in jeder Lektion bleibt erhalten, auf jedem Gerät.',
  backTo: 'Zurück zur {name}',
  language: 'Sprache',
};
