import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './issued-certificates-texts.en.ts';

export const de = messages({
  revoked: 'Widerrufen',
  validCorrected: 'Gültig, Name am {day} korrigiert',
  enterName: 'Gib den Namen ein.',
  enterReason: 'Gib einen Grund an.',
  cancel: 'Abbrechen',
  oneMoment: 'Einen Moment',
  nameOnCertificate: 'Name auf dem Zertifikat',
  reason: 'Grund',
  nothingChanged: 'Nichts wurde geändert. {failure}',
  certificates: 'Zertifikate',
  intro:
    'Zertifikate, die Lernende in dieser Akademie für abgeschlossene Kurse und Lernpfade bekommen haben. Du kannst einen Namen korrigieren oder ein Zertifikat widerrufen, das nicht hätte ausgestellt werden sollen. Seine Seite weist darauf hin.',
  download: 'Zertifikate als CSV herunterladen',
  correctName: 'Namen korrigieren',
  restore: 'Wiederherstellen',
  emptyTitle: 'Noch keine Zertifikate',
  emptyText: 'Zertifikate erscheinen hier, sobald Lernende einen Kurs oder Lernpfad abschließen.',
  search: 'Zertifikate durchsuchen',
  name: 'Name',
  email: 'E-Mail',
  title: 'Kurs oder Lernpfad',
  issued: 'Ausgestellt',
  state: 'Status',
  id: 'Zertifikats-ID',
  valid: 'Gültig',
  revoke: 'Widerrufen',
  correctTitle: 'Namen korrigieren',
  corrected: 'Der Name ist korrigiert.',
  correctHint:
    'Der Grund steht mit dem bisherigen Namen im Protokoll. Die Seite des Zertifikats zeigt, wann der Name korrigiert wurde.',
  revokeTitle: 'Dieses Zertifikat widerrufen?',
  revokeButton: 'Zertifikat widerrufen',
  wasRevoked: 'Das Zertifikat ist widerrufen.',
  revokeHint: 'Der Grund steht auf der Seite des Zertifikats, für alle sichtbar.',
  restoreTitle: 'Dieses Zertifikat wiederherstellen?',
  restoreButton: 'Zertifikat wiederherstellen',
  restored: 'Das Zertifikat ist wieder gültig.',
  restoreHint: 'Der Grund steht im Protokoll.',
} satisfies TranslationOf<typeof en>);
