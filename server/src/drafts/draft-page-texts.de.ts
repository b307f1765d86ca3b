export const de = {
  title: 'Entwurf {name}',
  intro:
    'So sieht es aus, wenn es veröffentlicht ist. Lernende sehen es noch nicht, und nichts, was du hier tust, wird gespeichert.',
  until: 'Der Link gilt bis {moment} UTC.',
  nothing: 'Nichts in diesem Entwurf hat eine eigene Seite.',
  changed: 'geändert',
  added: 'neu',
  unknownTitle: 'Dieser Link führt zu keinem Entwurf',
  unknown: 'Prüfe, ob du ihn ganz kopiert hast, oder bitte den Autor um den Link.',
  revokedTitle: 'Dieser Link wurde widerrufen',
  revoked: 'Der Autor hat ihn beendet. Bitte um einen neuen.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expired:
    'Links von Entwürfen gelten für eine begrenzte Zeit. Bitte den Autor, den Entwurf noch einmal zu übertragen.',
  toAcademy: 'Zur Akademie',
};
