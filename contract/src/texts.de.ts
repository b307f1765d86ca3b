import type { TranslationOf } from './i18n/in-language.ts';
import { messages } from './i18n/messages.ts';
import type { en } from './texts.en.ts';

export const de = messages({
  envelopeFailed: 'Etwas ist schiefgegangen. Bitte versuch es noch einmal.',
  emptyResponse: 'Etwas ist schiefgegangen. Bitte versuch es später noch einmal.',
  incomplete: 'Teile dieser Seite konnten nicht geladen werden.',
  networkError: 'Keine Verbindung',
  aborted: 'Anfrage abgebrochen',
  timeout: 'Keine Antwort innerhalb von {ms} ms',
  busy: 'Die Akademie ist ausgelastet. In {seconds, plural, one {einer Sekunde} other {# Sekunden}} wird es noch einmal versucht.',
  requestFailed: 'Die Anfrage ist fehlgeschlagen (Status {status})',
  noCodeVerifier: 'Der Prüfcode der Anmeldung fehlt im Speicher des Browsers',
  noRefreshToken: 'Die Sitzung kann nicht verlängert werden',
  noToken: 'Die Anmeldung fehlt',
  accessDenied: 'Diese Funktion ist für dich nicht freigeschaltet.',
  signInAway: 'Der Anmeldedienst antwortet gerade nicht. Bitte versuch es gleich noch einmal.',
  notFound: 'Die Seite, die du suchst, gibt es nicht.',
  viewOnly: 'Du siehst die Akademie wie eine andere Person: Ändern kannst du dabei nichts.',
  notInView: 'Du siehst die Akademie wie eine andere Person: Das wird dabei nicht gezeigt.',
  pageNotFound: 'Seite nicht gefunden',
  backHome: 'Zur Startseite',
  loading: 'Wird geladen',
  refresh: 'Neu laden',
  errorFallback:
    'Etwas ist schiefgegangen: „{error}“. Bitte lade die Seite neu oder melde dich in einem anderen Fenster an.',
  noFavorites: 'Noch keine Favoriten',
  noCourses: 'Noch keine Kurse',
  noCoursesHint: 'Such dir im Katalog einen Kurs aus und leg heute noch los.',
  commentsRequired: 'Bitte schreib einen Kommentar.',
  ratingRequired: 'Bitte gib Sterne oder schreib einen Kommentar.',
  moreCommentsRequired: 'Bitte schreib einen Kommentar oder gib Sterne.',
  customAnswersRequired: 'Bitte beantworte die weiteren Fragen.',
  levelsRequired: 'Bitte wähle eine Stufe.',
  notEmail: 'ist keine E-Mail-Adresse',
  fieldRequired:
    '{field, select, firstName {Der Vorname} lastName {Der Nachname} email {Die E-Mail-Adresse} subject {Das Thema} message {Die Nachricht} other {{field}}} ist erforderlich',
} satisfies TranslationOf<typeof en>);
