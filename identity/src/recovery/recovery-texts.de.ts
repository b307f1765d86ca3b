import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './recovery-texts.en.ts';

export const de = messages({
  authenticatorApp: 'Authenticator-App',
  recoveryCodesName: 'Wiederherstellungscodes',
  keepTitle: 'Was möchtest du behalten?',
  keepLead:
    'Dein Passwort ist geändert, und alle Geräte sind abgemeldet. Auch die folgenden Dinge geben Zugang zu deinem Konto. Alles, was du nicht auswählst, wird entfernt.',
  recent: 'In den letzten zwei Wochen hinzugefügt',
  recentHint: 'Wähle nur aus, was du selbst hinzugefügt hast.',
  older: 'Älter',
  olderHint: 'Wähle ab, was du nicht kennst.',
  keep: 'Auswahl behalten, den Rest entfernen',
  stays: 'Das bleibt in jedem Fall: {names}. Um es zu entfernen, melde dich zuerst damit an.',
  passkey: 'Passkey, meldet ohne Passwort an',
  passkeyOn: 'Passkey, meldet ohne Passwort an. Hinzugefügt am {day}',
  app: 'Zweiter Schritt deiner Anmeldung',
  appOn: 'Zweiter Schritt deiner Anmeldung. Hinzugefügt am {day}',
  recoveryCodes: 'Ersetzen den zweiten Schritt',
  recoveryCodesOn: 'Ersetzen den zweiten Schritt. Hinzugefügt am {day}',
  token: 'Persönliches Zugriffstoken, lässt ein Programm für dich handeln',
  tokenOn: 'Persönliches Zugriffstoken, lässt ein Programm für dich handeln. Hinzugefügt am {day}',
  address: 'Private oder berufliche E-Mail-Adresse',
  addressOn: 'Private oder berufliche E-Mail-Adresse. Hinzugefügt am {day}',
  passwordTitle: 'Wähle zuerst ein neues Passwort',
  passwordLead:
    'Eine Änderung deiner Adresse wurde zurückgenommen. Vielleicht kennt jemand anderes dein Passwort. Deshalb kannst du an deiner Anmeldung erst etwas ändern, wenn du über einen Link per Mail ein neues gewählt hast. Wir schicken den Link an <strong>{email}</strong>.',
  sendLink: 'Link senden',
  sent: 'Sieh in dein Postfach: Der Link für ein neues Passwort ist unterwegs.',
  tooManyMails:
    'An diese Adresse wurden schon mehrere Mails geschickt. Bitte versuch es in {minutes, plural, one {einer Minute} other {# Minuten}} noch einmal.',
} satisfies TranslationOf<typeof en>);
