export const de = {
  title: 'Einladungslinks',
  intro:
    'Wer einen Link öffnet und sich anmeldet oder registriert, tritt seiner Gruppe bei, bis der Link abgelaufen oder aufgebraucht ist.',
  loading: 'Links werden geladen',
  makeTitle: 'Neuer Link',
  name: 'Name',
  nameHint: 'Für deine Liste, etwa „Jahrgang Frühling“.',
  group: 'Gruppe',
  choose: 'Gruppe wählen',
  maxUses: 'Für wie viele Personen',
  lastDay: 'Letzter Tag (UTC)',
  make: 'Link erstellen',
  copyNow: 'Kopiere den Link jetzt: Er wird nicht noch einmal gezeigt.',
  link: 'Einladungslink',
  noGroup:
    'Es gibt keine Gruppe, die einen Link haben kann. Lege zuerst eine an; Gruppen aus Verzeichnissen pflegen diese selbst.',
  listed: 'Links',
  none: 'Noch keine Links. Erstelle einen, um Menschen einzuladen, ohne ihre Adressen zu kennen.',
  state: '{group}: {uses} von {max, plural, one {# Person} other {# Personen}} beigetreten, bis {day}',
  delete: 'Löschen',
  deleteOne: '{name} löschen',
  deleted: 'Der Link „{name}“ ist gelöscht.',
};
