export const de = {
  certificates: 'Zertifikate',
  yourCertificates: 'Deine Zertifikate',
  intro:
    'Für jeden Kurs und jeden Lernpfad, den du abschließt, bekommst du ein Zertifikat. Es bleibt dir, auch wenn sich die Inhalte später ändern.',
  failed: 'Deine Zertifikate konnten nicht geladen werden. Sie sind nicht verloren. Bitte versuche es erneut.',
  tryAgain: 'Erneut versuchen',
  emptyTitle: 'Noch keine Zertifikate',
  emptyText: 'Schließe einen Kurs oder Lernpfad ab, um dein erstes Zertifikat zu bekommen.',
  browseCourses: 'Kurse ansehen',
  issuedOn: 'Ausgestellt am <time>{day}</time>',
  revoked: 'Widerrufen',
  certificateOf: '{kind, select, course {Zertifikat für einen Kurs} other {Zertifikat für einen Lernpfad}}',
};
