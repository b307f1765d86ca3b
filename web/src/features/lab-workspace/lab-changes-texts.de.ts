export const de = {
  title: 'Was du geändert hast',
  nothing: 'Alles ist wie am Anfang des Labs.',
  count:
    '{count, plural, one {Eine Datei ist} other {# Dateien sind}} anders als am Anfang des Labs. Öffne eine, um zu sehen, was.',
  isCut: 'Es wurden mehr Dateien geändert, als ein Lab behalten kann: Die übrigen sind nach seinem Ende weg.',
  notAllKept: 'Einige sind zu groß, um behalten zu werden.',
  notKept: 'Wird nicht behalten: {kilobytes} kB',
  added: 'Neu',
  changed: 'Geändert',
  deleted: 'Gelöscht',
  folder: 'Das ist ein Ordner.',
  link: 'Das ist ein Link.',
  loading: 'Wird geladen',
  missing: 'Der Text vom Anfang des Labs ist nicht hier.',
  binary: 'Diese Datei ist kein Text.',
  large: 'Diese Datei ist zu groß, um gezeigt zu werden.',
  sameText: 'Ihr Text ist gleich. Sie wurde neu geschrieben oder ist jetzt ausführbar.',
};
