export const de = {
  title: 'Schritte, an denen Lernende scheitern',
  intro:
    'Labs der letzten 90 Tage, im Browser der Lernenden oder in Sandboxen. Educates-Portale melden keine Schritte. Ein Schritt ist fertig, wenn der Browser es meldet, und belegt, wenn die Akademie seine Prüfung selbst ausgeführt hat.',
  lab: 'Lab',
  learners:
    '{count, plural, =0 {Noch niemand hat dieses Lab begonnen.} one {# Person hat dieses Lab begonnen.} other {# Lernende haben dieses Lab begonnen.}}',
  noLabs: 'Noch keine Labs. Veröffentliche eines, dann stehen hier seine Schritte.',
  noSteps: 'Dieses Lab hat keine Schritte.',
  step: 'Schritt',
  action: 'Aktion',
  page: 'Seite',
  pageAndLine: '{page}, Zeile {line}',
  tried: 'Versucht',
  done: 'Fertig',
  proved: 'Belegt',
  failed: 'Mindestens einmal gescheitert',
  failedShare: '{failed} ({percent} %)',
  tries: 'Versuche im Mittel',
};
