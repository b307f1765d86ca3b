export const de = {
  days: '{count, plural, one {# Tag} other {# Tage}}',
  hours: '{count} Std.',
  minutes: '{count} Min.',
};
