export const de = {
  gone: 'Dieses Verzeichnis gibt es nicht mehr.',
  full: 'Eine Installation hat höchstens {max} Verzeichnisse. Lösch zuerst eines.',
  elsewhere: 'Diese Akademie verwendet einen anderen Anbieter zur Anmeldung und hat keine eigenen Verzeichnisse.',
  notHttps: 'muss mit https:// beginnen',
  missing: 'Füll dieses Feld aus.',
  otherKind: 'Das Protokoll eines Verzeichnisses lässt sich nicht ändern. Füg ein anderes hinzu.',
  metadata: 'Die Metadaten lassen sich nicht verwenden: {reason}',
  noDomain: 'Dieses Verzeichnis hat keine Domain {domain}. Füg sie zuerst hinzu.',
  notFound:
    'Der TXT-Eintrag {name} wurde nicht gefunden oder hat einen anderen Wert. Neue Einträge können einige Minuten brauchen.',
  tokensFull: 'Ein Verzeichnis hat höchstens {max} Tokens. Beende erst eines.',
  dnsFailed:
    'Der TXT-Eintrag {name} konnte nicht abgefragt werden: {reason}. Über den Eintrag sagt das nichts. Versuch es später noch einmal.',
  dnsReason:
    '{code, select, ESERVFAIL {Der Nameserver der Domain meldet einen Fehler (SERVFAIL)} ETIMEOUT {Der Nameserver hat nicht rechtzeitig geantwortet} EREFUSED {Der Nameserver verweigert die Antwort} ECONNREFUSED {Dieser Server erreicht keinen Nameserver} other {Der Nameserver hat nicht geantwortet}}',
  taken: 'Ein anderes Verzeichnis hat {domain} schon nachgewiesen.',
};
