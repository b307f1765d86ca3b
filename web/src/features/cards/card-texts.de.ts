export const de = {
  percent: '{percent} Prozent',
  topics: 'Themen',
};
