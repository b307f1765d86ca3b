export const de = {
  title: 'Abbestellen',
  ask: 'Mit der Schaltfläche bestellst du {what, select, lessons {die Mails über neue Lektionen} membership {die Mails über das Ende deiner Mitgliedschaft} soon {die Mails vor Fälligkeiten} overdue {die Mails nach Fälligkeiten} other {die wöchentliche Übersicht}} von {academy} ab. Andere Mails, die du gewählt hast, kommen weiterhin.',
  unsubscribe: 'Abbestellen',
  choose: 'Benachrichtigungen auswählen',
  doneTitle: 'Du hast abbestellt',
  done: '{academy} schickt dir {what, select, lessons {keine Mails über neue Lektionen} membership {keine Mails über das Ende deiner Mitgliedschaft} soon {keine Mails vor Fälligkeiten} overdue {keine Mails nach Fälligkeiten} other {keine wöchentliche Übersicht}} mehr.',
  again: 'Wieder einschalten',
  unknownTitle: 'Dieser Link funktioniert nicht',
  unknown: 'Vielleicht fehlt ein Teil des Links, oder das Konto dazu wurde gelöscht. Es wurde nichts geändert.',
  logIn: 'Anmelden und Benachrichtigungen auswählen',
};
