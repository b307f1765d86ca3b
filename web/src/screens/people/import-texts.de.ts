import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './import-texts.en.ts';

export const de = messages({
  noCsv: 'Das ist keine CSV-Datei: {message}.',
  emptyFile: 'Die Datei ist leer.',
  noColumns: 'Die erste Zeile muss die Spalten nennen, darunter email.',
  unknownColumns: 'Unbekannte Spalten: {columns}.',
  repeatedColumns: 'Spalten, die es schon gibt: {columns}. Behalte von jeder eine.',
  workbook:
    'Das ist eine Arbeitsmappe, keine CSV-Datei. Speichere sie in der Tabellenkalkulation als „CSV UTF-8“ und wähle dann diese Datei.',
  noText:
    'Diese Datei ist kein Text. Speichere die Liste in der Tabellenkalkulation als „CSV UTF-8“ und wähle dann diese Datei.',
  repeated: 'email: steht schon in Zeile {line}',
  noRows: 'Die Datei nennt Spalten, enthält aber keine Zeile.',
  tooManyRows: 'Die Datei hat {count, number} Zeilen; auf einmal gehen höchstens 50.000.',
  withErrors: 'Mit Fehlern',
  wouldLose: 'Würden etwas verlieren',
  lost: 'Haben etwas verloren',
  toBeAdded: 'Kommen hinzu',
  added: 'Hinzugefügt',
  toBeChanged: 'Werden geändert',
  changed: 'Geändert',
  unchanged: 'Unverändert',
  csvFile: 'CSV-Datei',
  columnsHint:
    'Die erste Zeile nennt die Spalten: email und nach Wunsch firstName, lastName, proStartsAt, proEndsAt (Tage nach UTC wie 2030-01-31 oder 31.01.2030) und isAdmin (yes oder no). Leere Felder bleiben, wie sie sind. Die heruntergeladene Liste der Benutzer lässt sich wieder importieren.',
  noMailHint:
    'Vor dem Import entscheidest du, ob neue Personen eine Einladung per Mail bekommen, mit einem Link für ihr erstes Passwort. Jede Änderung steht im Protokoll.',
  done: 'Das wurde getan',
  preview: 'Das würde geschehen',
  rowsDone: 'Erledigte Zeilen',
  stop: 'Anhalten',
  downloadResults: 'Ergebnisse als CSV herunterladen',
  toUsers: 'Zu den Benutzern',
  allImports: 'Alle Importe',
  line: 'Zeile',
  name: 'Name',
  encodingTitle: 'Prüfe die Namen',
  encodingText:
    'Die Datei ist nicht als UTF-8 gespeichert und sagt nicht, wie ihre Buchstaben abgelegt sind. Vergleiche die Namen in der Vorschau mit deiner Liste. Sind Buchstaben falsch, wähle eine andere Kodierung.',
  encoding: 'Kodierung der Datei',
  western: 'Westeuropäisch (Windows-1252)',
  central: 'Mitteleuropäisch (Windows-1250)',
  cyrillic: 'Kyrillisch (Windows-1251)',
  greek: 'Griechisch (Windows-1253)',
  turkish: 'Türkisch (Windows-1254)',
  macintosh: 'Westeuropäisch (Macintosh)',
  namesAreRight: 'Die Namen in der Vorschau stimmen',
  email: 'E-Mail',
  what: 'Was',
  noRow: 'Keine Zeile.',
  rows: 'Zeilen',
  importUsers: 'Benutzer importieren',
  intro:
    'Personen aus einer CSV-Datei. Zunächst geschieht nichts: Du siehst Zeile für Zeile, was geschehen würde, und entscheidest dann. <link>Frühere Importe</link> lassen sich 24 Stunden lang rückgängig machen.',
  when: 'Zeitpunkt',
  who: 'Von',
  file: 'Datei',
  byScript: 'Von einem Skript',
  peopleAdded: 'Hinzugefügt',
  peopleChanged: 'Geändert',
  takenBack: 'Rückgängig gemacht',
  imports: 'Importe',
  takeBackOne: '{title} rückgängig machen',
  oneMoment: 'Einen Moment',
  takeBack: 'Rückgängig machen',
  changesOf: 'Änderungen durch {title}',
  changes: 'Änderungen',
  noImports: 'Noch keine Importe',
  noImportsText:
    'Mit einer CSV-Datei fügst du viele Personen auf einmal hinzu und änderst Namen, Mitgliedschaften und Rollen.',
  possibleUntil: 'Möglich bis {moment}',
  importsTitle: 'Importe von Benutzern',
  importsIntro:
    'Dateien mit Personen, die Admins importiert haben, und was jede davon bewirkt hat. Einen Import kannst du 24 Stunden lang rückgängig machen, soweit seitdem niemand etwas benutzt oder geändert hat.',
  loweringText:
    'Diese Zeilen entziehen die Admin-Rolle oder verkürzen eine Mitgliedschaft. Sie werden ausgelassen, wenn du sie nicht einschließt.',
  takeThisBack: 'Diesen Import rückgängig machen',
  notAllTakenBack: 'Nicht alles wurde rückgängig gemacht. {failure} Versuch es noch einmal.',
  whatStays: 'Was bleibt',
  takeBackTitle: 'Diesen Import rückgängig machen?',
  takeBackText:
    'Konten, die seitdem niemand benutzt hat, werden gelöscht; Namen, Mitgliedschaften und Rollen werden wieder, wie sie waren. Was seitdem jemand benutzt oder geändert hat, bleibt. Das geht {hours} Stunden lang.',
  stopped: 'Du hast den Import angehalten.',
  importPeople: '{count, plural, one {# Person importieren} other {# Personen importieren}}',
  importTitle: '{count, plural, one {# Person importieren?} other {# Personen importieren?}}',
  import: 'Importieren',
  progress: '{done, number} von {total, number} Zeilen',
  endedEarly: 'Der Import endete nach {done, number} von {total, number} Zeilen. {failure}',
  endedEarlyDone:
    'Der Import endete nach {done, number} von {total, number} Zeilen. {failure} Du kannst dieselbe Datei noch einmal importieren: Was schon getan ist, bleibt unverändert.',
  lowered:
    '{count, plural, one {# Person verliert} other {# Personen verlieren}} sofort eine Rolle oder einen Teil einer Mitgliedschaft.',
  inviteThem: '{count, plural, one {Die neue Person per Mail einladen} other {Die # neuen Personen per Mail einladen}}',
  raised:
    '{count, plural, one {Diese Person wird Admin: {names}.} other {Diese Personen werden Admins: {names}.}} Admins können alles sehen und ändern.',
  confirmText:
    '{added, plural, one {# Person kommt} other {# Personen kommen}} hinzu, {changed, number} werden geändert. Zeilen mit Fehlern werden ausgelassen. 24 Stunden lang kannst du den ganzen Import rückgängig machen, soweit seitdem niemand etwas benutzt oder geändert hat.',
  firstRows: 'Die ersten {shown, number} von {total, number} Zeilen sind aufgeführt; die Datei enthält alle.',
  countedImports: '{count, plural, one {# Import} other {# Importe}}',
  importOf: '{file} vom {moment}',
  anImport: 'Import vom {moment}',
  no: 'Nein',
  allTakenBack: 'Alles, von {by} am {moment}',
  partTakenBack: '{part, number} von {all, number} Änderungen, von {by} am {moment}',
  partTakenBackUntil: '{part, number} von {all, number} Änderungen, von {by} am {moment}. Möglich bis {until}',
  loweringTitle: '{count, plural, one {Eine Person würde etwas verlieren} other {# Personen würden etwas verlieren}}',
  andMore: 'und {count, number} weitere',
  include: '{count, plural, one {Diese Zeile einschließen} other {Diese # Zeilen einschließen}}',
  undone:
    '{undone, plural, one {# Änderung wurde} other {# Änderungen wurden}} rückgängig gemacht, {left, plural, one {# bleibt} other {# bleiben}}.',
  summary:
    '{created, number} kommen hinzu, {updated, number} werden geändert, {unchanged, number} unverändert, {error, number} mit Fehlern{lowers, plural, =0 {} other {, # würden etwas verlieren}}.',
  summaryDone:
    '{created, number} hinzugefügt, {updated, number} geändert, {unchanged, number} unverändert, {error, number} mit Fehlern{lowers, plural, =0 {} other {, # haben etwas verloren}}.',
} satisfies TranslationOf<typeof en>);
