export const de = {
  expired: 'Du wurdest abgemeldet, weil deine Sitzung abgelaufen ist.',
  ended:
    'Du wurdest abgemeldet, weil deine Sitzung beendet wurde: auf einem anderen Gerät, durch ein neues Passwort oder von einem Admin.',
  removed: 'Du wurdest abgemeldet, weil dein Konto gelöscht wurde.',
  unknown: 'Du wurdest abgemeldet, weil deine Sitzung beendet ist.',
};
