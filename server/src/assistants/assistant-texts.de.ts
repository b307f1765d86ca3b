export const de = {
  search: 'Akademie durchsuchen',
  searchText:
    'Findet Kurse, Lektionen, Anleitungen, Lernpfade, Lehrende und Seiten, in denen die Wörter vorkommen; mit kind nur solche.',
  list_courses: 'Kurse auflisten',
  list_coursesText:
    'Die Kurse der Akademie, 50 je Seite ab Seite 0, mit dem Anteil, den die lernende Person abgeschlossen hat. Mit mine nur begonnene.',
  read_course: 'Kurs lesen',
  read_courseText:
    'Worum es in einem Kurs geht, und seine Module und Lektionen der Reihe nach mit dem, was abgeschlossen ist. Nimmt den Slug des Kurses.',
  read_lesson: 'Lektion lesen',
  read_lessonText:
    'Der Text einer Lektion als Markdown. Nimmt die Slugs von Kurs und Lektion. Fragen von Wissenstests und ihre Antworten gehören nicht dazu.',
  read_guide: 'Anleitung lesen',
  read_guideText: 'Der Text einer Anleitung als Markdown. Nimmt den Slug der Anleitung.',
  list_learning_paths: 'Lernpfade auflisten',
  list_learning_pathsText:
    'Lernpfade, 50 je Seite ab Seite 0: Kurse in der Reihenfolge, in der sie sich am besten lernen.',
  read_learning_path: 'Lernpfad lesen',
  read_learning_pathText: 'Die Kurse eines Lernpfads der Reihe nach. Nimmt den Slug des Pfads.',
  what_is_due: 'Fälliges ansehen',
  what_is_dueText:
    'Was der lernenden Person zugewiesen ist, mit Fälligkeit und den Tagen bis dahin, das Nächste zuerst; überfällig sind die Tage negativ. Gut, um eine Woche zu planen.',
  my_running_lab: 'Laufendes Lab ansehen',
  my_running_labText:
    'Das Lab, das gerade läuft: seine Schritte, welche gescheitert sind und wie oft, und dazu der Hinweis der Autorin oder des Autors. Zum Helfen die Idee hinter dem Schritt erklären und die lernende Person machen lassen.',
  noLab: 'Es läuft kein Lab.',
};
