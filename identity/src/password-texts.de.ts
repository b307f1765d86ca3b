export const de = {
  missing: 'Wähle ein Passwort.',
  short: 'Mindestens {min} Zeichen, bitte.',
  long: 'Höchstens {max} Zeichen, bitte.',
  predictable:
    'Wiederholungen und benachbarte Tasten werden zuerst geraten. Nimm ein paar Wörter, die nicht zusammengehören.',
  words:
    'Dein Name, deine Adresse und der Name der Akademie werden zuerst geraten. Ergänze Wörter, die nichts mit dir zu tun haben.',
  common:
    'Dieses Passwort gehört zu denen, die zuerst geraten werden. Nimm ein paar Wörter, die nicht zusammengehören.',
};
