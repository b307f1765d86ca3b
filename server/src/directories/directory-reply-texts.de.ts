export const de = {
  gone: 'Dieses Verzeichnis gibt es nicht mehr.',
  full: 'Eine Installation hat höchstens {max} Verzeichnisse. Lösch zuerst eines.',
  elsewhere: 'Diese Akademie verwendet einen anderen Anbieter zur Anmeldung und hat keine eigenen Verzeichnisse.',
  notHttps: 'muss mit https:// beginnen',
  noDomain: 'Dieses Verzeichnis hat keine Domain {domain}. Füg sie zuerst hinzu.',
  notFound:
    'Der TXT-Eintrag {name} wurde nicht gefunden oder hat einen anderen Wert. Neue Einträge können einige Minuten brauchen.',
  tokensFull: 'Ein Verzeichnis hat höchstens {max} Tokens. Beende erst eines.',
  taken: 'Ein anderes Verzeichnis hat {domain} schon nachgewiesen.',
};
