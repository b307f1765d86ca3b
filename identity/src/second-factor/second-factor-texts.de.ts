import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './second-factor-texts.en.ts';

export const de = messages({
  confirmTitle: 'Bestätige, dass du es bist',
  code: 'Code',
  recoveryCode: 'Wiederherstellungscode',
  codeHint: 'Die sechs Ziffern aus der App oder ein Wiederherstellungscode.',
  recoveryCodeHint: 'Einer der Codes, die du beim Einrichten deines Passkeys gespeichert hast.',
  confirm: 'Bestätigen',
  appLead: 'Öffne deine Authenticator-App und gib den Code ein, den sie für <strong>{email}</strong> anzeigt.',
  passkeyLead: 'Das Konto <strong>{email}</strong> hat einen Passkey, deshalb genügt das Passwort allein nicht.',
  codeMissing: 'Gib den Code ein.',
  codeWrong: 'Dieser Code ist falsch oder wurde schon verwendet. Codes ändern sich alle 30 Sekunden.',
  tooMany:
    'Zu viele Versuche. Bitte versuch es in {minutes, plural, one {einer Minute} other {# Minuten}} noch einmal.',
  busy: 'Gerade melden sich viele Menschen an. Bitte versuch es gleich noch einmal.',
  title: 'Bestätigung in zwei Schritten',
  setUpTitle: 'Bestätigung in zwei Schritten einrichten',
  setUpLead:
    'Du meldest dich dann mit deinem Passwort und einem Code aus einer App auf deinem Handy an, zum Beispiel Aegis, 2FAS oder Google Authenticator.',
  codeOfApp: 'Code aus der App',
  scan: 'Scanne diesen QR-Code mit der App.',
  qrCode: 'QR-Code für deine Authenticator-App',
  orKey: 'Oder gib diesen Schlüssel in der App ein, oder <link>öffne ihn auf diesem Gerät</link>:',
  typeDigits: 'Gib die sechs Ziffern ein, die die App anzeigt.',
  turnOn: 'Bestätigung in zwei Schritten einschalten',
  pictureOld: 'Dieser QR-Code ist zu alt. Bitte scanne den neuen.',
  firstCodeWrong: 'Dieser Code ist falsch. Prüfe, ob die Uhr deines Handys automatisch gestellt wird.',
  passkeysProtect:
    '{count, plural, one {Dein Passkey schützt dein Konto: Das Passwort allein genügt nicht zum Anmelden.} other {Deine Passkeys schützen dein Konto: Das Passwort allein genügt nicht zum Anmelden.}}',
  appSince: 'Seit dem {day} meldest du dich mit deinem Passwort und einem Code aus deiner Authenticator-App an.',
  recoveryCodes: 'Wiederherstellungscodes',
  recoveryLead:
    'Mit einem Wiederherstellungscode meldest du dich an, wenn du dein Handy oder deinen Passkey nicht zur Hand hast. {count, plural, =0 {Es ist kein Code mehr übrig.} one {Es ist noch 1 Code übrig.} other {Es sind noch # Codes übrig.}}',
  renew: 'Neue Wiederherstellungscodes erstellen',
  addApp: 'Authenticator-App einrichten',
  removeApp: 'Authenticator-App entfernen',
  removeAppTitle: 'Authenticator-App entfernen?',
  removeAppPasskey:
    'Wenn du dich mit deinem Passwort anmeldest, brauchst du dann zusätzlich einen Passkey oder einen Wiederherstellungscode.',
  removeAppLast: 'Danach genügt dein Passwort, um dich anzumelden, und deine Wiederherstellungscodes werden gelöscht.',
  remove: 'Entfernen',
  renewTitle: 'Neue Wiederherstellungscodes erstellen?',
  renewLead: 'Du siehst zehn neue Codes, nur dieses eine Mal. Deine bisherigen Codes gelten dann nicht mehr.',
  renewButton: 'Neue Codes erstellen',
  cancel: 'Abbrechen',
  keepTitle: 'Bewahre deine Wiederherstellungscodes auf',
  keepLead:
    'Mit jedem Code kannst du dich einmal anmelden, wenn du dein Handy oder deinen Passkey nicht zur Hand hast. Sie werden nur jetzt angezeigt: Druck sie aus oder bewahre sie bei deinen Passwörtern auf.',
  saved: 'Ich habe sie gespeichert',
  back: 'Zurück zu deinem Konto',
  turnedOn: 'Die Bestätigung in zwei Schritten ist eingeschaltet.',
  earlierVoid: 'Die bisherigen Codes gelten nicht mehr.',
  appAdded: 'Deine Authenticator-App ist eingerichtet. Deine Wiederherstellungscodes gelten weiter.',
  appRemoved: 'Die Authenticator-App wurde entfernt.',
  appThere: 'Eine Authenticator-App ist schon eingerichtet.',
  onWithPasskey: 'Eingeschaltet, mit einem Passkey',
  off: 'Ausgeschaltet',
  onWithApp: 'Eingeschaltet, mit einer Authenticator-App; übrige Wiederherstellungscodes: {count}',
  mailCodeUsed:
    'Ein Wiederherstellungscode wurde zum Anmelden verwendet. {count, plural, =0 {Es ist kein Code mehr übrig.} one {Es ist noch 1 Code übrig.} other {Es sind noch # Codes übrig.}}',
  mailAppAdded: 'Eine Authenticator-App wurde eingerichtet.',
  mailRenewed: 'Neue Wiederherstellungscodes wurden erstellt. Die bisherigen gelten nicht mehr.',
} satisfies TranslationOf<typeof en>);
