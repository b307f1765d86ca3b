import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './feedback-texts.en.ts';

export const de = messages({
  giveFeedback: 'Feedback geben',
  cancel: 'Abbrechen',
  oneMoment: 'Einen Moment',
  send: 'Feedback senden',
  notSent: 'Dein Feedback wurde nicht gesendet. Dein Text bleibt erhalten. {failure}',
  comments: 'Kommentar',
  isBroken: 'Hier funktioniert etwas nicht',
  mayContact: 'Ihr dürft mich dazu kontaktieren',
  starsOf: '{rating} von {maximum}',
  removeRating: 'Bewertung entfernen',
  ratingRemoved: 'Bewertung entfernt',
  moreQuestions: 'Noch ein paar Fragen',
  sendAnswers: 'Antworten senden',
  answersNotSent: 'Deine Antworten wurden nicht gesendet. Alles bleibt erhalten. {failure}',
  other: 'Etwas anderes',
  moreComments: 'Weitere Anmerkungen',
  whatElse: 'Was sonst?',
  surveyBegun: 'Du hast angefangen, unsere Fragen zu beantworten.',
  continueSurvey: 'Weiter antworten',
  thankYou: 'Vielen Dank!',
  noThanks: 'Nein, danke',
  sure: 'Gern!',
  arrived: 'Dein Feedback ist angekommen. Es hilft, die Akademie für alle besser zu machen.',
  askMore: 'Hast du eine Minute für ein paar weitere Fragen?',
  backToLearning: 'Zurück zum Lernen',
  answersArrived: 'Deine Antworten sind angekommen. Sie helfen uns zu entscheiden, was wir als Nächstes schreiben.',
  questionOfLesson:
    'Was hilft dir in dieser Lektion, was fehlt, was stimmt nicht? Die Autorinnen und Autoren lesen jedes Wort.',
  questionOfCourse:
    'Was hilft dir in diesem Kurs, was fehlt, was stimmt nicht? Die Autorinnen und Autoren lesen jedes Wort.',
  questionOfAcademy: 'Was hilft dir hier, was fehlt, was stimmt nicht? Das Team der Akademie liest jedes Wort.',
  rateLesson: 'Wie bewertest du diese Lektion?',
  rateCourse: 'Wie bewertest du diesen Kurs?',
  rateAcademy: 'Wie bewertest du die Akademie?',
  stars: '{count, plural, one {# Stern} other {# Sterne}}',
} satisfies TranslationOf<typeof en>);
