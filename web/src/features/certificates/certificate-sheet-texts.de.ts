export const de = {
  completion: 'Abschlusszertifikat',
  issued: 'Ausgestellt am',
  issuedAt: '<time>{day}</time> (UTC)',
  content: 'Umfang',
  id: 'Zertifikats-ID',
  revoked: 'Widerrufen',
  completed: 'hat {kind, select, course {den folgenden Kurs} other {den folgenden Lernpfad}} abgeschlossen',
  verify: 'Zu prüfen unter <address>{place}</address>',
  lessons: '{count, plural, one {# Lektion} other {# Lektionen}}',
  lessonsAndTime: '{count, plural, one {# Lektion} other {# Lektionen}}, {time}',
};
