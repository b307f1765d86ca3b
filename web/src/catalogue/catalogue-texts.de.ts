export const de = {
  lessons: '{count, plural, one {# Lektion} other {# Lektionen}}',
  lessonsDone: '{done} von {count, plural, one {# Lektion} other {# Lektionen}}',
  reach:
    '{free} von {count, plural, one {# Lektion} other {# Lektionen}} {free, plural, one {ist} other {sind}} frei, {pro, plural, one {# braucht} other {# brauchen}} Pro',
  needPro: '{count, plural, one {# braucht} other {# brauchen}} Pro',
  allNeedPro: 'Alle Lektionen brauchen Pro',
  becomeMember: 'Nach der Pro-Mitgliedschaft fragen',
  beginner: 'Einstieg',
  intermediate: 'Mittelstufe',
  advanced: 'Fortgeschritten',
  article: 'Artikel',
  lab: 'Lab',
  video: 'Video',

  logIn: 'Anmelden',
  logInTitle: 'Melde dich an, um weiterzulesen',
  logInText: 'Mit einem Konto ist dieser Teil kostenlos, und dein Fortschritt wird gespeichert.',
  freeAccount: 'Kostenloses Konto',
  giveFeedback: 'Feedback geben',
};
