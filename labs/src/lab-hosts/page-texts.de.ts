export const de = {
  closedTitle: 'Auf Port {port} lauscht noch nichts',
  closed: 'Starte das Programm in einem Terminal des Labs. Diese Seite zeigt es, sobald es lauscht.',
  strangerTitle: 'Diese Seite gehört zu einem Lab',
  stranger:
    'Nur die Person, die das Lab macht, sieht sie. Öffne sie im Tab des Labs. Bleibt sie dort leer, wähle „In neuem Tab öffnen“: Manche Browser behalten keine Cookies innerhalb anderer Seiten.',
  endedTitle: 'Dieses Lab ist beendet',
  ended: 'Auch seine Programme sind beendet. Starte das Lab neu und öffne die Seite in seinem Tab.',
  goneTitle: 'Hier ist keine Seite',
  gone: 'Die Adresse gehört zu keinem laufenden Lab. Öffne die Seite im Tab deines Labs.',
  failedTitle: 'Die Seite konnte nicht geladen werden',
  failed:
    'Das Programm auf Port {port} hat keine gültige Antwort gesendet. Sieh dir seine Ausgabe im Terminal an und lade dann neu.',
  lateTitle: 'Das Programm antwortet nicht',
  late: 'Das Programm auf Port {port} hat länger als {seconds} Sekunden gebraucht. Sieh dir seine Ausgabe im Terminal an und lade dann neu.',
  crowdedTitle: 'Zu viele Anfragen auf einmal',
  crowded: 'Dieses Lab hat zu viele offene Verbindungen. Warte einen Moment und lade dann neu.',
  tooLargeTitle: 'Zu groß',
  tooLarge: 'An ein Programm in einem Lab lassen sich höchstens {megabytes} MB senden.',
  badTitle: 'Die Anfrage war nicht zu verstehen',
  bad: 'Öffne die Seite im Tab deines Labs.',
  unreachableTitle: 'Das Lab ist nicht erreichbar',
  unreachable: 'Lade die Seite gleich neu. Bleibt es so, wähle im Lab „Neu starten“.',
};
