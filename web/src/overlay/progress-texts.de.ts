export const de = {
  lessonCompleted: 'Lektion abgeschlossen',
  undo: 'Rückgängig machen',
  favoriteAdded: 'Zu deinen Favoriten hinzugefügt.',
  favoriteNotSaved: 'Dein Favorit konnte nicht gespeichert werden.\n{reason}',
  favoriteNotRemoved: 'Dein Favorit konnte nicht entfernt werden.\n{reason}',
};
