export const de = {
  subject: '{name}: Bericht der {academy}',
  summary:
    '{completed} von {people, plural, one {# Mitglied} other {# Mitgliedern}} haben den Kurs abgeschlossen, {begun} haben ihn begonnen.',
  rows: '{rows, plural, one {Der Bericht hat eine Zeile.} other {Der Bericht hat # Zeilen.}} Unten {shown, plural, one {steht die erste} other {stehen die ersten #}}. Tage sind die von UTC.',
  empty: 'Der Bericht hat keine Zeilen.',
  by: '{by, select, course {Kurse} lesson {Lektionen} check {Wissenstests} lab {Labs} group {Gruppen} other {Personen}}',
  completed: '{what}: {course}, abgeschlossen am {day}',
  begun: '{what}: {course}, {done} von {lessons} Lektionen abgeschlossen',
  notBegun: '{what}: {course}, nicht begonnen',
  thing: '{what}: {begun} haben begonnen{has, select, yes {, {completed} haben abgeschlossen} other {}}',
  open: 'Bericht öffnen',
  why: 'Eine Person der Akademie lässt sich diesen Bericht regelmäßig schicken und kann das auf seiner Seite beenden.',
};
