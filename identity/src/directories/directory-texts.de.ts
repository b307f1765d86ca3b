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
  'not-fresh':
    '{directory} hat nicht bestätigt, dass du dich gerade angemeldet hast. Versuch es noch einmal, oder frag die Admins deiner Firma.',
  notBegun:
    'Eine Anmeldung mit {directory} beginnt bei der Akademie: Öffne die Akademie, und gib deine E-Mail-Adresse ein.',
  logOutTitle: 'Von {directory} abmelden',
  logOutLead: 'Du bist von der Akademie abgemeldet. Du wirst zur Abmeldung von {directory} weitergeleitet.',
  logOutContinue: 'Von {directory} abmelden',
  logOutSkip: 'Dort angemeldet bleiben',
  company: 'Anmeldung deiner Firma',
  noCompany: 'Dein Konto ist mit keiner Firma verbunden.',
  connected: 'Dein Konto ist mit {directory} verbunden: Du meldest dich dort an.',
  leaveLead:
    'Wenn du die Verbindung trennst, meldest du dich ohne {directory} an und verlierst, was die Firma gewährt hat. Die nächste Anmeldung dort verbindet wieder.',
  leave: 'Von {directory} trennen',
  left: 'Dein Konto ist nicht mehr mit der Firma verbunden.',
  leaveRequired:
    '{directory} schreibt seinen Angehörigen die Anmeldung dort vor, deshalb lässt sich die Verbindung nicht trennen.',
  leaveNoOther:
    '{directory} ist der einzige Weg, dich bei deinem Konto anzumelden. Wähl erst ein Passwort („Passwort vergessen?“ auf der Anmeldeseite), oder füg einen Passkey hinzu.',
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
  groups: 'Gruppen: {groups}',
  tryFailed: 'Die Antwort des Anbieters wurde abgelehnt: {reason}',
};
