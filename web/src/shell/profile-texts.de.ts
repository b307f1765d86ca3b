export const de = {
  profileOf: 'Profil von {name}',
  account: 'Mein Konto',
  certificates: 'Zertifikate',
  giveFeedback: 'Feedback geben',
  logOut: 'Abmelden',
  reconnecting: 'Verbindung wird wiederhergestellt',
};
