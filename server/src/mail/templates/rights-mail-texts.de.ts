export const de = {
  adminMadeSubject: 'Neuer Admin bei {academy}',
  adminMadeHeading: 'Neuer Admin',
  adminMade: '{person} ist jetzt Admin.',
  adminEndedSubject: 'Admin-Rechte entzogen bei {academy}',
  adminEndedHeading: 'Admin-Rechte entzogen',
  adminEnded: '{person} ist kein Admin mehr.',
  membershipSetSubject: 'Pro-Mitgliedschaft geändert bei {academy}',
  membershipSetHeading: 'Pro-Mitgliedschaft geändert',
  membershipSet: '{person} hat vom {from} bis zum {until} (UTC) eine Pro-Mitgliedschaft.',
  membershipEndedSubject: 'Pro-Mitgliedschaft beendet bei {academy}',
  membershipEndedHeading: 'Pro-Mitgliedschaft beendet',
  membershipEnded: '{person} hat keine Pro-Mitgliedschaft mehr.',
  changedBy: 'Geändert von: {by}.',
  openUsers: 'Liste der Benutzer öffnen',
  toAllAdmins:
    'Diese Mail geht an alle Admins, wenn sich Rechte ändern. Wenn diese Änderung falsch ist, sprich gleich mit den anderen Admins.',
};
