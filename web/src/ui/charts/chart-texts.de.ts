export const de = {
  numbers: 'Zahlen als Tabelle',
  tableOf: '{title}, Tabelle',
};
