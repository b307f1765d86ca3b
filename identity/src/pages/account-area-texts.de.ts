export const de = {
  title: 'Dein Konto',
  lead: '{name}, so meldest du dich bei {academy} an.',
  more: 'Deinen Namen, deine Geräte und deine Daten findest du unter <link>Mein Konto</link>',
  back: 'Zurück zu deinem Konto',

  password: 'Passwort',
  passwordState: 'Neues wählen',
  passwordTitle: 'Passwort ändern',
  passwordLead: 'Auf allen anderen Geräten wirst du dabei abgemeldet.',
  current: 'Aktuelles Passwort',
  newPassword: 'Neues Passwort',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Dein Passwort ist geändert. Auf allen anderen Geräten bist du abgemeldet.',
  currentMissing: 'Gib dein aktuelles Passwort ein.',
  currentWrong: 'Das ist nicht dein aktuelles Passwort.',
  tooMany:
    'Zu viele Versuche. Bitte versuch es in {minutes, plural, one {einer Minute} other {# Minuten}} noch einmal.',
  busy: 'Bitte versuch es gleich noch einmal.',

  email: 'E-Mail-Adresse',
  emailTitle: 'E-Mail-Adresse ändern',
  emailLead:
    'Du meldest dich mit <strong>{email}</strong> an. Wir schicken eine Mail an die neue Adresse. Sie gilt, sobald du sie bestätigst.',
  newEmail: 'Neue E-Mail-Adresse',
  sendMail: 'Mail senden',
  emailChanged: 'Deine Adresse ist geändert. Ab jetzt meldest du dich mit der neuen an.',
  sameEmail: 'Das ist schon deine Adresse.',
  tooManyMails:
    'An diese Adresse gingen schon mehrere Mails. Bitte versuch es in {minutes, plural, one {einer Minute} other {# Minuten}} noch einmal.',
  nothingTitle: 'Es gibt nichts zu bestätigen',
  nothing: 'Die Mail ist zu alt, oder eine neuere hat sie ersetzt.',
  confirmTitle: 'Neue Adresse bestätigen',
  confirmByLink: 'Ab jetzt meldest du dich mit <strong>{email}</strong> an.',
  confirmByCode:
    'Wir haben eine Mail an <strong>{email}</strong> geschickt. Gib die sechs Ziffern daraus ein, oder öffne ihren Link in diesem Browser.',
  confirm: 'Neue Adresse bestätigen',
  noMail: 'Keine Mail bekommen? <link>Versuch es noch einmal</link>',
  codeWrong: 'Dieser Code ist falsch oder gilt nicht mehr. Gib ihn noch einmal ein, oder fordere eine neue Mail an.',
  linkGone: 'Dieser Link gilt nicht mehr.',
  mailChangedAgain: 'Die Adresse für die Anmeldung wurde noch einmal geändert.',
};
