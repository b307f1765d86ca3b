import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './certificate-page-texts.en.ts';

export const de = messages({
  print: 'Drucken oder als PDF speichern',
  addToLinkedIn: 'Zum LinkedIn-Profil hinzufügen',
  newTab: '(neuer Tab)',
  downloadBadge: 'Open Badge herunterladen',
  titleOfName: '{title}: Zertifikat für {name}',
  valid: 'Dieses Zertifikat ist gültig',
  invalid: 'Dieses Zertifikat ist nicht mehr gültig',
  revoked: '{academy} hat dieses Zertifikat am {day} widerrufen. Grund: <bdi>{reason}</bdi>',
  corrected: '{academy} hat den Namen am {day} korrigiert.',
  issuedTo: 'Ausgestellt für',
  course: 'Kurs',
  learningPath: 'Lernpfad',
  issuedBy: 'Ausgestellt von',
  issuedOn: 'Ausgestellt am',
  issuedAt: '{day} (UTC)',
  content: 'Umfang',
  id: 'Zertifikats-ID',
  note: 'Diese Seite zeigt immer, was bei {academy} gespeichert ist. Ein Zertifikat auf Papier oder als Bild ist echt, wenn die Seite an seiner Adresse dasselbe sagt.',
  certificate: 'Zertifikat',
  description: '{name} hat „{title}“ abgeschlossen.',
} satisfies TranslationOf<typeof en>);
