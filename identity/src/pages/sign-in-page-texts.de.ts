export const de = {
  accountEnded:
    'Dieses Konto ist beendet, weil du laut deiner Firma ausgeschieden bist. Frag dort nach, wenn das nicht stimmt.',
  logIn: 'Anmelden',
  logInTo: 'Bei {academy} anmelden',
  confirmTitle: 'Bestätige, dass du es bist',
  confirmLead: 'Melde dich noch einmal an, bevor du änderst, wie du dich anmeldest.',
  oneAccount: 'Ein Konto gilt für {academies} Academy.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  firstName: 'Vorname',
  lastName: 'Nachname',
  forgot: 'Passwort vergessen?',
  noPassword: 'Eingeladen und noch kein Passwort? <link>Wähle eines</link>',
  newHere: 'Neu hier? <link>Leg dir ein kostenloses Konto an</link>',
  createPage: 'Konto anlegen',
  createTitle: 'Leg dir ein kostenloses Konto an',
  createLead: 'Damit bleibt dein Fortschritt in {academy} erhalten.',
  createAccount: 'Konto anlegen',
  haveAccount: 'Du hast schon ein Konto? <link>Anmelden</link>',
  present: 'In diesem Browser bist du als <strong>{name}</strong> ({email}) angemeldet.',
  presentLogIn:
    'Um dich mit einem anderen Konto anzumelden, füll das Formular aus. Das jetzige Konto wird dabei abgemeldet.',
  presentCreate: 'Wenn du ein weiteres Konto anlegst, wird dieses abgemeldet.',
  continueAs: 'Weiter als {name}',
  terms: 'Mit dem Anlegen des Kontos stimmst du diesen Bedingungen zu: <link>{title}</link>.',
  privacy: 'Wie wir mit deinen Daten umgehen: <link>{title}</link>.',
  logOut: 'Abmelden',
  logOutTitle: 'Abmelden?',
  logOutLead: 'Damit endet deine Sitzung in {academies} Academy auf diesem Gerät. Dein Fortschritt bleibt erhalten.',
  stay: 'Angemeldet bleiben',
  loggedOut: 'Abgemeldet',
  loggedOutTitle: 'Du bist abgemeldet',
  loggedOutLead: 'Dein Fortschritt bleibt erhalten. Bis bald!',
  mistakes: '{count, plural, one {Eine Angabe stimmt noch nicht} other {# Angaben stimmen noch nicht}}',

  wrong:
    'Die E-Mail-Adresse oder das Passwort ist falsch. Wenn du eingeladen wurdest und noch kein Passwort hast, wähle eines über den Link darunter.',
  busy: 'Gerade melden sich viele Menschen an. Bitte versuch es gleich noch einmal.',
  emailMissing: 'Gib deine E-Mail-Adresse ein.',
  emailWrong: 'Das ist keine E-Mail-Adresse. Sie sieht aus wie name@example.org.',
  passwordMissing: 'Gib dein Passwort ein.',
  firstNameMissing: 'Gib deinen Vornamen ein.',
  lastNameMissing: 'Gib deinen Nachnamen ein.',
  nameLong: 'Höchstens {max} Zeichen, bitte.',
  nameCharacters: 'Nur Buchstaben, Leerzeichen und Bindestriche, bitte.',
  tooManyAttempts:
    'Zu viele Versuche. Bitte versuch es in {minutes, plural, one {einer Minute} other {# Minuten}} noch einmal, oder wähle ein neues Passwort.',
  tooManyAccounts:
    'Zu viele neue Konten aus deinem Netz. Bitte versuch es in {minutes, plural, one {einer Minute} other {# Minuten}} noch einmal.',
  tooManyResets:
    'Aus deinem Netz wurden zu viele neue Passwörter angefordert. Bitte versuch es in {minutes, plural, one {einer Minute} other {# Minuten}} noch einmal.',
  tooManyMails:
    'An diese Adresse gingen schon mehrere Mails. Nimm die neueste, oder versuch es in {minutes, plural, one {einer Minute} other {# Minuten}} noch einmal.',
  codeWrong: 'Dieser Code ist falsch oder gilt nicht mehr. Gib ihn noch einmal ein, oder fordere eine neue Mail an.',
  mailSent: 'Eine neue Mail ist unterwegs. Nimm die neueste.',

  linkExpiredTitle: 'Dieser Link gilt nicht mehr',
  linkExpired:
    'Er wurde schon verwendet, durch eine neuere Mail ersetzt oder ist zu alt. Melde dich an, um einen neuen zu bekommen. Für ein erstes oder neues Passwort wähle dort „Passwort vergessen?“.',
  expiredTitle: 'Diese Anmeldeseite ist abgelaufen',
  expired:
    'Sie wurde schon verwendet oder war zu lange offen. Nichts ist verloren: Geh zurück zur Akademie und melde dich noch einmal an.',
  refusedTitle: 'Diese Anmeldung ist nicht gültig',
  refused:
    'Die Adresse, die hierher geführt hat, ist unvollständig oder wurde unterwegs verändert. Geh zurück zur Akademie und melde dich noch einmal an.',
  crossSiteTitle: 'Dieses Formular kam von einer anderen Website',
  crossSite:
    'Damit dein Konto sicher bleibt, wurde es nicht angenommen. Geh zurück zur Akademie und melde dich dort an.',
  notFoundTitle: 'Seite nicht gefunden',
  notFound: 'Unter dieser Adresse gibt es keine Anmeldeseite. Geh zurück zur Akademie.',
  diskFullTitle: 'Im Moment kann nichts gespeichert werden',
  diskFull:
    'Die Festplatte der Akademie ist voll: Niemand kann sich anmelden, und Änderungen werden nicht gespeichert. Lesen geht weiterhin. Bitte versuch es später noch einmal.',
  failedTitle: 'Etwas ist schiefgegangen',
  failed: 'Die Anmeldung ist gerade nicht möglich. Bitte versuch es gleich noch einmal.',
  reference: 'Wenn es noch einmal passiert, schick uns diese Nummer: <code>{reference}</code>',
};
