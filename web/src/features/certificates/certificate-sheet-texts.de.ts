import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './certificate-sheet-texts.en.ts';

export const de = messages({
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
} satisfies TranslationOf<typeof en>);
