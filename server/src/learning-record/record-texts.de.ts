export const de = {
  of: '{name}, {academy}',
  made: 'Stand vom {day} (UTC).',
};
