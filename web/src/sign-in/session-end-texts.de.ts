export const de = {
  expired: 'Du wurdest abgemeldet, weil deine Sitzung abgelaufen ist.',
  ended:
    'Du wurdest abgemeldet, weil deine Sitzung anderswo beendet wurde: durch eine Abmeldung, ein neues Passwort oder einen Admin.',
  removed: 'Du wurdest abgemeldet, weil dein Konto gelöscht wurde.',
  unknown: 'Du wurdest abgemeldet, weil deine Sitzung beendet ist.',
};
