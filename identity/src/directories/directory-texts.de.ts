export const de = {
  title: 'Mit {directory} anmelden',
  lead: '{email} meldet sich bei {directory} an.',
  leadRequired: 'Du wirst zur Anmeldung von {directory} weitergeleitet.',
  continue: 'Weiter zu {directory}',
  password: 'Mit deinem Passwort anmelden',
  another: 'Andere E-Mail-Adresse verwenden',
  unreachable: 'Die Anmeldung von {directory} ist nicht erreichbar. Versuch es in ein paar Minuten noch einmal.',
  failed:
    'Die Anmeldung bei {directory} hat nicht geklappt. Versuch es noch einmal, oder frag die Admins deiner Firma.',
  'no-address': '{directory} hat deine E-Mail-Adresse nicht mitgeschickt. Frag die Admins deiner Firma.',
  'unverified-address': '{directory} hat deine E-Mail-Adresse nicht bestätigt. Frag die Admins deiner Firma.',
  'foreign-address':
    '{directory} hat eine E-Mail-Adresse geschickt, die nicht zu seinen Domains gehört. Frag die Admins deiner Firma.',
  'owned-elsewhere':
    'Das Konto zu deiner E-Mail-Adresse gehört nicht zu dieser Anmeldung von {directory}. Frag die Admins der Akademie.',
  'has-left':
    'Laut {directory} bist du ausgeschieden, deshalb ist dein Konto beendet. Frag dort nach, wenn das nicht stimmt.',
  tryTitle: 'Was {directory} geschickt hat',
  tryLead: 'Es wurde nichts gespeichert. Du kannst diesen Tab schließen.',
  claims: 'Claims',
  result: 'Was eine Anmeldung bewirken würde',
  make: 'Sie würde ein Konto für {name} ({email}) anlegen.',
  join: 'Sie würde das bestehende Konto von {email} mit {directory} verbinden.',
  follow: 'Sie würde das Konto von {email} öffnen.',
  refused: 'Sie würde abgelehnt: {reason}',
  name: 'Name: {name}',
  noName: 'Die Claims der Zuordnung enthalten keinen Namen.',
  pro: '{isPro, select, yes {Pro-Mitgliedschaft: ja} no {Pro-Mitgliedschaft: nein} other {Pro-Mitgliedschaft: nicht durch dieses Verzeichnis}}',
  tryFailed: 'Die Antwort des Anbieters wurde abgelehnt: {reason}',
};
