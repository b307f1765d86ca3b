export const de = {
  intro: 'Was du in dieser Akademie getan hast. Lade ihn herunter, um ihn anderen zu zeigen.',
  failed: 'Der Lernnachweis konnte nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  format: '{format, select, pdf {PDF} other {CSV}}',
  download: 'Lernnachweis als {format, select, pdf {PDF} other {CSV}} herunterladen',
  made: 'Stand: {moment}.',
};
