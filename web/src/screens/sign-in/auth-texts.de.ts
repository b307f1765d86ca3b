export const de = {
  logIn: 'Anmelden / Registrieren',
  welcome: 'Willkommen',
  intro:
    'Melde dich mit deiner E-Mail-Adresse an oder registriere dich. Dein Fortschritt ist dann auf jedem Gerät gespeichert.',
  email: 'E-Mail',
  oneMoment: 'Einen Moment',
  continue: 'Weiter',
  or: 'oder',
  createAccount: 'Kostenloses Konto erstellen',
  noEmail: 'Das ist keine E-Mail-Adresse',
};
