import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './people-import-texts.en.ts';

export const de = messages({
  missing: '{field}: fehlt',
  noEmail: 'email: muss eine E-Mail-Adresse sein',
  day: '{field}: muss ein Tag sein, zum Beispiel 2030-01-31 oder 31.01.2030',
  lostLetter: '{field}: „{name}“ hat Buchstaben verloren. Speichere die Datei als UTF-8, oder berichtige den Namen',
  misread: '{field}: „{name}“ wurde falsch gelesen. Speichere die Datei als UTF-8, oder berichtige den Namen',
  spreadsheetError: '{field}: „{name}“ ist eine Formel oder ein Fehler der Tabellenkalkulation, kein Name',
  laterThanStart: 'proEndsAt: muss nach dem Beginn liegen',
  role: 'isAdmin: muss yes, no oder leer sein',
  severalPeople: 'email: Mehrere Personen haben diese Adresse',
  neverLoggedIn: 'email: Mit dieser Adresse hat sich noch niemand angemeldet',
  namesElsewhere: 'Der Name wird dort verwaltet, wo sich die Person anmeldet',
  ownRole: 'isAdmin: Das ist deine eigene Rolle. Du kannst sie auf der Seite „Personen“ beenden',
  lastAdministrator: 'isAdmin: Das ist der einzige Admin. Mach zuerst eine andere Person zum Admin',
  name: 'Name: {name}',
  pro: 'Pro bis {until}',
  proInstead: 'Pro bis {until} statt {before}',
  proFrom: 'Pro von {from} bis {until}',
  proFromInstead: 'Pro von {from} bis {until} statt {before}',
  admin: 'Admin',
  notAdmin: 'nicht mehr Admin',

  rightsChanged: 'Die Rechte oder die Mitgliedschaft wurden seitdem geändert',
  yourRole: 'Das ist deine eigene Rolle',
  inUse: 'Das Konto wird benutzt',
  nameChanged: 'Der Name wurde seitdem geändert',
  nothingToUndo: 'Es gibt keinen Import der letzten 24 Stunden, der sich rückgängig machen lässt.',
  importOfAnother: 'importId: gehört zum Import einer anderen Person',
  onlyAdministrator: 'Das ist der einzige Admin. Mach zuerst eine andere Person zum Admin.',
} satisfies TranslationOf<typeof en>);
