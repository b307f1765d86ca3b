export const de = {
  more: 'mehr erfahren',
  presentAlerts: 'Aktuelle Hinweise',
  until: ', bis {day} (UTC)',
  info: 'Information',
  warning: 'Warnung',
  success: 'Gute Nachricht',
};
