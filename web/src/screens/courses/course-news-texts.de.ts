export const de = {
  title: 'Neu seit deinem Abschluss',
  stays:
    'Der Kurs bleibt abgeschlossen. Sobald du diese Lektionen geöffnet und die neuen abgeschlossen hast, nennt dein Zertifikat die neue Fassung.',
  isNew: 'Neu',
  isChanged: 'Geändert',
};
