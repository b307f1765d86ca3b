import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './search-texts.en.ts';

export const de = messages({
  nothing: 'Nichts gefunden',
  tryOtherWords: 'Versuch es mit weniger oder anderen Wörtern, oder sieh dir das Angebot an.',
  browseCourses: 'Kurse ansehen',
  resultsFor: '{total, plural, one {# Ergebnis} other {# Ergebnisse}} für „{text}“',
  correctedTo: '„{text}“ kommt nicht vor. Das sind Ergebnisse für <link>{corrected}</link>.',
  someWords: 'Kein Ergebnis enthält alle diese Wörter. Diese enthalten einige davon.',
  kinds: 'Arten von Ergebnissen',
  all: 'Alle',
  noSuchPage: 'So viele Ergebnisse gibt es nicht',
  firstPage: 'Zur ersten Seite',
  allResults: 'Alle Ergebnisse',
  hint: 'Gib ein oder zwei Wörter ein. Der Anfang eines Wortes genügt, und Text in Anführungszeichen wird genau so gesucht. Du kannst auf jeder Seite suchen: Drücke <kbd>/</kbd>.',
  recent: 'Letzte Suchen',
  searchFor: 'Suche nach {text}',
  search: 'Suche',
  searchAcademy: 'Akademie durchsuchen',
  placeholder: 'Kurse, Lektionen, Anleitungen suchen',
  close: 'Suche schließen',
  failed: 'Die Suche konnte nicht geladen werden. Prüfe deine Verbindung und versuch es erneut.',
  tryAgain: 'Erneut versuchen',
  shortHint: 'Gib ein oder zwei Wörter ein. Text in Anführungszeichen wird genau so gesucht.',
  results: 'Ergebnisse',
  seeAll: 'Alle Ergebnisse ansehen',
  forget: 'Suche nach „{one}“ entfernen',
  forgetAll: 'Alle Suchen entfernen',
  nothingFor:
    'Nichts gefunden für „{text}“. Versuch es mit weniger oder anderen Wörtern, oder <link>sieh dir die Kurse an</link>.',
  resultCount: '{count, plural, one {# Ergebnis} other {# Ergebnisse}}',
  correctedWithButton: '„{text}“ kommt nicht vor. Das sind Ergebnisse für <button>{corrected}</button>.',
  course: 'Kurse',
  path: 'Lernpfade',
  lesson: 'Lektionen',
  guide: 'Anleitungen',
  instructor: 'Dozenten',
  page: 'Seiten',
  noneOf:
    '{kind, select, course {Keine Kurse} path {Keine Lernpfade} lesson {Keine Lektionen} guide {Keine Anleitungen} instructor {Keine Dozenten} other {Keine Seiten}} gefunden',
  allOf:
    '{kind, select, course {Alle {total} Kurse} path {Alle {total} Lernpfade} lesson {Alle {total} Lektionen} guide {Alle {total} Anleitungen} instructor {Alle {total} Dozenten} other {Alle {total} Seiten}}',
} satisfies TranslationOf<typeof en>);
