import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './confirmation-texts.en.ts';

export const de = messages({
  passwordHint: 'Mindestens {min} Zeichen. Ein paar Wörter hintereinander sind ein gutes Passwort.',
  code: 'Code aus der Mail',
  inboxTitle: 'Sieh in dein Postfach',
  inboxLead:
    'Wir haben eine Mail an <strong>{email}</strong> geschickt. Gib die sechs Ziffern daraus ein, oder öffne den Link auf einem beliebigen Gerät.',
  confirm: 'Bestätigen',
  opened: 'Ich habe den Link geöffnet',
  sendNew: 'Neue Mail senden',
  noMailOther: 'Keine Mail bekommen? Sieh im Spam-Ordner nach, oder <link>nimm eine andere Adresse</link>',
  noMailAgain: 'Keine Mail bekommen? Sieh im Spam-Ordner nach, oder <link>versuch es noch einmal</link>',
  mailbox: 'Diese Akademie läuft auf deinem Rechner. Ihre Mails liegen im <link>lokalen Postfach</link>.',
  choosePassword: 'Neues Passwort wählen',
  forgotLead:
    'Gib die Adresse ein, mit der du dich anmeldest. Wir schicken dir einen Link zu einer Seite, auf der du ein Passwort wählst, auch wenn du noch nie eines hattest.',
  email: 'E-Mail-Adresse',
  sendLink: 'Link senden',
  remembered: 'Ist es dir wieder eingefallen? <link>Anmelden</link>',
  forgotSent:
    'Wenn es ein Konto mit <strong>{email}</strong> gibt, ist eine Mail unterwegs. Öffne ihren Link innerhalb von 30 Minuten.',
  backToLogIn: 'Zurück zur Anmeldung',
  password: 'Passwort',
  chosenPassword: 'Das Passwort, das du beim Anlegen des Kontos gewählt hast.',
  confirmTitle: 'Bestätige deine Adresse',
  confirmElsewhere:
    'Du hast in einem anderen Browser ein Konto für {academy} angelegt. Gib dein Passwort ein, um zu zeigen, dass du es warst.',
  confirmHere: 'Noch ein Klick, und dein Konto für {academy} ist fertig.',
  confirmButton: 'Meine Adresse bestätigen',
  newPassword: 'Neues Passwort',
  newPasswordLead: 'Für <strong>{email}</strong>. Danach bist du auf allen Geräten abgemeldet.',
  setPassword: 'Passwort speichern',
  undoTitle: 'Zurück zu deiner alten Adresse?',
  undoLead:
    'Die Anmeldeadresse deines Kontos wurde geändert. Wenn du das nicht warst, nimm die Änderung zurück. Das entfernt auch alles, was seitdem zu deinem Konto hinzugefügt wurde: Passkeys, Authenticator-App, Wiederherstellungscodes, Zugriffstoken und weitere Adressen. Alle Geräte werden abgemeldet, und du wählst ein neues Passwort.',
  undoButton: 'Wieder mit {email} anmelden',
  confirmedTitle: 'Deine Adresse ist bestätigt',
  confirmed: 'Dein Konto ist fertig. Mach in dem Browser weiter, in dem du es angelegt hast, oder melde dich hier an.',
  changedTitle: 'Dein Passwort ist geändert',
  changed: 'Melde dich damit an. Geräte, auf denen du vorher angemeldet warst, sind abgemeldet.',
  firstPasswordTitle: 'Dein Passwort ist gespeichert',
  firstPassword: 'Du kannst dich jetzt anmelden.',
  undoneTitle: 'Deine alte Adresse ist wiederhergestellt',
  undone:
    'Alles, was seit der Änderung zu deinem Konto hinzugefügt wurde, ist entfernt: Passkeys, Authenticator-App, Wiederherstellungscodes, Zugriffstoken und weitere Adressen. Alle Geräte sind abgemeldet, und das alte Passwort gilt nicht mehr. Wähle jetzt ein neues.',
  errorTitle: 'Fehler: {title}',
  tooMany: 'Zu viele Versuche. Leg das Konto noch einmal an, um eine neue Mail zu bekommen.',
  passwordWrong: 'Das ist nicht das Passwort, das du gewählt hast.',
  gone: 'Dieser Link gilt nicht mehr.',
  busy: 'Gerade melden sich viele Menschen an. Bitte versuch es gleich noch einmal.',
} satisfies TranslationOf<typeof en>);
