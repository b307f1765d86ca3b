export const de = {
  loadingAbilities: 'Berechtigungen werden geladen',
  abilitiesFailed: 'Die Berechtigungen konnten nicht geladen werden. {message}',
  tryAgain: 'Erneut versuchen',
  allTokens: 'Alle Token',
  ownTokens: 'Deine Token',
  download: 'Token als CSV herunterladen',
  title: 'Zugriffstoken',
  intro:
    'Schlüssel für Skripte und Pipelines. Ein Token handelt in einer Akademie für die Person, die es erstellt hat, mit den Berechtigungen, die es bekommen hat. Verliert die Person eine Berechtigung, verliert das Token sie sofort auch.',
  ownEmpty: 'Du hast noch kein Token für diese Akademie. Leg oben das erste an.',
  empty: 'Noch hat niemand ein Token für diese Akademie erstellt. Erstelle oben das erste.',
};
