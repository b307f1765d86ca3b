export const de = {
  toCourse: 'Zum Kurs {course}',
  moved: 'Vielleicht ist sie umgezogen. <link>Nach „{words}“ suchen</link>',
};
