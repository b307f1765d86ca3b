export const de = {
  lessonOf: 'Eine Lektion aus {course}',
  coverOf: 'Titelbild von {title}',
  feed: 'Neu in der {name} Academy',
};
