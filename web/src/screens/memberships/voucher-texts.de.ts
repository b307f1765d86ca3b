export const de = {
  name: 'Name',
  email: 'E-Mail',
  requested: 'Angefragt',
  year: 'Mitgliedsjahr ab (UTC)',
  sent: 'Gesendet',
  download: 'Anfragen als CSV herunterladen',
  state: 'Status',
  all: 'Alle',
  waiting: 'Offen',
  markAsSent: 'Als gesendet markieren',
  notSent: 'Als nicht gesendet markieren',
  emptyTitle: 'Noch keine Anfragen',
  emptyText:
    'Pro-Mitglieder können auf der Startseite einen Prüfungsgutschein anfragen, einmal in jedem Mitgliedsjahr. Ihre Anfragen erscheinen hier.',
  vouchers: 'Prüfungsgutscheine',
  intro:
    'Prüfungsgutscheine, die Pro-Mitglieder dieser Akademie angefragt haben. Sende jeden Gutschein selbst und markiere die Anfrage dann als gesendet. Die Markierung lässt sich zurücknehmen.',
  search: 'Anfragen durchsuchen',
  isSent: 'Der Gutschein von {name} ist als gesendet markiert.',
  isWaiting: 'Der Gutschein von {name} ist als nicht gesendet markiert.',
  listLabel: 'Anfragen',
  counted: '{count, plural, one {# Anfrage} other {# Anfragen}}',
};
