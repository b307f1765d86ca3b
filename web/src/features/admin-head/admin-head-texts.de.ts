export const de = {
  academy: 'Akademie',
  otherAcademy: 'Du siehst und änderst hier <strong>{chosen}</strong>, nicht {own}.',
  breadcrumb: 'Pfad',
  administration: 'Verwaltung',
  mail: 'E-Mail',
  mailProblem:
    'Der Mailserver hat geantwortet: <code>{problem}</code>. Prüfe die Einstellungen <code>ACADEMY_SMTP_URL</code> und <code>ACADEMY_MAIL_FROM</code>.',
  mailWaits:
    '<strong>E-Mails werden nicht gesendet.</strong> {count, plural, one {# E-Mail wartet} other {# E-Mails warten}}. Die Akademie versucht es zwei Tage lang alle paar Minuten erneut. Bis dahin geht nichts verloren.',
  mailWaitsSince:
    '<strong>E-Mails werden nicht gesendet.</strong> {count, plural, one {# E-Mail wartet} other {# E-Mails warten}}, die älteste seit <time>{oldest}</time>. Die Akademie versucht es zwei Tage lang alle paar Minuten erneut. Bis dahin geht nichts verloren.',
};
