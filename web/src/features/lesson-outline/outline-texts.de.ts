export const de = {
  completed: 'Abgeschlossen',
  locked: 'Gesperrt',
  inProgress: 'Begonnen',
  moduleOf: 'Modul {moduleNumber}',
  countCompleted: '{done} von {total} abgeschlossen',
  more: 'und {count} weitere',
};
