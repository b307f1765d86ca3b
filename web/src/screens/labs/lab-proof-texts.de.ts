import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './lab-proof-texts.en.ts';

export const de = messages({
  title: 'Protokoll der Prüfung',
  loading: 'Schritte werden geladen',
  notLoaded: 'Die Schritte konnten nicht geladen werden. Versuche es später erneut.',
  provedAt: 'Geprüft',
  ranIn: 'Ausgeführt in',
  browser: 'der Umgebung für Labs im Browser',
  sandbox: 'einer Sandbox',
  environment: 'Umgebung',
  commit: 'Commit',
  duration: 'Dauer',
  programs: 'Programme',
  seconds: '{seconds, number} s',
  skipped: 'Nicht ausgeführt: {reason}',
} satisfies TranslationOf<typeof en>);
