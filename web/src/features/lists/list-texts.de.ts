import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './list-texts.en.ts';

export const de = messages({
  filters: '{count, plural, =0 {Filter} other {Filter (#)}}',
  mine: 'Meine Auswahl',
  favorites: 'Favoriten',
  progress: 'Fortschritt',
  type: 'Art',
  level: 'Niveau',
  topic: 'Thema',
  'not-started': 'Nicht begonnen',
  'in-progress': 'Begonnen',
  completed: 'Abgeschlossen',
  words: '„{words}“',
  logIn: 'Melde dich an, um nach deinen Favoriten und deinem Fortschritt zu filtern.',
  showFewer: 'Weniger anzeigen',
  showAll: 'Alle {count} anzeigen',

  sortBy: 'Sortieren nach',
  recommended: 'Empfohlen',
  title: 'Titel',
  newest: 'Neueste zuerst',
  shortest: 'Kürzeste zuerst',

  results: 'Ergebnisse',
  loading: 'Wird geladen',
  chosen: 'Gewählte Filter',
  remove: '{title} entfernen',
  clearAll: 'Alle entfernen',
  wayOut: 'Entferne einen Filter oder suche nach einem anderen Wort.',
  notLoaded: 'Deine Favoriten und dein Fortschritt konnten nicht geladen werden',
  needed: 'Deine Filter brauchen sie. Prüfe deine Verbindung und versuche es erneut.',
  tryAgain: 'Erneut versuchen',
} satisfies TranslationOf<typeof en>);
