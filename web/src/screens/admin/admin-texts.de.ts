import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './admin-texts.en.ts';

export const de = messages({
  administration: 'Verwaltung',
  content: 'Inhalte',
  contentText: 'Veröffentlichte Inhalte ansehen, zurückziehen, erneut veröffentlichen und löschen.',
  alerts: 'Hinweise',
  alertsText: 'Hinweise über den Seiten einer Akademie: aktuelle, geplante und vergangene.',
  users: 'Benutzer',
  usersText: 'Benutzer finden, Pro-Mitgliedschaften vergeben und Admins ernennen.',
  tokens: 'Zugriffstoken',
  tokensText: 'Token für Skripte und Pipelines: wem sie gehören, wann sie ablaufen, wann sie zuletzt benutzt wurden.',
  certificates: 'Zertifikate',
  certificatesText: 'Zertifikate finden, Namen korrigieren und Zertifikate widerrufen.',
  feedback: 'Feedback',
  feedbackText: 'Kommentare, Bewertungen von Kursen und Lektionen und gemeldete Probleme.',
  contact: 'Kontaktnachrichten',
  contactText: 'Nachrichten aus dem Kontaktformular finden und per E-Mail beantworten.',
  labs: 'Labs',
  labsText: 'Laufende Lab-Sitzungen, Fehler mit ihren Ursachen und der Zustand der Lab-Systeme.',
  audit: 'Protokoll',
  auditText: 'Änderungen durch Admins: von wem, wann, von welcher Adresse, und was vorher und nachher galt.',
  vouchers: 'Prüfungsgutscheine',
  vouchersText: 'Anfragen von Pro-Mitgliedern nach Prüfungsgutscheinen: offene und erledigte.',
  emails: 'E-Mail-Adressen',
  emailsText: 'Empfänger von Kontaktnachrichten und Feedback einer Akademie und der Absender ihrer E-Mails.',
  health: 'Zustand',
  healthText: 'Ob Server, Datenbank, E-Mail, Labs und Sicherungen arbeiten, und was sonst zu tun ist.',
  webhooks: 'Webhooks',
  webhooksText: 'Andere Systeme über Ereignisse benachrichtigen und die Zustellungen ansehen.',
} satisfies TranslationOf<typeof en>);
