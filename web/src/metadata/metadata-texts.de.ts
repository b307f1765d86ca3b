export const de = {
  lessonOf: 'Eine Lektion aus {course}',
  coverOf: 'Titelbild von {title}',
  noScript:
    'Lesen kannst du hier ohne JavaScript. Erlaube es für diese Seite, um dich anzumelden, Fortschritt zu behalten, Fragen zu beantworten oder Labs zu starten.',
  feed: 'Neu in der {name} Academy',
};
