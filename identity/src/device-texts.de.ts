export const de = {
  known: '{browser} auf {system}',
  unknown: 'Ein Browser',
  unknownOn: 'Ein Browser auf {system}',
};
