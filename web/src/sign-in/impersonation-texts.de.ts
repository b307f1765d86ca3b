export const de = {
  ended: 'Du siehst die Akademie nicht mehr als {name}.',
  over: 'Die Ansicht als {name} ist zu Ende.',
  noStorage:
    'Dieser Browser speichert nichts für einen Tab. Erlaube ihm, Daten für diese Seite zu speichern, und versuch es noch einmal.',
};
