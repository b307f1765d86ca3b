export const de = {
  cancelled: 'Du bist zurückgekommen, bevor du angemeldet warst. Es hat sich nichts geändert.',
  refused:
    'Die Anmeldung konnte nicht bestätigt werden. Das passiert, wenn sie zu lange gedauert hat oder in einem anderen Tab begonnen wurde.',
  unreachable: 'Der Anmeldedienst antwortet gerade nicht. Bitte versuch es gleich noch einmal.',
  'no-code': 'Diese Seite beendet eine Anmeldung, aber es war keine im Gange.',
  'no-storage':
    'Dein Browser lässt diese Website nichts speichern, deshalb kannst du dich nicht anmelden. Erlaube Cookies und Website-Daten für diese Website oder schaffe etwas Platz und versuch es noch einmal.',
  unsupported:
    'Dein Browser kann sich unter dieser Adresse nicht anmelden. Öffne die Website mit https oder in einem neueren Browser.',
  problemTitle: 'Du bist nicht angemeldet',
  tryAgain: 'Noch einmal versuchen',
  home: 'Startseite',
  registrationBlocked: 'Dein Browser hat den neuen Tab für die Registrierung blockiert: <link>hier öffnen</link>.',
  registrationOpened:
    'Die Registrierung ist in einem neuen Tab offen. Falls du ihn nicht siehst, <link>öffne ihn hier</link>.',
  waiting:
    'Gerade melden sich viele Menschen aus deinem Netz an. Deine Adresse wird bald noch einmal nachgeschlagen<time>, in {seconds, plural, one {# Sekunde} other {# Sekunden}}</time>. Du musst nichts tun.',
  skipWaiting: 'Ohne Warten anmelden',
  signingIn: 'Anmeldung läuft',
  otherAccount: 'Das ist ein anderes Konto',
  continueAs: 'Weiter als {email}',
  useOther: 'Mit einem anderen Konto anmelden',
  otherAccountText:
    'In diesem Browser bist du als {email} angemeldet. Das ist nicht die Adresse, die du eingegeben hast.',
};
