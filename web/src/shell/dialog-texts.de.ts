export const de = {
  warning: 'Warnung',
  success: 'Erledigt',
  accessDenied: 'Kein Zugriff',
  ok: 'OK',
};
