import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './account-texts.en.ts';

export const de = messages({
  yourAccount: 'Dein Konto',
  yourName: 'Dein Name',
  language: 'Sprache',
  chooseLanguage: 'Sprache wählen',
  languageText: 'In dieser Sprache liest du Seiten und bekommst du Mails.',
  security: 'Passwort, E-Mail-Adresse und Anmeldung',
  dailyReview: 'Tägliche Wiederholung',
  notifications: 'Benachrichtigungen',
  privacy: 'Datenschutz',
  sessions: 'Wo du angemeldet bist',
  accessTokens: 'Zugriffstoken',
  yourData: 'Deine Daten',
  deleteAccount: 'Konto löschen',
  noName: 'Du hast keinen Namen angegeben.',
  nameKeptElsewhere: 'Dein Name kommt von dem Dienst, mit dem du dich anmeldest. Ändere ihn dort.',
  notConfirmed: 'noch nicht bestätigt',
  managedHere:
    'Mit dieser Adresse meldest du dich an. Passwort, Adresse, Authenticator-App und Passkeys änderst du auf den Anmeldeseiten; dort wirst du vielleicht noch einmal nach deinem Passwort gefragt.',
  managedElsewhere: 'Du meldest dich mit einem anderen Dienst an. Er verwaltet dein Passwort und deine Adresse.',
  openSecurity: 'Sicherheit der Anmeldung öffnen',
  newTab: '(neuer Tab)',
  account: 'Konto',
  dailyReviewText:
    'Fragen, die du in einem Wissenstest falsch beantwortet oder mit „Wieder fragen“ markiert hast, kommen in wachsenden Abständen wieder: ein paar am Tag, höchstens fünf Minuten. Dein Fortschritt ändert sich dadurch nicht. Wenn du sie ausschaltest, wird nichts gefragt und nichts hinzugefügt; deine Fragen bleiben gespeichert, bis du sie wieder einschaltest.',
  settingFailed: 'Die Einstellung konnte nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  openReview: 'Wiederholung öffnen',
  deleteText:
    'Konto, Fortschritt, Favoriten, Token und Mitgliedschaft werden sofort und endgültig aus allen Akademien gelöscht.',
  deleteMyAccount: 'Mein Konto löschen',
  typeToConfirm: 'Gib zur Bestätigung {email} ein.',
  deleteTitle: 'Konto löschen?',
  keepAccount: 'Konto behalten',
  logInAgain: 'Erneut anmelden',
  oneMoment: 'Einen Moment',
  deleteForGood: 'Endgültig löschen',
  deletedThings: 'Das wird aus allen Akademien gelöscht und lässt sich nicht wiederherstellen:',
  deletedAccount: 'dein Konto und deine Anmeldung',
  deletedProgress: 'dein Fortschritt und deine Favoriten',
  deletedMembership: 'deine Pro-Mitgliedschaft, falls du eine hast',
  deletedTokens: 'deine Zugriffstoken; Programme, die sie nutzen, funktionieren nicht mehr',
  otherAccountStays:
    'Dein Konto bei dem Dienst, mit dem du dich anmeldest, bleibt bestehen. Die Akademie kann es nicht löschen.',
  confirmLabel: 'Gib zur Bestätigung {email} ein',
  wrongAddress: 'Es wurde nichts gelöscht. Das ist nicht die Adresse deines Kontos.',
  logInFirst:
    'Es wurde noch nichts gelöscht. Deine Anmeldung ist schon eine Weile her: Melde dich erneut an, um zu bestätigen, dass du es bist.',
  deleteFailed: 'Es wurde nichts gelöscht. {text}',
  nameSaved: 'Dein Name ist gespeichert.',
  nameNotChanged: 'Dein Name wurde nicht geändert. {failure}',
  nameNotChangedFields: 'Dein Name wurde nicht geändert. Prüfe die Felder.',
  saveName: 'Namen speichern',
  noAddress:
    'Du hast keine bestätigte E-Mail-Adresse, deshalb wird nichts gesendet. Bestätige eine Adresse, um die Mails zu bekommen, die du hier einschaltest.',
  verifyAddress: 'Adresse bestätigen',
  mailsTo:
    '{name} Academy schickt dir, was du hier einschaltest, an <strong>{address}</strong>. Jede Mail enthält einen Link zum Abbestellen.',
  dataDownloaded: '{name} liegt in deinen Downloads.',
  dataFailed: 'Deine Daten konnten nicht heruntergeladen werden. {reason}',
  dataText:
    'Eine Datei mit allem, was in allen Akademien über dich gespeichert ist: Konto, Mitgliedschaft, Fortschritt, Favoriten, Wiederholungen, Token, Browser, Änderungen an deinem Konto und gesendete Mails. Sie enthält keine Passwörter und keine Schlüssel.',
  downloadData: 'Meine Daten herunterladen',
  privacyText:
    'Die Akademie lässt <strong>{host}</strong> zählen, welche öffentlichen Seiten geöffnet werden. Dieser Dienst erfährt Adresse und Titel der Seite, aber keinen Namen und kein Konto, und er setzt kein Cookie. Wie jeder Server sieht er das Netz, aus dem du kommst. Anmeldung, Konto und Administration werden nicht gezählt.',
  browserAsks: 'Dein Browser bittet darum, nicht gezählt zu werden. Deshalb wird nichts gesendet.',
  countPages: 'Seiten zählen, die ich in diesem Browser öffne',
  signedOut: '{device} ist abgemeldet.',
  thisBrowser: 'Dieser Browser, angemeldet {moment}',
  lastUsed: 'Zuletzt benutzt {moment}',
  signOutDevice: '{device} abmelden, zuletzt benutzt {moment}',
  signOut: 'Abmelden',
  sessionsElsewhere: 'Die Liste deiner Browser führt der Dienst, mit dem du dich anmeldest.',
  signOutEverywhere: 'Überall abmelden',
  signOutEverywhereTitle: 'Überall abmelden?',
  cancel: 'Abbrechen',
  signOutText:
    'Alle Browser und Geräte werden sofort von allen Akademien abgemeldet, auch dieser Browser. Deine Zugriffstoken bleiben gültig.',
  signOutTextElsewhere:
    'Dieser Browser wird abgemeldet. In anderen fragt die Akademie erneut nach der Anmeldung; der Dienst, mit dem du dich anmeldest, erledigt das vielleicht ohne Rückfrage.',
  stillSignedIn: 'Du bist noch angemeldet. {failure}',
  firstName: 'Vorname',
  lastName: 'Nachname',
  enterFirstName: 'Gib deinen Vornamen ein.',
  enterLastName: 'Gib deinen Nachnamen ein.',
  newContent: 'Neue Inhalte in Kursen, denen ich folge',
  newContentText:
    'Neue Lektionen in Kursen, die du als Favorit markiert oder im letzten halben Jahr besucht hast. Höchstens eine Mail am Tag.',
  membershipEnd: 'Meine Mitgliedschaft endet bald',
  membershipEndText: 'Einmal, zwei Wochen vor dem Ende einer Pro-Mitgliedschaft. Gilt für alle Akademien.',
  weeklyDigest: 'Wöchentliche Übersicht',
  weeklyDigestText:
    'Was du abgeschlossen hast, was als Nächstes kommt und welche Kurse neu sind. Alle sieben Tage ab dem Tag, an dem du sie einschaltest. Wenn es nichts zu berichten gibt, kommt keine Mail.',
} satisfies TranslationOf<typeof en>);
